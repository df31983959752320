"""Measure steps per second of `semafor.gym.Batch` with observations and masks, and of random play without.

    python -m lab.batch [--board europe --players 4 --games 4096 --seconds 2 --threads N]
    python -m lab.batch --beside COMMIT   # alternating with the benchmark of an older commit

A seat-step is one decision of one seat in one game: the action checked and applied, finished games
scored and dealt anew, the next seat's observation and mask written. The actions are rolled outside
the time measured. Plain random play writes nothing and lists only the legal actions; the ratio is
that of the rates by second of processor time, since other programs may take a part of the cores.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter, process_time

import numpy as np

from semafor.arena.speed import measure_pace
from semafor.boards import board_names, load_board
from semafor.cores import count_cores
from semafor.gym.batch import Batch

WARM_STEPS = 300
"""Steps before measuring, which spread the games of a batch over all phases."""
ROUNDS = 5


def measure_batch(batch: Batch, seconds: float) -> tuple[float, float]:
    """Return the best rate of a few rounds in seat-steps per second, and the cores of that round."""
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


HERE = Path(__file__).resolve().parent.parent
RUNS = 3


def measure_beside(commit: str, options: list[str]) -> None:
    """Measure this tree and an older one alternately, and print the ratio of their best rates."""
    with tree_of(commit) as old:
        rates: dict[Path, list[float]] = {HERE: [], old: []}
        for _ in range(RUNS):
            for tree, its in rates.items():
                its.append(rate_of(tree, options))
    now, then = (max(its) for its in rates.values())
    print(f"seat-steps/s of one core: {now:,.0f} here, {then:,.0f} at {commit}; {now / then:.2f} times")


@contextmanager
def tree_of(commit: str) -> Iterator[Path]:
    """Check out a commit into a temporary folder."""
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        git = ["git", "-C", str(HERE), "worktree"]
        subprocess.run([*git, "add", "--quiet", "--detach", str(tree), commit], check=True)
        try:
            yield tree
        finally:
            subprocess.run([*git, "remove", "--force", str(tree)], check=True)


def rate_of(tree: Path, options: list[str]) -> float:
    """Return the steps per second and core reported by the benchmark of a tree."""
    command = [sys.executable, str(tree / "lab/batch.py"), *options]
    environment = os.environ | {"PYTHONPATH": str(tree / "src")}
    told = subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout
    print(told.splitlines()[-1], flush=True)
    return float(told.splitlines()[-1].split()[4].replace(",", ""))


def main() -> None:
    """Measure one board or all, or one board compared with an older commit."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--board", default="all")
    parser.add_argument("--players", type=int, help="default: the larger usual number of the board")
    parser.add_argument("--games", type=int, default=4096)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--threads", type=int, default=count_cores())
    parser.add_argument("--beside", metavar="COMMIT")
    given = parser.parse_args()
    if given.beside:
        board = "europe" if given.board == "all" else given.board
        of_both = ("--board", board, "--games", given.games, "--seconds", given.seconds, "--threads", 1)
        measure_beside(given.beside, [*map(str, of_both), "--players", str(given.players or 4)])
        return
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
