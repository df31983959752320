"""The same rules on a GPU: whether the games are the same byte for byte, and how many a second.

    python -m lab.gpu [--check 100000] [--speed] [--tune] [--tensors] [--small]

`--check` plays so many games of every board and number of players on the device and on all cores of the
processor and compares them byte for byte, then steps batches side by side, with players inside the step
too: a row of a table for each as soon as it is known. `--speed` writes the tables of lab/GPU.md
(gpu_speed.py), `--tune` compares variants, each compiled in a process of its own, `--tensors` tries
PyTorch on the same memory. `--small` is a few games of all kernels, for a memory checker around this program.
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
from semafor.games.kind import KindName
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


def all_tables(kind: KindName) -> Iterator[tuple[str, int]]:
    """Every board of a kind with every number of players."""
    for name in board_names():
        board = load_board(name)
        if kind_of(board).name == kind:
            yield from ((name, players) for players in board.options.players)


def digest_of(*arrays: Any) -> str:
    """A name for the content of arrays."""
    digest = hashlib.blake2b(digest_size=8)
    for array in arrays:
        digest.update(np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()


def play_on_device(name: str, players: int, games: int) -> Any:
    """The rows of a series."""
    with alone():
        return DeviceSeries(load_board(name), players, KEY, chunk=min(games, 2**16)).play(0, games)


def digests_of_games(where: str, kind: KindName, games: int) -> None:
    """Whole games of every board and number of players of a kind, as digests."""
    play = play_on_processor if where == "cpu" else play_on_device
    for name, players in all_tables(kind):
        rows = play(name, players, games)
        told = f"{games:,} games, {int(rows['decisions'].sum()):,} decisions"
        print(f"{name} {players}\t{told}\t{digest_of(rows)}", flush=True)


def digests_of_steps(where: str, kind: KindName, games: int, **options: Any) -> None:
    """Steps of a batch of every board of a kind, as digests of all its arrays."""
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


def digests_with_opponents(where: str, kind: KindName, games: int) -> None:
    """The same with players inside the step."""
    for opponents in ("greedy", "fast") if kind == "board" else ():
        digests_of_steps(where, kind, games, learner=0, opponents=opponents)


JOBS = {"games": digests_of_games, "steps": digests_of_steps, "opponents": digests_with_opponents}


class Comparison:
    """What the processor and the device said of the same games."""

    def __init__(self) -> None:
        self._said: dict[str, dict[str, str]] = {"cpu": {}, "cuda": {}}
        self._began = perf_counter()

    def hear(self, where: str, line: str) -> None:
        """A job's line: a digest, or something else to be told as it is."""
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
        """Whether both said the same of everything."""
        return self._said["cpu"] == self._said["cuda"] and bool(self._said["cpu"])


def check(games: int, rows: int) -> bool:
    """Every job on the processor and on the device, each in a process of its own; what they say, compared."""
    kinds: tuple[KindName, ...] = ("board", "cards")
    comparison = Comparison()
    print("| game | what | compared | after |\n|---|---|---|---:|", flush=True)

    def listen(job: tuple[str, str, KindName]) -> int:
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
    """This program once more."""
    return subprocess.Popen(
        [sys.executable, __file__, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )


def tune_all() -> None:
    """Every variant, compiled side by side; each line as it comes."""

    def listen(number: int) -> None:
        with start("--variant", str(number)) as process:
            for line in process.stdout or ():
                print(f"{gpu_speed.VARIANTS[number]}: {line}", end="", flush=True)

    with ThreadPoolExecutor(len(gpu_speed.VARIANTS)) as pool:
        list(pool.map(listen, range(len(gpu_speed.VARIANTS))))


def small() -> None:
    """A few games through all kernels."""
    batch = Batch("europe", games=32, players=2, learner=0, device="cuda", final_observations=True)
    for _ in range(120):
        batch.step(batch.random_actions())
    ended = int(np.asarray(batch.scores).any(axis=1).sum())
    rows = DeviceSeries(load_board("europe"), 2, KEY, chunk=32, tiers=(2, 10**9)).play(0, 64)
    device().synchronize()
    print(f"a few games through all kernels: {ended} of a batch ended, {len(rows)} whole ones")


def main() -> None:
    """Check, measure, or both."""
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
