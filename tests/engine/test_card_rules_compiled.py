"""The rules are the same compiled, uncompiled and with every index checked."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
PROGRAM = Path(__file__).with_name("card_transcript.py")


@cache
def digest_with(*settings: str) -> str:
    """The hash of the sample games in a process of its own with these settings."""
    environment = os.environ | dict(setting.split("=") for setting in settings)
    folders = [str(TESTS), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment["PYTHONPATH"] = os.pathsep.join(folders)
    call = [sys.executable, "-W", "error", str(PROGRAM)]
    done = subprocess.run(call, env=environment, capture_output=True, text=True, check=False, timeout=300)
    assert not done.returncode, done.stderr
    return done.stdout


@pytest.mark.parametrize("setting", ["NUMBA_DISABLE_JIT=1", "SEMAFOR_BOUNDSCHECK=1"])
def test_same_games_however_they_are_run(setting: str) -> None:
    assert digest_with(setting) == digest_with()
