"""How long a copy of a game takes in compiled code, and from Python.

python benchmarks/copy_state.py
"""

from __future__ import annotations

import time
from statistics import median
from typing import TYPE_CHECKING

import numpy as np

from semafor.engine.compile import rule
from semafor.engine.state import STATE, Array

if TYPE_CHECKING:
    from collections.abc import Callable

GAMES = 4096
ROUNDS = 25


@rule
def copy_each(games: Array, copies: Array) -> None:
    """Copy one game after the other."""
    for game in range(games.size):
        copies[game] = games[game]


@rule
def copy_one(games: Array, copies: Array) -> None:
    """Copy the first game as often: it stays in the nearest cache."""
    for game in range(games.size):
        copies[game % 8] = games[0]


def copy_in_python(games: Array, _copies: Array) -> None:
    """Copy one game after the other, each by a call of NumPy."""
    for game in range(games.size):
        games[game : game + 1].copy()


def nanoseconds(copy: Callable[[Array, Array], None]) -> float:
    """Time a copy takes, the median of some rounds."""
    games, copies = np.zeros(GAMES, STATE), np.zeros(GAMES, STATE)
    copy(games, copies)
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter_ns()
        copy(games, copies)
        times.append((time.perf_counter_ns() - start) / GAMES)
    return median(times)


if __name__ == "__main__":
    print(f"a game has {STATE.itemsize} bytes; a copy of it takes")
    for what, copy in (
        ("compiled, the same game", copy_one),
        ("compiled, many games", copy_each),
        ("from Python", copy_in_python),
    ):
        print(f"{nanoseconds(copy):8.0f} ns {what}")
