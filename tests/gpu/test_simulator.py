"""Small games of every board in the CUDA simulator: the same bytes as on the processor."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from semafor import board_names

SIMULATOR = {"NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}


def compare(program: str, board: str) -> None:
    """Let a program of this package compare the games of a board."""
    command = [sys.executable, "-m", f"{__package__}.{program}", board]
    ran = subprocess.run(
        command, env={**os.environ, **SIMULATOR}, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "the same bytes" in ran.stdout


@pytest.mark.parametrize("board", board_names())
def test_the_simulator_plays_the_same_games(board: str) -> None:
    compare("simulated", board)


def test_a_study_on_the_device_watches_the_same_games() -> None:
    compare("simulated_study", "berlin")


@pytest.mark.parametrize("board", ["europe", "cardgame"])
def test_games_on_the_device_are_read_alike(board: str) -> None:
    """What is learnt from: rows for the network, and rewards."""
    compare("simulated_game_pool", board)
