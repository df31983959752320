"""The pages and files for people who run a server name real settings."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

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
