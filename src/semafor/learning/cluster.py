"""A run by several workers of a Ray cluster: who is hired where, and what comes of them."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event
from typing import Any, NamedTuple

import msgspec
import torch
import torch.distributed as dist

from semafor.arena.game_workers import HEARTBEAT
from semafor.arena.ray_cluster import connected
from semafor.boards.model import Board
from semafor.bots.search.chart import FOLDERS
from semafor.cores import count_cores
from semafor.errors import BadSetup, PartnerLost, SemaforError
from semafor.learning.checkpoint import load_checkpoint, path_of
from semafor.learning.settings import Settings
from semafor.learning.together import Helper, Together, meeting_point
from semafor.learning.training import Training

APART = 1_000_003
"""Between the seeds of two workers."""

WEIGHTS = ("start", "against", "rival")
"""What of an order are files of weights."""

Files = dict[str, bytes]


class Order(NamedTuple):
    """What a run is asked for: the arguments of `Training`."""

    board: Board
    players: tuple[int, ...]
    settings: Settings
    folder: Path
    device: str
    start: Path | None = None
    against: Path | None = None
    rival: Path | None = None


class Caller(NamedTuple):
    """What workers take over from the process that was called."""

    command: list[str]
    knobs: str | None
    """Folders with tuned knobs."""


class Address(NamedTuple):
    """Where the first worker waits for the others."""

    host: str
    port: int


def caller_here() -> Caller:
    """This process."""
    return Caller(sys.argv, os.environ.get(FOLDERS))


def pack(order: Order) -> Files:
    """The files that an order names, for workers who may be on other machines."""
    saved = path_of(order.folder)
    paths = {saved.name: saved, **{name: getattr(order, name) for name in WEIGHTS}}
    return {name: path.read_bytes() for name, path in paths.items() if path is not None and path.is_file()}


def unpack(order: Order, files: Files, folder: Path) -> Order:
    """The same order with its files in a folder of this machine."""
    for name, content in files.items():
        (folder / name).write_bytes(content)
    brought: dict[str, Any] = {name: folder / name for name in WEIGHTS if name in files}
    return order._replace(folder=folder, **brought)


class Worker:
    """One of several who learn together, counted from 0; `stop` may be called while `run` is running."""

    def __init__(self, number: int, count: int, caller: Caller) -> None:
        self.number, self.count = number, count
        self.stop_wished = Event()
        sys.argv = caller.command  # for the card of the weights
        if caller.knobs is not None:
            os.environ[FOLDERS] = caller.knobs

    def open(self, host: str) -> Address:
        """Let the others find the first worker at its machine's address."""
        self.store = meeting_point(host, 0, first=True)
        return Address(host, self.store.port)

    def run(self, order: Order, files: Files, address: Address, minutes: float) -> None:
        """Train until the time is over or somebody told the first one to stop."""
        torch.set_num_threads(min(order.settings.threads, count_cores()))  # Ray leaves one
        if self.number > 0:
            self.store = meeting_point(*address, first=False)
        together = Together(self.store, self.number, self.count, order.device, self.stop_wished)
        with TemporaryDirectory(ignore_cleanup_errors=True) as folder, suppress(KeyboardInterrupt):
            self.training = self._begin(order, unpack(order, files, Path(folder)), together)
            self.training.run(minutes)
        dist.destroy_process_group()
        self.stop_wished.clear()

    def stop(self) -> None:
        """Let all of them save and end after this round; said to the first."""
        self.stop_wished.set()

    def _begin(self, order: Order, copied: Order, together: Together) -> Training:
        """The run of this worker: the first has the folder, the others a copy of what is in it."""
        if self.number == 0:
            training = Training(*order, partners=together)
        else:
            seed = order.settings.seed + APART * self.number
            settings = msgspec.structs.replace(order.settings, seed=seed)
            training = Helper(*copied._replace(settings=settings), partners=together)
            torch.manual_seed(seed + training.progress.decisions)  # the checkpoint has the dice of the first
        together.copy_first(training.learner.network)
        return training


ROOM = 20.0
"""Seconds to wait for what others of the cluster have not given back yet."""
GRACE = 10.0
"""Seconds for the others to save when one is lost."""


def train_together(order: Order, workers: int, minutes: float) -> None:
    """Train with so many workers; BadSetup where there is no room for them, PartnerLost where one is lost."""
    with connected(None) as ray, sigterm_as_ctrl_c(), hired(ray, order.device, workers) as team:
        team.run(order._replace(folder=order.folder.resolve()), minutes)


