"""Distributed training by workers of a Ray cluster."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event
from typing import Any, NamedTuple

import msgspec
import torch
import torch.distributed as dist
from torch import Tensor, nn

from semafor.arena.game_workers import HEARTBEAT, connected
from semafor.boards.model import Board
from semafor.bots.search.chart import FOLDERS
from semafor.cores import count_cores
from semafor.errors import BadSetup, PartnerLost, SemaforError
from semafor.learning.checkpoint import load_checkpoint, path_of
from semafor.learning.learner import Partners
from semafor.learning.settings import Settings
from semafor.learning.training import Training

PATIENCE = timedelta(hours=1)
"""The others wait this long while the first one plays its matches; Ray notices lost processes."""


def meeting_point(host: str, port: int, *, first: bool) -> Any:
    """Return the store through which partners find each other; the first one hosts it."""
    store = dist.TCPStore  # type: ignore[attr-defined]  # torch names it when it runs
    return store(host, port, is_master=first, wait_for_workers=False)


class DistributedPartners(Partners):
    """Partners in other processes; all call the same methods in the same order."""

    def __init__(self, store: Any, number: int, count: int, device: str, stop: Event) -> None:
        self.number, self.count, self.device = number, count, torch.device(device)
        self.stop = stop
        backend = "nccl" if self.device.type == "cuda" else "gloo"
        dist.init_process_group(backend, store=store, rank=number, world_size=count, timeout=PATIENCE)

    def clock(self, seconds: float) -> float:
        """Return the first learner's clock; raise KeyboardInterrupt everywhere once it is told to stop."""
        said = self._numbers([seconds, float(self.stop.is_set())])
        dist.broadcast(said, src=0)
        now, stopped = said.tolist()
        if stopped:
            raise KeyboardInterrupt
        return float(now)

    def sums(self, numbers: Sequence[float]) -> Sequence[float]:
        """Return each number summed over all learners."""
        added = self._numbers(numbers)
        dist.all_reduce(added)
        return [float(number) for number in added.tolist()]

    def divide(self, rows: Tensor, parts: int) -> Sequence[Tensor]:
        """Split rows into as many parts as the learner with the fewest wants."""
        fewest = self._numbers([parts])
        dist.all_reduce(fewest, dist.ReduceOp.MIN)
        return rows.tensor_split(int(fewest))

    def average(self, network: nn.Module) -> None:
        """Replace the gradients by their mean, bit-identical everywhere."""
        gradients = [part.grad for part in network.parameters() if part.grad is not None]
        row = torch.cat([gradient.flatten() for gradient in gradients])
        dist.all_reduce(row)
        row /= self.count
        means = torch.split(row, [gradient.numel() for gradient in gradients])
        for gradient, mean in zip(gradients, means, strict=True):
            gradient.copy_(mean.view_as(gradient))

    def copy_first(self, network: nn.Module) -> None:
        """Copy the weights of the first learner to all."""
        for part in network.state_dict().values():
            dist.broadcast(part, src=0)

    def _numbers(self, numbers: Sequence[float]) -> Tensor:
        return torch.tensor(numbers, dtype=torch.float64, device=self.device)


class Helper(Training):
    """The run of a worker after the first: it plays and learns; the first one logs, evaluates and saves."""

    def check(self) -> None:
        """Do nothing: the first one plays the matches."""

    def save(self) -> None:
        """Do nothing: the first one has the same weights."""

    def _tell(self, imitating: bool) -> None:  # noqa: ARG002  # the first's line says it
        self.tally.told(self.partners)


APART = 1_000_003
"""Difference between the seeds of two workers."""

WEIGHTS = ("start", "against", "rival")
"""The fields of an order that are files of weights."""

Files = dict[str, bytes]


class Order(NamedTuple):
    """The arguments of `Training`."""

    board: Board
    players: tuple[int, ...]
    settings: Settings
    folder: Path
    device: str
    start: Path | None = None
    against: Path | None = None
    rival: Path | None = None


class Caller(NamedTuple):
    """What workers take over from the calling process."""

    command: list[str]
    knobs: str | None
    """Folders with tuned knobs."""


class Address(NamedTuple):
    """The address at which the first worker waits for the others."""

    host: str
    port: int


def caller_here() -> Caller:
    """Return this process."""
    return Caller(sys.argv, os.environ.get(FOLDERS))


def pack(order: Order) -> Files:
    """Return the files that an order names, for workers on other machines."""
    saved = path_of(order.folder)
    paths = {saved.name: saved, **{name: getattr(order, name) for name in WEIGHTS}}
    return {name: path.read_bytes() for name, path in paths.items() if path is not None and path.is_file()}


def unpack(order: Order, files: Files, folder: Path) -> Order:
    """Return the same order with its files in a folder of this machine."""
    for name, content in files.items():
        (folder / name).write_bytes(content)
    brought: dict[str, Any] = {name: folder / name for name in WEIGHTS if name in files}
    return order._replace(folder=folder, **brought)


