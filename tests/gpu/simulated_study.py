"""The first decisions of watched games in the CUDA simulator against those without it, byte by byte.

NUMBA_ENABLE_CUDASIM=1 NUMBA_DISABLE_JIT=1 python -m tests.gpu.simulated_study BOARD
"""

from __future__ import annotations

import sys

from semafor.boards import load_board
from semafor.knowledge import rollouts
from semafor.workshop.study.device_games import watch_on_device
from semafor.workshop.study.watching import watch

DECISIONS = 60
GAMES = 3


def main() -> None:
    """Compare games of different styles on one board."""
    name = sys.argv[1]
    vars(rollouts)["LONGEST_GAME"] = DECISIONS  # whole games take minutes without a compiler
    board = load_board(name)
    players = min(board.options.players)
    told: list[int] = []
    here = watch(board, players, GAMES, "simulated", 1, True, told.append)
    there = watch_on_device(board, players, GAMES, "simulated", True, told.append)
    assert here["decisions"].tolist() == GAMES * [DECISIONS]
    assert (here["owner"] >= 0).any(axis=1).all(), "routes are claimed in them"
    assert here.tobytes() == there.tobytes(), (here, there)
    assert sum(told) == 2 * GAMES
    print(f"{name}: the same bytes")


if __name__ == "__main__":
    main()
