"""The same rules on a GPU: whether the games are the same byte for byte, and how many a second.

    python benchmarks/gpu.py [--check 100000] [--speed] [--tune] [--small]

`--check` plays so many games of every board and number of players on the device and on the processor and
compares them byte for byte, then steps two batches side by side. `--speed` writes the tables of
benchmarks/GPU.md. `--tune` tries kernels with other limits of registers, blocks and memory, each compiled in
a process of its own. `--small` is a few games of all kernels, for a memory checker around this program.
"""

from __future__ import annotations

import argparse
import fcntl
import hashlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from time import perf_counter
from typing import Any

import numpy as np

from semafor.arena.simulate.series import new_series
from semafor.boards import board_names, load_board
from semafor.cores import count_cores
from semafor.gym.batch import Batch
from semafor.gym.device.driver import SIMULATED, device
from semafor.gym.device.games import DeviceSeries
from semafor.gym.device.kernels import kernels_of
from semafor.kinds.base import KindName
from semafor.kinds.lookup import kind_of
from semafor.seeds import series_key

ARRAYS = ("observations", "masks", "words", "to_play", "done", "rewards", "scores", "points", "states")
KEY = series_key("gpu")
GOALS = (("europe", 4, 400e6), ("usa", 2, 700e6))
"""Decisions a second in whole random games with exact scores."""


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


