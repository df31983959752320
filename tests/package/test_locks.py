"""The locks name every file that pip may install by its hash; PyTorch alone comes from elsewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LOCKS = sorted(ROOT.glob("requirements*.lock"))
WITHOUT_HASHES = "requirements-torch.lock"


def pins(lock: Path) -> list[str]:
    """The packages of a lock, each with its version and hashes."""
    lines = [line for line in lock.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    return re.split(r"\n(?=\S)", "\n".join(lines))


def test_pytorch_has_a_lock_of_its_own() -> None:
    assert len(LOCKS) > 3
    assert WITHOUT_HASHES in [lock.name for lock in LOCKS]


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_every_package_has_one_version_and_its_hashes(lock: Path) -> None:
    for pin in pins(lock):
        assert re.match(r"[\w.-]+(\[[\w,-]+\])?==\S+", pin), pin
        assert ("--hash=sha256:" in pin) == (lock.name != WITHOUT_HASHES), pin
    if lock.name == WITHOUT_HASHES:
        assert [pin.partition("==")[0] for pin in pins(lock)] == ["torch"]


def test_make_installs_by_hash_whatever_has_hashes() -> None:
    """And nothing besides: who asks for `coverage[toml]` must not get a newer one than the lock's."""
    installs = re.findall(
        r"^\t.*(?:PIP\)|install).* --requirement \S+", (ROOT / "Makefile").read_text(), re.M
    )
    assert len(installs) > 4
    for line in installs:
        assert ("--require-hashes --no-deps" in line) != line.endswith(WITHOUT_HASHES), line
