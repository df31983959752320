"""The same games by the same functions, uncompiled: how much the compiler gives."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from time import perf_counter

import msgspec

SECONDS = 3.0
FEWEST_GAMES = 2


class Uncompiled(msgspec.Struct, frozen=True):
    """The speed of one core without the compiler."""

    games: int
    games_per_second: float
    decisions_per_second: float
    ratio: float = 0.0
    """How many times faster the compiled games are."""


def measure_uncompiled(board: str, players: int) -> Uncompiled:
    """Play a few games in a process of its own, in which nothing is compiled."""
    command = [sys.executable, "-W", "ignore", "-m", "semafor.arena.bench.uncompiled", board, str(players)]
    done = subprocess.run(
        command, env={**os.environ, "NUMBA_DISABLE_JIT": "1"}, capture_output=True, check=True
    )
    return msgspec.json.decode(done.stdout, type=Uncompiled)


def play_for(board: str, players: int, seconds: float) -> Uncompiled:
    """Play games one after another for about this time, two at least."""
    from semafor.arena.simulate.series import new_series
    from semafor.boards import load_board
    from semafor.seeds import series_key

    series = new_series(load_board(board), players, series_key("bench"))
    games = decisions = 0
    start = perf_counter()
    while games < FEWEST_GAMES or perf_counter() - start < seconds:
        decisions += int(series.play(games, games + 1)["decisions"].sum())
        games += 1
    taken = perf_counter() - start
    return Uncompiled(games, games / taken, decisions / taken)


if __name__ == "__main__":
    measured = play_for(sys.argv[1], int(sys.argv[2]), SECONDS)
    print(json.dumps(msgspec.to_builtins(measured)))
