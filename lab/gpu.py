"""Compare games on a GPU with the CPU byte for byte, and measure their speed.

    python -m lab.gpu [--check 100000] [--speed] [--tune] [--tensors] [--small]

`--check` plays this many games of every board and number of players on the device and on all cores of the
CPU and compares them byte for byte, then does the same with steps of batches, with and without opponents
inside the step. `--speed` prints the tables of lab/GPU.md
(gpu_speed.py), `--tune` compares variants, each compiled in its own process, and `--tensors` checks memory
shared with PyTorch. `--small` plays a few games with all kernels, to be run with a memory checker.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter
from typing import Any

import numpy as np

from lab import gpu_speed, gpu_tensors
from lab.gpu_speed import KEY, alone, play_on_processor
from semafor.boards import board_names, load_board
from semafor.games.lookup import kind_of
from semafor.gym.batch import Batch
from semafor.gym.device.driver import SIMULATED, device
from semafor.gym.device.random_games import DeviceSeries

ARRAYS = (
    "observations",
    "masks",
    "words",
    "to_play",
    "done",
    "rewards",
    "scores",
    "points",
    "states",
    "finals",
)
STEPS = 40 if SIMULATED else 700


def all_tables(kind: str) -> Iterator[tuple[str, int]]:
    """Yield every board of a kind with every number of players."""
    for name in board_names():
        board = load_board(name)
        if kind_of(board).name == kind:
            yield from ((name, players) for players in board.options.players)


def digest_of(*arrays: Any) -> str:
    """Return a digest of arrays."""
    digest = hashlib.blake2b(digest_size=8)
    for array in arrays:
        digest.update(np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()


def play_on_device(name: str, players: int, games: int) -> Any:
    """Return the rows of a series."""
    with alone():
        return DeviceSeries(load_board(name), players, KEY, chunk=min(games, 2**16)).play(0, games)


def digests_of_games(where: str, kind: str, games: int) -> None:
    """Yield digests of whole games of every board and number of players of a kind."""
    play = play_on_processor if where == "cpu" else play_on_device
    for name, players in all_tables(kind):
        rows = play(name, players, games)
        told = f"{games:,} games, {int(rows['decisions'].sum()):,} decisions"
        print(f"{name} {players}\t{told}\t{digest_of(rows)}", flush=True)


def digests_of_steps(where: str, kind: str, games: int, **options: Any) -> None:
    """Yield digests of all arrays of batches of every board of a kind."""
    for name, players in dict(all_tables(kind)).items():
        settings: dict[str, Any] = {"reward": "score", "final_observations": True, **options}
        batch = Batch(name, games=games, players=players, seed="gpu", device=where, **settings)
        digests, ended = [], 0
        for step in range(STEPS):
            batch.step(batch.random_actions())
            ended += int(np.asarray(batch.done).sum())
            if step % 16 == 0 or step > STEPS - 8:
                shown = [batch.observe(0), *(getattr(batch, array) for array in ARRAYS)]
                digests.append(digest_of(*map(np.asarray, shown)))
        against = f" against {options['opponents']}" if options else ""
        told = f"{games} games x {STEPS} steps{against}, {ended} ended"
        print(f"{name} {players}\t{told}\t{digest_of(np.array(digests))}", flush=True)


def digests_with_opponents(where: str, kind: str, games: int) -> None:
    """Yield the same with opponents inside the step."""
    for opponents in ("greedy", "fast") if kind == "board" else ():
        digests_of_steps(where, kind, games, learner=0, opponents=opponents)


JOBS = {"games": digests_of_games, "steps": digests_of_steps, "opponents": digests_with_opponents}


class Comparison:
    """The results of CPU and device for the same games."""

    def __init__(self) -> None:
        self._said: dict[str, dict[str, str]] = {"cpu": {}, "cuda": {}}
        self._began = perf_counter()

    def hear(self, where: str, line: str) -> None:
        """Handle a line of a job: a digest, or a message to print."""
        if line.count("\t") != 2:
            print(f"{where}: {line}", end="", flush=True)
            return
        head, told, digest = line.rstrip().split("\t")
        self._said[where][f"{head} | {told}"] = digest
        self._tell(f"{head} | {told}")

    def _tell(self, what: str) -> None:
        both = [said.get(what) for said in self._said.values()]
        if None not in both:
            same = "the same bytes" if both[0] == both[1] else "DIFFERENT"
            print(f"| {what} | {same} | {perf_counter() - self._began:.0f} s |", flush=True)

    def all_the_same(self) -> bool:
        """Whether all results are equal."""
        return self._said["cpu"] == self._said["cuda"] and bool(self._said["cpu"])


def check(games: int, rows: int) -> bool:
    """Run every job on CPU and device, each in its own process, and compare the results."""
    kinds: tuple[str, ...] = ("board", "cards")
    comparison = Comparison()
    print("| game | what | compared | after |\n|---|---|---|---:|", flush=True)

    def listen(job: tuple[str, str, str]) -> int:
        where, what, kind = job
        with start("--job", where, what, kind, str(games if what == "games" else rows)) as process:
            for line in process.stdout or ():
                comparison.hear(where, line)
        return process.returncode

    jobs = [(where, what, kind) for what in JOBS for where in ("cpu", "cuda") for kind in kinds]
    with ThreadPoolExecutor(len(jobs)) as pool:
        codes = list(pool.map(listen, jobs))
    good = comparison.all_the_same() and not any(codes)
    print("all the same" if good else f"NOT the same, or not all compared: {codes}", flush=True)
    return good


def start(*arguments: str) -> subprocess.Popen[str]:
    """Start this program with other arguments."""
    return subprocess.Popen(
        [sys.executable, __file__, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )


def tune_all() -> None:
    """Compile all variants in parallel and print their lines."""

    def listen(number: int) -> None:
        with start("--variant", str(number)) as process:
            for line in process.stdout or ():
                print(f"{gpu_speed.VARIANTS[number]}: {line}", end="", flush=True)

    with ThreadPoolExecutor(len(gpu_speed.VARIANTS)) as pool:
        list(pool.map(listen, range(len(gpu_speed.VARIANTS))))


def small() -> None:
    """Play a few games with all kernels."""
    batch = Batch("europe", games=32, players=2, learner=0, device="cuda", final_observations=True)
    for _ in range(120):
        batch.step(batch.random_actions())
    ended = int(np.asarray(batch.scores).any(axis=1).sum())
    rows = DeviceSeries(load_board("europe"), 2, KEY, chunk=32, tiers=(2, 10**9)).play(0, 64)
    device().synchronize()
    print(f"a few games through all kernels: {ended} of a batch ended, {len(rows)} whole ones")


def main() -> None:
    """Check, measure, or both, as asked."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", type=int, default=0, metavar="GAMES")
    parser.add_argument("--speed", action="store_true")
    parser.add_argument("--tune", action="store_true")
    parser.add_argument("--tensors", action="store_true")
    parser.add_argument("--small", action="store_true")
    parser.add_argument("--variant", type=int)
    parser.add_argument("--job", nargs=4)
    given = parser.parse_args()
    if given.variant is not None:
        gpu_speed.tune(given.variant)
        return
    if given.job:
        where, job, kind, number = given.job
        JOBS[job](where, "board" if kind == "board" else "cards", int(number))
        return
    good = True
    if given.small:
        small()
    if given.check:
        good = check(given.check, 2 if SIMULATED else 256)
    if given.tune:
        tune_all()
    if given.speed:
        gpu_speed.measure()
    if given.tensors:
        gpu_tensors.main()
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
