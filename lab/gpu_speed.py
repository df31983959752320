"""Measure games on a GPU: whole games, steps of a batch, and variants of both; run by `gpu.py`."""

from __future__ import annotations

import fcntl
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from time import perf_counter
from typing import Any

import numpy as np

from semafor.arena.series import new_series
from semafor.boards import load_board
from semafor.cores import count_cores
from semafor.games.lookup import kind_of
from semafor.gym.batch import Batch
from semafor.gym.device.driver import SIMULATED, device
from semafor.gym.device.gpu_backend import BLOCK, ENDING, SPREAD, GpuBackend
from semafor.gym.device.kernels import Kernels, kernels_of
from semafor.gym.device.random_games import DeviceSeries
from semafor.gym.device.scoring import ENDLESS, TIERS
from semafor.seeds import series_key

KEY = series_key("gpu")
GOALS = (("berlin", 2),) if SIMULATED else (("europe", 4), ("usa", 2))
"""Target: 400 and 700 million decisions per second in whole random games with exact scores."""
OTHERS = () if SIMULATED else (("usa", 4), ("asia", 4), ("iberia", 4), ("berlin", 4), ("cardgame", 4))
CHUNK = 2 if SIMULATED else 2**18
"""Games per launch."""
BATCHES = (2,) if SIMULATED else (2**14, 2**16, 2**18, 2**20)
COPIED = 2**10 if SIMULATED else 2**31
"""Bytes copied to measure the bandwidth."""


@contextmanager
def alone() -> Iterator[None]:
    """Lock file, so that only one process measures at a time."""
    with open(f"{tempfile.gettempdir()}/semafor-gpu.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def play_on_processor(name: str, players: int, games: int) -> Any:
    """Return the rows of a series, played on all cores."""
    series, cores = new_series(load_board(name), players, KEY), count_cores()
    edges = [games * core // cores for core in range(cores + 1)]
    with ThreadPoolExecutor(cores) as pool:
        return np.concatenate(list(pool.map(series.play, edges[:-1], edges[1:])))


def seconds_of(launch: Callable[[], object], times: int) -> float:
    """Return the mean seconds per launch; the simulator launches once more only."""
    times = 1 if SIMULATED else times
    launch()
    device().synchronize()
    start = perf_counter()
    for _ in range(times):
        launch()
    device().synchronize()
    return (perf_counter() - start) / times


def bandwidth() -> float:
    """Return the bytes per second read and written by a copy within the device."""
    a, b = (device().device_array(COPIED, np.uint8) for _ in range(2))
    return 2 * COPIED / seconds_of(lambda: a.copy_to_device(b), 20)


def told_of(kernel: Any) -> str:
    """Return registers and local memory per thread."""
    registers = max(kernel.get_regs_per_thread().values())
    return f"{registers} registers, {max(kernel.get_local_mem_per_thread().values()):,} bytes"


def speed_of_games(name: str, players: int, chunk: int = CHUNK, **options: Any) -> str:
    """Print a row: whole games with exact scores, and playing and scoring separately."""
    series = DeviceSeries(load_board(name), players, KEY, chunk=chunk, **options)
    both = seconds_of(lambda: series.launch(0), 6)
    games = seconds_of(lambda: series.launch_games(0), 4)
    scores = seconds_of(series.launch_scores, 4)
    decisions = series.decisions()
    return (
        f"| {name} {players} | {chunk:,} | {decisions / both / 1e6:.0f} M | {chunk / both:,.0f} | "
        f"{decisions / games / 1e6:.0f} M | {1e3 * both:.0f} | {1e3 * games:.0f} | {1e3 * scores:.0f} |"
    )


GAMES_HEAD = (
    "| game | games a launch | decisions/s | games/s | without scores | ms a launch | playing | scoring |\n"
    "|---|---:|---:|---:|---:|---:|---:|---:|"
)
STEPS_HEAD = (
    "| game | games | seat-steps/s | rolled and checked | us a step | enqueueing "
    "| rolling | stepping | looking | scoring | scoring and dealing | widening | MB of arrays | MB taken |\n"
    + "|---|"
    + "---:|" * 13
)


def speed_of_steps(name: str, players: int, games: int, kernels: Kernels | None = None) -> str:
    """Print a row: steps with observations and masks, and each part separately."""
    before = device().current_context().get_memory_info().free
    batch = Batch(name, games=games, players=players, seed="gpu", device="cuda", kernels=kernels)
    room, tables, actions = batch._backend, batch._tables, batch.random_actions()

    def strict() -> None:
        batch.random_actions(actions)
        batch.step(actions)

    def whole() -> None:
        batch.random_actions(actions)
        room.step(tables, actions.array)

    for _ in range(1 if SIMULATED else 300):
        whole()
    device().synchronize()
    used = before - device().current_context().get_memory_info().free
    own = sum(int(array.nbytes) for array in tables) + batch._backend.nbytes  # type: ignore[attr-defined]  # a device's
    checked, together = seconds_of(strict, 60), seconds_of(whole, 100)
    start = perf_counter()
    for _ in range(5):
        whole()
    enqueueing = (perf_counter() - start) / 5
    device().synchronize()
    rolling = seconds_of(lambda: room.roll(tables, actions.array), 60)
    parts = np.mean([timeline(batch, actions) for _ in range(1 if SIMULATED else 40)], axis=0)
    return (
        f"| {name} {players} | {games:,} | {games / (together - rolling) / 1e6:.0f} M | "
        f"{games / checked / 1e6:.0f} M | {1e6 * together:.0f} | {1e6 * enqueueing:.0f} | "
        f"{1e6 * rolling:.0f} | "
        + " | ".join(f"{1e3 * part:.0f}" for part in parts)
        + f" | {own / 1e6:.0f} | {used / 1e6:.0f} |"
    )


def timeline(batch: Batch, actions: Any) -> list[float]:
    """Return the milliseconds of one more step by part.

    The parts are stepping; scoring, scoring with dealing, and observing, which run in parallel; and widening.
    """
    room = batch._backend
    assert isinstance(room, GpuBackend)
    tables, scores, kernels = batch._tables, room._scores, room._kernels
    batch.random_actions(actions)
    device().synchronize()
    began, stepped, scored, finished, looked, widened = (device().event() for _ in range(6))
    began.record(room._main)
    given = room._packed, actions.array, scores.lists, scores.counts, room._changed, room._desk
    room._launch(kernels.step, room._main, tables, *given)
    stepped.record(room._main)
    stepped.wait(room._aside)
    scores.launch(tables.states, tables.facts, ENDING, BLOCK, SPREAD, room._aside)
    scored.record(room._aside)
    room._finish(tables, True, SPREAD)
    finished.record(room._aside)
    if not kernels.looks:
        room._launch(kernels.look, room._main, tables, room._packed, room._changed)
    looked.record(room._main)
    room._widen(tables, room._main)
    widened.record(room._main)
    widened.synchronize()
    later = max(began.elapsed_time(finished), began.elapsed_time(looked))
    return [
        began.elapsed_time(stepped),
        *(stepped.elapsed_time(event) for event in (looked, scored, finished)),
        began.elapsed_time(widened) - later,
    ]


# ---- variants -----------------------------------------------------------------------------------

GAMES_VARIANTS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("as it is", {}),
    ("two tiers", {"tiers": (48, ENDLESS)}),
    ("three tiers", {"tiers": (24, 160, ENDLESS)}),
    ("blocks of 128", {"block": 128}),
    ("blocks of 32", {"block": 32}),
    ("half the games", {"chunk": 2**17}),
    ("twice the games", {"chunk": 2**19}),
)
VARIANTS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("games", {}),
    ("steps", {}),
    ("steps", {"looks": True}),
    ("games", {"registers": 80}),
    ("games", {"registers": 48}),
    ("steps", {"registers": 80}),
    ("steps", {"registers": None}),
)
"""What is measured and how its kernels are compiled, the most important first."""


