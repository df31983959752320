"""What happens in the process of a worker: a run of its own on other deals, joined to those of the others."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event
from typing import Any, NamedTuple

import msgspec
import torch
import torch.distributed as dist

from semafor.boards.model import Board
from semafor.bots.search.chart import FOLDERS
from semafor.cores import count_cores
from semafor.learning.checkpoint import path_of
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