@contextmanager
def alone() -> Iterator[None]:
    """Only one process measures at a time."""
    with open(f"{tempfile.gettempdir()}/semafor-gpu.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def play_on_processor(name: str, players: int, games: int) -> Any:
    """The rows of a series, by all cores."""
    series, cores = new_series(load_board(name), players, KEY), count_cores()
    edges = [games * core // cores for core in range(cores + 1)]
    with ThreadPoolExecutor(cores) as pool:
        return np.concatenate(list(pool.map(series.play, edges[:-1], edges[1:])))


def play_on_device(name: str, players: int, games: int) -> Any:
    """The same on the device."""
    DeviceSeries(load_board(name), players, KEY, chunk=64).launch(0)
    with alone():
        return DeviceSeries(load_board(name), players, KEY, chunk=min(games, 2**17)).play(0, games)


def digests_of_games(where: str, kind: KindName, games: int) -> None:
    """Whole games of every board and number of players of a kind, as digests."""
    play = play_on_processor if where == "cpu" else play_on_device
    for name, players in all_tables(kind):
        rows = play(name, players, games)
        told = f"{games:,} games, {int(rows['decisions'].sum()):,} decisions"
        print(f"{name} {players}\tgames: {told}\t{digest_of(rows)}", flush=True)


def digests_of_batches(where: str, kind: KindName, games: int) -> None:
    """Steps of a batch of every board of a kind, as digests of all its arrays."""
    for name, players in dict(all_tables(kind)).items():
        batch = Batch(name, games=games, players=players, seed="gpu", reward="score", device=where)
        digests, ended = [], 0
        for step in range(STEPS):
            batch.step(batch.random_actions())
            ended += int(np.asarray(batch.done).sum())
            if step % 16 == 0 or step > STEPS - 8:
                digests.append(digest_of(*(np.asarray(getattr(batch, array)) for array in ARRAYS)))
        told = f"{games} x {STEPS} steps, {ended} games ended"
        print(f"{name} {players}\tsteps: {told}\t{digest_of(np.array(digests))}", flush=True)


JOBS = {"games": digests_of_games, "batches": digests_of_batches}


def check(games: int, rows: int) -> bool:
    """Every job on the processor and on the device, each in a process of its own; what they say, compared."""
    kinds: tuple[KindName, ...] = ("board", "cards")
    jobs = [(job, kind) for job in JOBS for kind in kinds]
    said: dict[str, dict[str, str]] = {"cpu": {}, "cuda": {}}
    good = True

    def listen(where: str, job: str, kind: KindName) -> int:
        number = games if job == "games" else rows
        with start("--job", where, job, kind, str(number)) as process:
            for line in process.stdout or ():
                if "\t" not in line:
                    print(f"{where} {job}: {line}", end="", flush=True)
                    continue
                head, told, digest = line.rstrip().split("\t")
                said[where][f"{head} {told}"] = digest
                compare(f"{head} {told}")
        return process.returncode

    def compare(what: str) -> None:
        nonlocal good
        if what in said["cpu"] and what in said["cuda"]:
            same = said["cpu"][what] == said["cuda"][what]
            good &= same
            print(f"{what}: {'the same bytes' if same else 'DIFFERENT'}", flush=True)

    with ThreadPoolExecutor(8) as pool:
        runs = [pool.submit(listen, where, *job) for where in said for job in jobs]
    codes = [run.result() for run in runs]
    return good and not any(codes) and said["cpu"].keys() == said["cuda"].keys()


def start(*arguments: str) -> subprocess.Popen[str]:
    """This program once more."""
    return subprocess.Popen(
        [sys.executable, __file__, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )


def seconds_of(launch: Callable[[], None], times: int) -> float:
    """Device time of one launch, by events around many."""
    cuda = device()
    start, end = cuda.event(), cuda.event()
    launch()
    cuda.synchronize()
    start.record()
    for _ in range(times):
        launch()
    end.record()
    end.synchronize()
    return float(cuda.event_elapsed_time(start, end)) / 1000 / times


def bandwidth() -> float:
    """Bytes a second of a copy within the device, read and written."""
    cuda = device()
    a, b = (cuda.device_array(2**31, np.uint8) for _ in range(2))
    return 2 * 2**31 / seconds_of(lambda: a.copy_to_device(b), 20)


def speed_of_games(name: str, players: int, chunk: int, block: int, **options: Any) -> str:
    """Whole games: decisions and games a second, and the share of scoring."""
    board = load_board(name)
    kernels = kernels_of(kind_of(board).name, **options)
    series = DeviceSeries(board, players, KEY, chunk=chunk, kernels=kernels, block=block)
    both = seconds_of(lambda: series.launch(0), 3)
    games = seconds_of(lambda: series.launch_games(0), 3)
    decisions = series.decisions()
    return (
        f"{name} {players}: {chunk} games a launch, block {block}, {options}: {decisions / both / 1e6:.0f} M "
        f"decisions/s, {chunk / both:,.0f} games/s with scores; {decisions / games / 1e6:.0f} M without"
    )


def speed_of_steps(name: str, players: int, games: int, kernels: Any = None) -> str:
    """Seat-steps a second with observations and masks, and each kernel alone."""
    before = device().current_context().get_memory_info().free
    batch = Batch(name, games=games, players=players, seed="gpu", device="cuda", kernels=kernels)
    room: Any = batch._room
    actions = batch.random_actions()
    for _ in range(300):
        batch.random_actions(actions)
        room.step(batch._tables, actions.array)
    device().synchronize()

    def strict() -> None:
        batch.random_actions(actions)
        batch.step(actions)

    def whole() -> None:
        batch.random_actions(actions)
        room.step(batch._tables, actions.array)

    used = before - device().current_context().get_memory_info().free
    start = perf_counter()
    for _ in range(100):
        strict()
    device().synchronize()
    checked = (perf_counter() - start) / 100
    together = seconds_of(whole, 100)
    rolling = seconds_of(lambda: room.roll(batch._tables, actions.array), 100)
    widening = seconds_of(lambda: room._widen(batch._tables), 100)
    finishing = seconds_of(lambda: room._finish(batch._tables), 100)
    return (
        f"{name} {players}: {games} games, {used / 1e9:.2f} GB: {games / (together - rolling) / 1e6:.1f} M "
        f"seat-steps/s ({games / checked / 1e6:.1f} M with rolled and checked actions); "
        f"{1e6 * together:.0f} us a step, of it rolling {1e6 * rolling:.0f}, widening "
        f"{1e6 * widening:.0f}, finishing nothing {1e6 * finishing:.0f}"
    )


def told_of(kernel: Any) -> str:
    """Registers and local memory of a thread."""
    registers = max(kernel.get_regs_per_thread().values())
    local = max(kernel.get_local_mem_per_thread().values())
    return f"{registers} registers, {local} bytes of local memory"


VARIANTS = [
    (what, local, registers)
    for local, registers in ((True, None), (True, 64), (False, None), (False, 64), (True, 48))
    for what in ("games", "steps")
]


def tune(number: int) -> None:
    """One variant: compile first, then measure alone."""
    what, local, registers = VARIANTS[number]
    began = perf_counter()
    options: dict[str, Any] = {"local": local, "registers": registers}
    kernels = kernels_of("board", **options)
    if what == "games":
        DeviceSeries(load_board("europe"), 4, KEY, chunk=64, kernels=kernels).launch(0)
        device().synchronize()
        print(f"play: {told_of(kernels.play)}; score: {told_of(kernels.score)}", flush=True)
        print(f"compiled in {perf_counter() - began:.0f} s", flush=True)
        with alone():
            for name, players, _goal in GOALS:
                for chunk, block in ((2**18, 64), (2**17, 32), (2**17, 128)):
                    print(speed_of_games(name, players, chunk, block, **options), flush=True)
    else:
        batch = Batch("europe", games=64, players=4, device="cuda", kernels=kernels)
        batch.step(batch.random_actions())
        device().synchronize()
        print(f"step: {told_of(kernels.step)}; finish: {told_of(kernels.finish)}", flush=True)
        print(f"compiled in {perf_counter() - began:.0f} s", flush=True)
        with alone():
            for games in (2**16, 2**18):
                print(speed_of_steps("europe", 4, games, kernels), flush=True)


def tune_all() -> None:
    """Every variant, compiled side by side; each line as it comes."""

    def listen(number: int) -> None:
        with start("--variant", str(number)) as process:
            for line in process.stdout or ():
                print(f"{VARIANTS[number]}: {line}", end="", flush=True)

    with ThreadPoolExecutor(len(VARIANTS)) as pool:
        list(pool.map(listen, range(len(VARIANTS))))


def measure() -> None:
    """The tables of benchmarks/GPU.md."""
    print(f"copy within the device: {bandwidth() / 1e12:.2f} TB/s read and written")
    for name, players in (
        *(goal[:2] for goal in GOALS),
        ("usa", 4),
        ("asia", 4),
        ("iberia", 4),
        ("berlin", 4),
    ):
        start = perf_counter()
        rows = play_on_processor(name, players, 2**14)
        processor = int(rows["decisions"].sum()) / (perf_counter() - start)
        print(f"{name} {players}: processor, {count_cores()} cores: {processor / 1e6:.1f} M decisions/s")
        print(speed_of_games(name, players, 2**18, 64), flush=True)
    for name, players, _goal in GOALS:
        for games in (2**14, 2**16, 2**18):
            print(speed_of_steps(name, players, games), flush=True)


def small() -> None:
    """A few steps through the kernels of a batch."""
    batch = Batch("europe", games=32, players=2, learner=0, device="cuda", final_observations=True)
    for _ in range(120):
        batch.step(batch.random_actions())
    device().synchronize()
    print(
        f"a few games through the kernels of a batch: {int(np.asarray(batch.scores).any(axis=1).sum())} ended"
    )


def main() -> None:
    """Check, measure, or both."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", type=int, default=0, metavar="GAMES")
    parser.add_argument("--speed", action="store_true")
    parser.add_argument("--tune", action="store_true")
    parser.add_argument("--small", action="store_true")
    parser.add_argument("--variant", type=int)
    parser.add_argument("--job", nargs=4)
    given = parser.parse_args()
    if given.variant is not None:
        tune(given.variant)
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
        measure()
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
