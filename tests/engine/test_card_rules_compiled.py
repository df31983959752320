"""The rules are the same compiled, uncompiled and with every index checked."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@cache
def digest_with(*settings: str) -> str:
    """The hash of the sample games in a process of its own with these settings."""
    environment = os.environ | dict(setting.split("=") for setting in settings)
    call = [sys.executable, "-W", "error", "-m", "tests.engine.card_transcript"]
    done = subprocess.run(
        call, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=300
    )
    assert not done.returncode, done.stderr
    return done.stdout


@pytest.mark.parametrize("setting", ["NUMBA_DISABLE_JIT=1", "SEMAFOR_BOUNDSCHECK=1"])
def test_same_games_however_they_are_run(setting: str) -> None:
    assert digest_with(setting) == digest_with()
