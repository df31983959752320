"""Measure the Python API: microseconds for moves, play and view on each board, compared with the engine.

python -m lab.api [players]

Games are random. Every decision lists the moves, gets the view of the deciding seat, and plays.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from random import Random
from time import process_time
from typing import Any, TypeVar

from semafor import Game, board_names, load_board
from semafor.arena.series import new_series
from semafor.seeds import series_key

GAMES = 5
RAW_GAMES = 2_000
CALLS = ("moves", "play", "view")
Answer = TypeVar("Answer")
Spent = Counter[str]
"""Nanoseconds per call, and the numbers of games, decisions and listed moves."""


def timed(spent: Spent, name: str, call: Callable[..., Answer], *about: Any, **more: Any) -> Answer:
    """Return the result of a call, and add its processor time to the total."""
    start = process_time()
    answer = call(*about, **more)
    spent[name] += round(1e9 * (process_time() - start))
    return answer


def measure(board: str, players: int, games: int) -> Spent:
    """Return the nanoseconds spent in random games through the API."""
    spent, chance = Spent(games=games), Random(board)
    for seed in range(games):
        game = timed(spent, "new", Game.new, board, players=players, seed=seed)
        while not game.over:
            seat = chance.choice(game.pending)
            moves = timed(spent, "moves", game.moves, seat)
            timed(spent, "view", game.view, seat)
            timed(spent, "play", game.play, chance.choice(moves), seat)
            spent.update(decisions=1, listed=len(moves))
    return spent


def measure_raw(board: str, players: int) -> float:
    """Return the nanoseconds per decision of the compiled engine."""
    series, spent = new_series(load_board(board), players, series_key("bench")), Spent()
    series.play(0, 1)
    played = timed(spent, "raw", series.play, 0, RAW_GAMES)
    return spent["raw"] / int(played["decisions"].sum())


def main() -> None:
    """Print the table."""
    players = int(sys.argv[1]) if len(sys.argv) > 1 else 4
    heads = " ".join(f"{head:>6}" for head in ("new", *CALLS, "all"))
    print(f"{'board':8} {heads}  µs   moves listed   × raw step")
    for board in board_names():
        if not load_board(board).routes or players not in load_board(board).options.players:
            continue
        measure(board, players, games=1)
        spent, raw = measure(board, players, GAMES), measure_raw(board, players)
        calls = [spent[call] / spent["decisions"] for call in CALLS]
        cells = " ".join(f"{cell / 1000:6.0f}" for cell in (spent["new"] / GAMES, *calls, sum(calls)))
        print(
            f"{board:8} {cells}      {spent['listed'] / spent['decisions']:12.1f}   {sum(calls) / raw:10.0f}"
        )


if __name__ == "__main__":
    main()