class Worker:
    """One of several workers, counted from 0; `stop` may be called while `run` is running."""

    def __init__(self, number: int, count: int, caller: Caller) -> None:
        self.number, self.count = number, count
        self.stop_wished = Event()
        sys.argv = caller.command  # for the model card
        if caller.knobs is not None:
            os.environ[FOLDERS] = caller.knobs

    def open(self, host: str) -> Address:
        """Let the others find the first worker at its machine's address."""
        self.store = meeting_point(host, 0, first=True)
        return Address(host, self.store.port)

    def run(self, order: Order, files: Files, address: Address, minutes: float) -> None:
        """Train until the time is over or the first worker was told to stop."""
        torch.set_num_threads(min(order.settings.threads, count_cores()))  # Ray sets it to one
        if self.number > 0:
            self.store = meeting_point(*address, first=False)
        together = DistributedPartners(self.store, self.number, self.count, order.device, self.stop_wished)
        with TemporaryDirectory(ignore_cleanup_errors=True) as folder, suppress(KeyboardInterrupt):
            self.training = self._begin(order, unpack(order, files, Path(folder)), together)
            self.training.run(minutes)
        dist.destroy_process_group()
        self.stop_wished.clear()

    def stop(self) -> None:
        """Let all workers save and end after this round; called on the first one."""
        self.stop_wished.set()

    def _begin(self, order: Order, copied: Order, together: DistributedPartners) -> Training:
        """Return the run of this worker: the first one uses the folder, the others a copy of it."""
        if self.number == 0:
            training = Training(*order, partners=together)
        else:
            seed = order.settings.seed + APART * self.number
            settings = msgspec.structs.replace(order.settings, seed=seed)
            training = Helper(*copied._replace(settings=settings), partners=together)
            torch.manual_seed(
                seed + training.progress.decisions
            )  # the checkpoint has the random state of the first worker
        together.copy_first(training.learner.network)
        return training


ROOM = 20.0
"""Seconds to wait for resources that others have not released yet."""
GRACE = 10.0
"""Seconds for the others to save when one is lost."""


def train_together(order: Order, workers: int, minutes: float) -> None:
    """Train with several workers; raise BadSetup if there is no room for them, PartnerLost if one is lost."""
    with connected(None) as ray, sigterm_as_ctrl_c(), hired(ray, order.device, workers) as team:
        team.run(order._replace(folder=order.folder.resolve()), minutes)


@contextmanager
def sigterm_as_ctrl_c() -> Iterator[None]:
    """Let SIGTERM raise KeyboardInterrupt, so that the run is saved; Ray installs a handler of its own."""
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
    """Start workers with a GPU or a core each, the first on this machine, where the folder is."""
    needs = {"CPU": 1.0, "GPU": 1.0} if device == "cuda" else {"CPU": 1.0}
    places = _places(ray, needs, workers)
    try:
        yield Team(ray, [_hire(ray, places, number, needs, workers) for number in range(workers)])
    finally:
        ray.util.remove_placement_group(places)  # this ends all workers


def _places(ray: Any, needs: dict[str, float], workers: int) -> Any:
    """Reserve resources for all workers at once; raise BadSetup if there are not enough."""
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
    """Return the address of this machine in the cluster."""
    mine = ray.get_runtime_context().get_node_id()
    return str(next(node["NodeManagerAddress"] for node in ray.nodes() if node["NodeID"] == mine))


def _hire(ray: Any, places: Any, number: int, needs: dict[str, float], workers: int) -> Any:
    strategy = ray.util.scheduling_strategies.PlacementGroupSchedulingStrategy(places, number)
    chosen = ray.remote(Worker).options(
        num_cpus=needs["CPU"],
        num_gpus=needs.get("GPU", 0),
        scheduling_strategy=strategy,
        max_concurrency=2,  # so that it can be told to stop
    )
    return chosen.remote(number, workers, caller_here())


class Team:
    """The workers of a run, seen from the process that waits for them."""

    def __init__(self, ray: Any, workers: list[Any]) -> None:
        self.ray, self.workers = ray, workers

    def run(self, order: Order, minutes: float) -> None:
        """Train; after KeyboardInterrupt in this process, all is saved before it is raised again."""
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
        """Print what the first worker logs until all have ended; raise PartnerLost if one fails."""
        going = runs
        while going:
            ended, going = self.ray.wait(going, timeout=HEARTBEAT)
            lines.tell()
            if any(self._failure(run) for run in ended):
                raise self._lost(runs, folder)

    def _failure(self, run: Any) -> Exception | None:
        """Return the exception of a finished run, or None."""
        try:
            self.ray.get(run)
        except self.ray.exceptions.RayError as error:
            return error  # type: ignore[no-any-return]  # Ray comes without types here
        return None

    def _lost(self, runs: list[Any], folder: Path) -> SemaforError:
        """Return the error of the run, after the first worker had time to save."""
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
        """Return the exceptions of failed workers."""
        ended, _ = self.ray.wait(runs, num_returns=len(runs), timeout=0)
        found = {number: self._failure(run) for number, run in enumerate(runs) if run in ended}
        return {number: failure for number, failure in found.items() if failure is not None}

    def _blame(self, failure: Exception) -> int:
        """Return the priority of a failure as the cause: a lost process first, then errors of the setup."""
        if isinstance(failure, self.ray.exceptions.RayActorError):
            return 0
        return 1 if isinstance(getattr(failure, "cause", None), SemaforError) else 2


class WorkerLines:
    """Prints the lines of a log that another process writes, each once."""

    def __init__(self, path: Path, told: int) -> None:
        self.path, self.told = path, told
        self.text = self._read()

    def tell(self) -> None:
        """Print new lines."""
        before, self.text = self.text, self._read()
        if self.text == before:
            return
        whole = [line for line in self.text.splitlines(keepends=True) if line.endswith("\n")]
        for line in whole[self.told :]:
            print(line, end="", file=sys.stderr, flush=True)
        self.told = max(self.told, len(whole))

    def _read(self) -> str:
        return self.path.read_text(encoding="utf-8") if self.path.exists() else ""
