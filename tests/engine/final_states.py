"""Prints a digest of every state and of the result of some games, one line each.

Run as a program by the tests, with the engine compiled in one way or another:
`python -m tests.engine.final_states GAMES MIXES`, so many games of every shipped board, one of each of the
largest boards and of so many mixes.
"""

from __future__ import annotations

import sys
from hashlib import blake2b
from typing import TYPE_CHECKING

from semafor.boards.load import load_board
from tests.engine.largest import LARGEST
from tests.engine.mixes import SHIPPED, random_board
from tests.engine.raw_games import BROAD, EVEN, Setup, play, result_of

if TYPE_CHECKING:
    from collections.abc import Iterator

BY_SIDE = ("routes", "tickets", "completed", "longest", "line", "total", "rank")


def setups(games: int, mixes: int) -> Iterator[Setup]:
    """The games to play, the largest table first."""
    for name in SHIPPED:
        board = load_board(name)
        for seed in range(games):
            yield Setup(board, board.options.players[-1 - seed % len(board.options.players)], seed)
    for seed, board in enumerate([*LARGEST, *map(random_board, range(mixes))]):
        yield Setup(board, board.options.players[-1], seed)


def digest(setup: Setup) -> str:
    """Return a hash of everything that happened in a game."""
    states = play(setup, style=(EVEN, BROAD)[setup.seed % 2])
    result = result_of(states[-1], setup.facts)
    happened = blake2b(states.tobytes(), digest_size=8)
    for field in BY_SIDE:
        happened.update(result[field][: result.sides].tobytes())
    happened.update(result.borrowed.tobytes())
    return f"{setup.board.board} {setup.players} {setup.seed} {len(states)} {happened.hexdigest()}"


def digests(games: int, mixes: int) -> list[str]:
    """Print one line per game."""
    return [digest(setup) for setup in setups(games, mixes)]


if __name__ == "__main__":
    print("\n".join(digests(int(sys.argv[1]), int(sys.argv[2]))))
