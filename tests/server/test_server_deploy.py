"""The pages and files for people who run a server name real settings."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from semafor.server.workers.worker_pool import MEMORY

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def known() -> set[str]:
    done = subprocess.run(
        [sys.executable, "-m", "semafor", "serve", "--help"],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return set(re.findall(r"--[a-z-]+", done.stdout))


@pytest.mark.parametrize("file", ["docs/running-a-club.md", "deploy/semafor.service", "deploy/Containerfile"])
def test_every_setting_that_is_named_exists(known: set[str], file: str) -> None:
    text = (ROOT / file).read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if re.search(r"\bserve\b|^\| `--|ARGUMENTS", line)]
    named = set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", "\n".join(lines)))
    assert named <= known
    assert named


def test_a_worker_that_takes_all_memory_does_not_end_the_service() -> None:
    """If a worker uses too much memory the system kills it, and systemd must keep the service running."""
    unit = (ROOT / "deploy/semafor.service").read_text(encoding="utf-8")
    settings = dict(line.split("=", 1) for line in unit.splitlines() if re.match(r"[A-Za-z]+=", line))
    assert int(settings["MemoryMax"].removesuffix("G")) * 2**30 <= MEMORY
    assert settings["OOMPolicy"] == "continue"


def test_the_image_installs_what_was_tested_with_hashes() -> None:
    steps = (ROOT / "deploy/Containerfile").read_text(encoding="utf-8")
    installs = re.findall(r"pip install ([^&\\]+)", steps)
    assert len(installs) == 2
    assert "--require-hashes --no-deps -r /tmp/semafor/requirements-server.lock" in installs[0]
    assert "--no-deps /tmp/semafor/semafor-*.whl" in installs[1]
    assert "COPY requirements-server.lock dist/semafor-*.whl /tmp/semafor/" in steps
    lock = (ROOT / "requirements-server.lock").read_text(encoding="utf-8")
    tested = (ROOT / "requirements-dev.lock").read_text(encoding="utf-8")
    for one in re.split(r"\n(?=\S)", lock.strip()):
        assert "--hash=sha256:" in one, one
        assert one.split()[0] in tested


def test_the_image_can_run_with_any_user_id() -> None:
    """Platforms start containers with user ids of their own, in group 0."""
    steps = (ROOT / "deploy/Containerfile").read_text(encoding="utf-8")
    assert 'install -d -o semafor -g 0 -m 0770 /data "$XDG_CACHE_HOME"' in steps
    assert "ENV HOME=/data" in steps


@pytest.mark.parametrize(
    ("readable", "clean", "code", "said"),
    [(True, True, 0, ""), (True, False, 1, "Known vulnerabilities"), (False, True, 3, "NOT AUDITED")],
)
def test_an_audit_that_could_not_be_made_is_none(
    tmp_path: Path, readable: bool, clean: bool, code: int, said: str
) -> None:
    auditor, holes = tmp_path / "uv", tmp_path / "list"
    auditor.write_text(f"#!/bin/sh\necho $* >> {tmp_path}/asked\nexit {0 if clean else 1}\n")
    auditor.chmod(0o755)
    if readable:
        holes.touch()
    done = subprocess.run(
        ["tools/audit.sh", auditor],
        cwd=ROOT,
        env={**os.environ, "AUDIT_LIST": holes.as_uri()},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == code
    assert said in done.stderr
    assert (tmp_path / "asked").exists() == readable


def test_every_test_run_audits_or_says_that_it_could_not() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert re.search(r"\$\(MAKE\) .* audit-or-say$", makefile, re.M)
    assert "tools/audit.sh $(BIN)/uv || [ $$? -eq 3 ]" in makefile
