"""Small games of every board in the CUDA simulator: the same bytes as on the processor."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from semafor import board_names

PROGRAM = Path(__file__).with_name("simulated.py")
SIMULATOR = {"NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}


@pytest.mark.parametrize("board", board_names())
def test_the_simulator_plays_the_same_games(board: str) -> None:
    command = [sys.executable, str(PROGRAM), board]
    ran = subprocess.run(
        command, env={**os.environ, **SIMULATOR}, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "the same bytes" in ran.stdout