def tune(number: int) -> None:
    """Compile one variant, then measure it alone."""
    what, options = VARIANTS[number]
    began = perf_counter()
    kernels = kernels_of(kind_of(load_board("europe")), **options)
    if what == "games":
        DeviceSeries(load_board("europe"), 4, KEY, chunk=64, kernels=kernels).play(0, 64)
        told = {name: told_of(getattr(kernels, name)) for name in ("play", "lines", "tickets")}
    else:
        batch = Batch("europe", games=64, players=4, device="cuda", kernels=kernels)
        batch.step(batch.random_actions())
        device().synchronize()
        told = {name: told_of(getattr(kernels, name)) for name in ("step", "finish")}
    print(f"compiled in {perf_counter() - began:.0f} s: {told}", flush=True)
    with alone():
        tune_games(kernels, options) if what == "games" else tune_steps(kernels)


def tune_games(kernels: Kernels, options: dict[str, Any]) -> None:
    """Measure whole games with all launch parameters; only a few with other kernels."""
    print(GAMES_HEAD, flush=True)
    for told, settings in GAMES_VARIANTS[: 2 if options else None]:
        for name, players in GOALS:
            row = speed_of_games(name, players, **{"kernels": kernels, **settings})
            print(f"{row} {told}", flush=True)


def tune_steps(kernels: Kernels) -> None:
    """Measure steps of batches of several sizes."""
    print(STEPS_HEAD, flush=True)
    for games in (2**16, 2**18, 2**19):
        print(speed_of_steps("europe", 4, games, kernels), flush=True)


def tell_processor(name: str, players: int) -> None:
    """Measure the same whole games on all cores of the CPU."""
    play_on_processor(name, players, count_cores())
    start = perf_counter()
    rows = play_on_processor(name, players, count_cores() if SIMULATED else 2**14)
    rate = int(rows["decisions"].sum()) / (perf_counter() - start)
    print(f"{name} {players}: processor, {count_cores()} cores: {rate / 1e6:.1f} M decisions/s", flush=True)


def measure() -> None:
    """Print the tables of lab/GPU.md, the most important first."""
    name, players = GOALS[0]
    DeviceSeries(load_board(name), players, KEY, chunk=min(64, CHUNK)).play(0, min(64, CHUNK))
    with alone():
        print(f"copy within the device: {bandwidth() / 1e12:.2f} TB/s read and written; tiers {TIERS}")
        for name, players in GOALS:
            tell_processor(name, players)
        print(GAMES_HEAD, flush=True)
        for name, players in GOALS:
            print(speed_of_games(name, players), flush=True)
        print(STEPS_HEAD, flush=True)
        for name, players in GOALS:
            for games in BATCHES:
                print(speed_of_steps(name, players, games), flush=True)
        print(GAMES_HEAD, flush=True)
        for name, players in OTHERS:
            print(speed_of_games(name, players), flush=True)
            tell_processor(name, players)