@contextmanager
def sigterm_as_ctrl_c() -> Iterator[None]:
    """Whoever stops the run, what was learnt is saved: Ray has put its own answer to SIGTERM there."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextmanager
def hired(ray: Any, device: str, workers: int) -> Iterator[Team]:
    """Workers with a GPU or a core each, the first on this machine, where the folder is."""
    needs = {"CPU": 1.0, "GPU": 1.0} if device == "cuda" else {"CPU": 1.0}
    places = _places(ray, needs, workers)
    try:
        yield Team(ray, [_hire(ray, places, number, needs, workers) for number in range(workers)])
    finally:
        ray.util.remove_placement_group(places)  # this ends all who work there


def _places(ray: Any, needs: dict[str, float], workers: int) -> Any:
    """Room for all workers at once; BadSetup where there is not enough."""
    kind, spread = ("GPU", "PACK") if "GPU" in needs else ("CPU", "SPREAD")
    here = needs | {f"node:{_address_here(ray)}": 0.001}
    there = int(ray.cluster_resources().get(kind, 0))
    places = ray.util.placement_group([here, *(needs for _ in range(workers - 1))], spread)
    if there < workers or not places.wait(ROOM):
        free = int(ray.available_resources().get(kind, 0))
        ray.util.remove_placement_group(places)
        raise BadSetup("no-room", case=kind.lower(), workers=workers, there=there, free=free)
    return places


def _address_here(ray: Any) -> str:
    """The address that this machine has in the cluster."""
    mine = ray.get_runtime_context().get_node_id()
    return str(next(node["NodeManagerAddress"] for node in ray.nodes() if node["NodeID"] == mine))


def _hire(ray: Any, places: Any, number: int, needs: dict[str, float], workers: int) -> Any:
    strategy = ray.util.scheduling_strategies.PlacementGroupSchedulingStrategy(places, number)
    chosen = ray.remote(Worker).options(
        num_cpus=needs["CPU"],
        num_gpus=needs.get("GPU", 0),
        scheduling_strategy=strategy,
        max_concurrency=2,  # it can be told to stop
    )
    return chosen.remote(number, workers, caller_here())


class Team:
    """Workers who train together, and whoever waits for them."""

    def __init__(self, ray: Any, workers: list[Any]) -> None:
        self.ray, self.workers = ray, workers

    def run(self, order: Order, minutes: float) -> None:
        """Train; KeyboardInterrupt, once all is saved, where it came to this process."""
        saved = load_checkpoint(order.folder, order.board.board, order.settings)
        lines = WorkerLines(order.folder / "log.jsonl", len(saved["progress"].lines) if saved else 0)
        first, files = self.workers[0], self.ray.put(pack(order))
        address = first.open.remote(_address_here(self.ray))
        runs = [worker.run.remote(order, files, address, minutes) for worker in self.workers]
        try:
            self._watch(runs, lines, order.folder)
        except KeyboardInterrupt:
            first.stop.remote()
            self._watch(runs, lines, order.folder)
            raise

    def _watch(self, runs: list[Any], lines: WorkerLines, folder: Path) -> None:
        """Tell what the first writes, until all have ended; PartnerLost where one did not end well."""
        going = runs
        while going:
            ended, going = self.ray.wait(going, timeout=HEARTBEAT)
            lines.tell()
            if any(self._failure(run) for run in ended):
                raise self._lost(runs, folder)

    def _failure(self, run: Any) -> Exception | None:
        """Why a run that has ended did not end well."""
        try:
            self.ray.get(run)
        except self.ray.exceptions.RayError as error:
            return error  # type: ignore[no-any-return]  # Ray comes without types here
        return None

    def _lost(self, runs: list[Any], folder: Path) -> SemaforError:
        """What the run ends with, once the first had time to notice that a partner is gone, and to save."""
        noticed = self._failures(runs)
        for number in noticed:
            self.ray.kill(self.workers[number])
        self.ray.wait(runs, num_returns=len(runs), timeout=GRACE)
        failures = self._failures(runs)
        number = min(failures, key=lambda one: (self._blame(failures[one]), one not in noticed, one))
        cause = getattr(failures[number], "cause", None)
        if isinstance(cause, SemaforError):
            return cause
        lost = PartnerLost("partner-lost", number=number + 1, count=len(runs), folder=str(folder))
        lost.__cause__ = failures[number]
        return lost

    def _failures(self, runs: list[Any]) -> dict[int, Exception]:
        """The workers whose runs did not end well, and why."""
        ended, _ = self.ray.wait(runs, num_returns=len(runs), timeout=0)
        found = {number: self._failure(run) for number, run in enumerate(runs) if run in ended}
        return {number: failure for number, failure in found.items() if failure is not None}

    def _blame(self, failure: Exception) -> int:
        """Lower for what makes others fail: a process that is gone, then what can be put right."""
        if isinstance(failure, self.ray.exceptions.RayActorError):
            return 0
        return 1 if isinstance(getattr(failure, "cause", None), SemaforError) else 2


class WorkerLines:
    """The lines of a log that another process writes; each is told once."""

    def __init__(self, path: Path, told: int) -> None:
        self.path, self.told = path, told
        self.text = self._read()

    def tell(self) -> None:
        """Print those that are new."""
        before, self.text = self.text, self._read()
        if self.text == before:
            return
        whole = [line for line in self.text.splitlines(keepends=True) if line.endswith("\n")]
        for line in whole[self.told :]:
            print(line, end="", file=sys.stderr, flush=True)
        self.told = max(self.told, len(whole))

    def _read(self) -> str:
        return self.path.read_text(encoding="utf-8") if self.path.exists() else ""
