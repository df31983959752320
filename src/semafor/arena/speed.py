"""Speed of the engine on this machine: random games, copies, exact scores."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from statistics import median
from time import perf_counter, process_time
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from semafor.arena.series import CHUNK, new_series, play_series
from semafor.engine.compile import compiled
from semafor.games.arrays import score_game
from semafor.games.lookup import kind_of
from semafor.seeds import series_key

if TYPE_CHECKING:
    from semafor.arena.series import Series
    from semafor.boards.model import Board
    from semafor.engine.state import Array, Facts


@compiled
def copy_states(states: Array, times: int) -> None:
    """Copy states within an array."""
    size = len(states)
    for i in range(times):
        states[(i + 1) % size] = states[i % size]


@compiled
def score_again(work: np.record, facts: Facts, times: int) -> None:
    """Score the finished game of the working space repeatedly."""
    for _ in range(times):
        score_game(work.state, facts, work.result, work)


ROUNDS = 7
"""Number of rounds; the best one counts, because other programs only slow a round down."""
ROUND_SECONDS = 0.25
SCORED_GAMES = 400
SCORINGS = 50
COPIES = 200_000
COPIED_STATES = 16


class Rates(msgspec.Struct, frozen=True):
    """Numbers per second."""

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
    """Speed of all cores relative to one."""
    cores_given: Rates
    """Processor time per clock time; less than the number of cores if other programs run."""


def measure_pace(board: Board, players: int, cores: int, rounds: int = ROUNDS) -> Pace:
    """Play random games, alternately on one core and on all."""
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
    """Return the number of games that take about a round, and their decisions; this also warms up."""
    series.play(0, 1)
    start = perf_counter()
    series.play(0, CHUNK)
    chunks = max(1, round(ROUND_SECONDS / (perf_counter() - start)))
    rows = series.play(0, chunks * CHUNK)
    return len(rows), int(rows["decisions"].sum())


def _time_games(series: Series, games: int, cores: int) -> tuple[float, float]:
    """Return the time in seconds, and the cores used."""
    start, busy = perf_counter(), process_time()
    for _ in play_series(series, games, cores, chunk=CHUNK // 4):
        pass
    taken = perf_counter() - start
    return taken, (process_time() - busy) / taken


def measure_copy(board: Board) -> float:
    """Return the nanoseconds for copying the state of a game in compiled code."""
    states = np.zeros(COPIED_STATES, kind_of(board).state)
    copy_states(states, 1)
    return min(_time_copies(states) for _ in range(ROUNDS)) * 1e9 / COPIES


def _time_copies(states: np.ndarray[tuple[int], np.dtype[np.void]]) -> float:
    start = perf_counter()
    copy_states(states, COPIES)
    return perf_counter() - start


def measure_scoring(board: Board, players: int, games: int = SCORED_GAMES) -> Scoring:
    """Measure the exact scoring of many finished games, each separately."""
    series = new_series(board, players, series_key("bench"))
    times = [_time_scoring(series, game) for game in range(games + 1)]
    return Scoring(median=median(times[1:]) * 1e6, worst=max(times[1:]) * 1e6)  # the first one compiles


def _time_scoring(series: Series, game: int) -> float:
    work = series.kind.new_work()
    series.play_in(work, game, game + 1)
    best = float("inf")
    for _ in range(3):
        start = perf_counter()
        score_again(work, series.kind.facts, SCORINGS)
        best = min(best, perf_counter() - start)
    return best / SCORINGS


FIRST_GAME = (
    "from semafor.arena.series import new_series; from semafor.boards import load_board; "
    "from semafor.seeds import series_key; new_series(load_board('usa'), 2, series_key(1)).play(0, 1)"
)
CACHED_STARTS = 3


class Start(msgspec.Struct, frozen=True):
    """Seconds from the start of Python to the end of a first game."""

    first: float
    """With an empty cache."""
    cached: float
    """With compiled code in the cache; the best of a few."""


def measure_start() -> Start:
    """Measure processes with an empty cache of their own."""
    with tempfile.TemporaryDirectory(prefix="semafor-start-") as folder:
        first = _time_process(folder)
        return Start(first, min(_time_process(folder) for _ in range(CACHED_STARTS)))


def _time_process(cache: str) -> float:
    start = perf_counter()
    environment = {**os.environ, "XDG_CACHE_HOME": cache}
    subprocess.run([sys.executable, "-c", FIRST_GAME], env=environment, capture_output=True, check=True)
    return perf_counter() - start


SECONDS = 3.0
FEWEST_GAMES = 2


class Uncompiled(msgspec.Struct, frozen=True):
    """Speed of one core without compilation."""

    games: int
    games_per_second: float
    decisions_per_second: float
    ratio: float = 0.0
    """Speed of compiled games relative to it."""


def measure_uncompiled(board: str, players: int) -> Uncompiled:
    """Play a few games in a separate process without compilation."""
    command = [sys.executable, "-W", "ignore", "-m", "semafor.arena.speed", board, str(players)]
    done = subprocess.run(
        command, env={**os.environ, "NUMBA_DISABLE_JIT": "1"}, capture_output=True, check=True
    )
    return msgspec.json.decode(done.stdout, type=Uncompiled)


def play_for(board: str, players: int, seconds: float) -> Uncompiled:
    """Play games for about this time, at least two."""
    from semafor.arena.series import new_series
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


def compile_apart() -> None:
    """Let another process fill the cache."""
    subprocess.run([sys.executable, "-m", "semafor.arena.speed"], stdout=subprocess.DEVNULL, check=True)


def call_everything() -> None:
    """Call every compiled function that is measured."""
    from semafor.boards import load_board

    for board in (load_board("usa"), load_board("cardgame")):
        measure_copy(board)
        measure_scoring(board, 2, games=1)


if __name__ == "__main__":  # a separate process: without arguments it compiles, otherwise it plays uncompiled
    if len(sys.argv) == 1:
        call_everything()
    else:
        print(json.dumps(msgspec.to_builtins(play_for(sys.argv[1], int(sys.argv[2]), SECONDS))))
