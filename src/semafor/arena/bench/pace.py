"""How fast the engine is on this machine: whole random games, copies, exact scores."""

from __future__ import annotations

from statistics import median
from time import perf_counter, process_time
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from semafor.arena.bench.compiled_loops import SCORE_AGAIN, copy_states
from semafor.arena.simulate.series import CHUNK, new_series, play_series
from semafor.kinds.lookup import kind_of
from semafor.seeds import series_key

if TYPE_CHECKING:
    from semafor.arena.simulate.series import Series
    from semafor.boards.model import Board

ROUNDS = 7
"""Every rate is the best of so many rounds: other work on the machine only ever slows one down."""
ROUND_SECONDS = 0.25
SCORED_GAMES = 400
SCORINGS = 50
COPIES = 200_000
COPIED_STATES = 16


class Rates(msgspec.Struct, frozen=True):
    """Something per second."""

    one_core: float
    all_cores: float


class Scoring(msgspec.Struct, frozen=True):
    """Microseconds for the exact score of a finished game."""

    median: float
    worst: float


class Pace(msgspec.Struct, frozen=True):
    """The speed of one board with one number of players."""

    board: str
    players: int
    cores: int
    games_per_second: Rates
    decisions_per_second: Rates
    speed_up: float
    """All cores against one."""
    cores_given: Rates
    """Processor time by clock time: where other programs run, less than the cores asked for."""


def measure_pace(board: Board, players: int, cores: int, rounds: int = ROUNDS) -> Pace:
    """Play whole random games, on one core and on all in turns."""
    series = new_series(board, players, series_key("bench"))
    games, decisions = _size_of_round(series)
    one, together = [], []
    for _ in range(rounds):
        one.append(_time_games(series, games, 1))
        together.append(_time_games(series, games * cores, cores))
    (best_one, given_one), (best_together, given_together) = min(one), min(together)
    rates = Rates(games / best_one, games * cores / best_together)
    per_game = decisions / games
    return Pace(
        board=board.board,
        players=players,
        cores=cores,
        games_per_second=rates,
        decisions_per_second=Rates(rates.one_core * per_game, rates.all_cores * per_game),
        speed_up=rates.all_cores / rates.one_core,
        cores_given=Rates(given_one, given_together),
    )


def _size_of_round(series: Series) -> tuple[int, int]:
    """Games that take about a round's time, and the decisions in them; this also warms up."""
    series.play(0, 1)
    start = perf_counter()
    series.play(0, CHUNK)
    chunks = max(1, round(ROUND_SECONDS / (perf_counter() - start)))
    rows = series.play(0, chunks * CHUNK)
    return len(rows), int(rows["decisions"].sum())


def _time_games(series: Series, games: int, cores: int) -> tuple[float, float]:
    """Seconds by the clock, and the cores that the machine gave for them."""
    start, busy = perf_counter(), process_time()
    for _ in play_series(series, games, cores, chunk=CHUNK // 4):
        pass
    taken = perf_counter() - start
    return taken, (process_time() - busy) / taken


def measure_copy(board: Board) -> float:
    """Nanoseconds for copying the state of a game in compiled code."""
    states = np.zeros(COPIED_STATES, kind_of(board).state)
    copy_states(states, 1)
    return min(_time_copies(states) for _ in range(ROUNDS)) * 1e9 / COPIES


def _time_copies(states: np.ndarray[tuple[int], np.dtype[np.void]]) -> float:
    start = perf_counter()
    copy_states(states, COPIES)
    return perf_counter() - start


def measure_scoring(board: Board, players: int, games: int = SCORED_GAMES) -> Scoring:
    """The exact scoring of many finished games, each timed by itself."""
    series = new_series(board, players, series_key("bench"))
    times = [_time_scoring(series, game) for game in range(games + 1)]
    return Scoring(median=median(times[1:]) * 1e6, worst=max(times[1:]) * 1e6)  # the first one compiles


def _time_scoring(series: Series, game: int) -> float:
    score_again, work = SCORE_AGAIN[series.kind.name], series.kind.new_work()
    series.play_in(work, game, game + 1)
    best = float("inf")
    for _ in range(3):
        start = perf_counter()
        score_again(work, series.kind.facts, SCORINGS)
        best = min(best, perf_counter() - start)
    return best / SCORINGS
