"""Learning from games on the GPU: in the simulator the same rows and rewards as on the host."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = Path(__file__).with_name("crowd_on_device.py")
SIMULATOR = {"NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}


@pytest.mark.parametrize("board", ["europe", "cardgame"])
def test_games_on_the_device_are_read_alike(board: str) -> None:
    command = [sys.executable, str(PROGRAM), board]
    ran = subprocess.run(
        command, env={**os.environ, **SIMULATOR}, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "the same bytes" in ran.stdout
