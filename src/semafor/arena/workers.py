"""Worker processes for games between bots: bots are Python, so threads would wait for each other."""

from __future__ import annotations

import signal
from contextlib import contextmanager
from itertools import islice
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import wait
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from semafor.arena.played import Outcome

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Sequence
    from multiprocessing.connection import Connection

OUTCOME: msgspec.json.Decoder[Outcome] = msgspec.json.Decoder(Outcome)
SPAWN = get_context("spawn")  # the same on every system, and no locks of other threads are inherited
HEARTBEAT = 0.2
"""Seconds after which one looks up even though no game has ended."""
ENOUGH_TIME = 5.0
"""Seconds that a process may take to end."""


class Games(Protocol):
    """Games that are known by their numbers; every process can play any of them."""

    def play(self, number: int) -> Outcome:
        """Play one of the games to its end."""


class WorkerLost(Exception):
    """A worker process ended in the middle of a game."""

    def __init__(self, number: int) -> None:
        super().__init__(f"the process that played game {number} has ended without a result")
        self.number = number


class Worker:
    """A process that plays one game at a time."""

    def __init__(self, games: Games) -> None:
        self.link, far = SPAWN.Pipe()
        self.process = SPAWN.Process(target=_work, args=(far, games), daemon=True)
        self.number = -1
        with _keyboard_held_off():
            self.process.start()
        far.close()

    def begin(self, number: int) -> None:
        """Let it play a game."""
        self.number = number
        self.link.send(number)

    def outcome(self) -> Outcome:
        """What came of the game that was begun."""
        try:
            return OUTCOME.decode(self.link.recv_bytes())
        except (EOFError, ConnectionError):
            raise WorkerLost(self.number) from None

    def end(self) -> None:
        """Stop it, whatever it is doing."""
        self.process.terminate()
        self.process.join(ENOUGH_TIME)
        self.link.close()


def _work(link: Connection, games: Games) -> None:
    """Play the games that are asked for until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # also where signals cannot be held off
    try:
        while True:
            link.send_bytes(msgspec.json.encode(games.play(link.recv())))
    except (EOFError, ConnectionError):
        pass  # whoever asked is gone


@contextmanager
def _keyboard_held_off() -> Iterator[None]:
    """Processes started here never see Ctrl-C, which is for the one that started them."""
    if not hasattr(signal, "pthread_sigmask"):  # not on every system
        yield
        return
    resource_tracker.ensure_running()  # its first start, else with the first process, lifts the block
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def play_on_workers(
    games: Games, numbers: Sequence[int], processes: int
) -> Generator[Outcome | None, None, None]:
    """What came of games as they are finished, in any order; None now and then, so that one can stop."""
    todo = iter(numbers)
    workers = [Worker(games) for _ in range(min(processes, len(numbers)))]
    try:
        busy: dict[Any, Worker] = {}
        for worker, number in zip(workers, todo, strict=False):
            worker.begin(number)
            busy[worker.link] = worker
        while busy:
            ready = wait(list(busy), HEARTBEAT)
            for link in ready:
                worker = busy.pop(link)
                outcome = worker.outcome()
                for number in islice(todo, 1):
                    worker.begin(number)
                    busy[link] = worker
                yield outcome
            if not ready:
                yield None
    finally:
        for worker in workers:
            worker.end()
