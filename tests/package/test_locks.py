"""Two lock files pin every package by version and hash; PyTorch alone is pinned in the Makefile."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LOCKS = ("requirements-dev.lock", "requirements-server.lock")
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")


def pins(lock: str) -> list[str]:
    """Return the entries of a lock file, each with version and hashes."""
    return re.split(r"\n(?=\S)", (ROOT / lock).read_text(encoding="utf-8").strip())


def test_there_are_two_lock_files() -> None:
    assert sorted(path.name for path in ROOT.glob("*requirements*")) == list(LOCKS)


@pytest.mark.parametrize("lock", LOCKS)
def test_every_package_has_one_version_and_its_hashes(lock: str) -> None:
    for pin in pins(lock):
        assert re.match(r"[\w.-]+(\[[\w,-]+\])?==\S+", pin), pin
        assert "--hash=sha256:" in pin, pin
        assert "://" not in pin, pin


def test_pytorch_is_pinned_in_the_makefile_only() -> None:
    assert re.findall(r"^TORCH := torch==[\d.]+$", MAKEFILE, re.MULTILINE)
    assert not [pin for pin in pins("requirements-dev.lock") if pin.startswith("torch==")]


def test_make_installs_locked_packages_by_hash_and_nothing_else() -> None:
    """Without `--no-deps`, `coverage[toml]` could bring a newer version than the locked one."""
    installs = re.findall(r"^\t.*PIP\).* --requirement .+$", MAKEFILE, re.MULTILINE)
    assert len(installs) == 3
    assert all("--require-hashes --no-deps" in line for line in installs)


def test_the_build_system_is_pinned() -> None:
    build = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["build-system"]
    assert all("==" in requirement for requirement in build["requires"])
