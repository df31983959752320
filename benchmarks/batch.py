"""Steps a second of `semafor.gym.Batch` with observations and masks, next to plain random play.

    python benchmarks/batch.py [--board europe --players 4 --games 4096 --seconds 2 --threads N]

A seat-step is one decision of one seat in one game: the action checked and applied, finished games
scored and dealt anew, the next seat's observation and mask written. The actions are rolled outside
the time measured. Plain random play writes nothing and lists only the legal actions; the ratio is
that of the rates by second of processor time, since other programs may take a part of the cores.
"""

from __future__ import annotations

import argparse
from time import perf_counter, process_time

import numpy as np

from semafor.arena.bench.pace import measure_pace
from semafor.boards import board_names, load_board
from semafor.cores import count_cores
from semafor.gym.batch import Batch

WARM_STEPS = 300
"""So that the games of a batch are spread over all phases."""
ROUNDS = 5


def measure_batch(batch: Batch, seconds: float) -> tuple[float, float]:
    """The best rate of a few rounds in seat-steps a second, and the cores given in that round."""
    actions = batch.random_actions()
    for _ in range(WARM_STEPS):
        batch.step(batch.random_actions(actions))
    return max(_time_round(batch, actions, seconds / ROUNDS) for _ in range(ROUNDS))


def _time_round(
    batch: Batch, actions: np.ndarray[tuple[int], np.dtype[np.int64]], seconds: float
) -> tuple[float, float]:
    taken = busy = 0.0
    steps = 0
    while taken < seconds:
        batch.random_actions(actions)
        start, start_busy = perf_counter(), process_time()
        batch.step(actions)
        taken += perf_counter() - start
        busy += process_time() - start_busy
        steps += 1
    return steps * batch.games / taken, busy / taken


def main() -> None:
    """Measure one board, or all."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--board", default="all")
    parser.add_argument("--players", type=int, help="the board's usual larger number without it")
    parser.add_argument("--games", type=int, default=4096)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--threads", type=int, default=count_cores())
    given = parser.parse_args()
    print(f"{'board':9} players   steps/s  cores given  steps/s of one core  random play : batch")
    for name in board_names() if given.board == "all" else [given.board]:
        board = load_board(name)
        players = given.players or (4 if 4 in board.options.players else max(board.options.players))
        batch = Batch(board, games=given.games, players=players, seed="bench", threads=given.threads)
        rate, cores = measure_batch(batch, given.seconds)
        plain = measure_pace(board, players, given.threads, rounds=2)
        plain_core = plain.decisions_per_second.all_cores / plain.cores_given.all_cores
        ratio = plain_core * cores / rate
        print(
            f"{name:9} {players:7} {rate:9,.0f} {cores:12.2f} {rate / cores:20,.0f} {ratio:20.1f}", flush=True
        )


if __name__ == "__main__":
    main()
