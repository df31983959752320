"""Worker processes, or a Ray cluster, for games between bots; Python threads would block each other."""

from __future__ import annotations

import logging
import os
import signal
import sys
from contextlib import contextmanager
from importlib.util import find_spec
from itertools import islice
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import wait
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from semafor.arena.bot_game import Watch, Words
from semafor.arena.games_file import FailedGame, Outcome
from semafor.words import Phrase
from semafor.words.languages import language_here

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Sequence
    from multiprocessing.connection import Connection

    from semafor.arena.games_file import Outcome

OUTCOME: msgspec.json.Decoder[Outcome] = msgspec.json.Decoder(Outcome)
SPAWN = get_context("spawn")  # the same on every system, and no locks of other threads are inherited
HEARTBEAT = 0.2
"""Seconds after which waiting code wakes up even if no game has ended."""
ENOUGH_TIME = 5.0
"""Seconds that a process may take to end."""


class BotGames(Protocol):
    """Numbered games that any process can play."""

    def play(self, number: int, watch: Watch | None = None) -> Outcome:
        """Play a game."""

    def failed(self, number: int, seat: int, problem: Phrase) -> FailedGame:
        """Return a game that failed because a bot ended its process."""


class WorkerLost(Exception):
    """A worker process ended in the middle of a game while no bot was thinking."""

    def __init__(self, number: int) -> None:
        super().__init__(f"the process that played game {number} has ended without a result")
        self.number = number


class GameWorker:
    """A process that plays one game at a time."""

    def __init__(self, games: BotGames) -> None:
        self.games = games
        self.link, far = SPAWN.Pipe()
        words = SPAWN.Array("d", 2, lock=False)
        self.watch = Watch(words)
        self.process = SPAWN.Process(target=_work, args=(far, games, words), daemon=True)
        self.number = -1
        with _keyboard_held_off():
            self.process.start()
        far.close()

    def begin(self, number: int) -> None:
        """Start a game."""
        self.number = number
        self.link.send(number)

    @property
    def lives(self) -> bool:
        """Whether the process is alive."""
        return self.process.is_alive()

    def outcome(self) -> Outcome:
        """Return the outcome of the game; raise WorkerLost if the process ended for an unknown reason."""
        try:
            return OUTCOME.decode(self.link.recv_bytes())
        except (EOFError, ConnectionError):
            self.end()
            if self.watch.seat is None:
                raise WorkerLost(self.number) from None
            return self.games.failed(self.number, self.watch.seat, Phrase("told.bot-ended-process"))

    def overdue(self, move_time: float | None) -> FailedGame | None:
        """If a bot has exceeded its time, end the process and return the failed game; otherwise None."""
        seat = self.watch.seat
        if move_time is None or seat is None or self.watch.seconds() <= move_time:
            return None
        self.end()
        return self.games.failed(self.number, seat, Phrase("told.bot-too-slow", {"seconds": move_time}))

    def end(self) -> None:
        """Kill the process."""
        self.process.kill()
        self.process.join(ENOUGH_TIME)
        self.link.close()


def _work(link: Connection, games: BotGames, words: Words) -> None:
    """Play the requested games until the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # also where signals cannot be blocked
    watch = Watch(words)
    try:
        while True:
            link.send_bytes(msgspec.json.encode(games.play(link.recv(), watch)))
    except (EOFError, ConnectionError):
        pass  # the other process is gone


@contextmanager
def _keyboard_held_off() -> Iterator[None]:
    """Start processes that ignore Ctrl-C, which is meant for the parent."""
    if not hasattr(signal, "pthread_sigmask"):  # not on every system
        yield
        return
    resource_tracker.ensure_running()  # starting it later would unblock the signal
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Crew:
    """Worker processes, each with a game; one that has ended is replaced."""

    def __init__(self, games: BotGames, numbers: Sequence[int], processes: int) -> None:
        self.games = games
        self.todo = iter(numbers)
        self.busy: dict[Any, GameWorker] = {}
        for _ in range(min(processes, len(numbers))):
            self.give(GameWorker(games))

    def give(self, worker: GameWorker) -> None:
        """Let a worker, or a new one, play the next game; without one it ends."""
        for number in islice(self.todo, 1):
            fit = worker if worker.lives else GameWorker(self.games)
            fit.begin(number)
            self.busy[fit.link] = fit
            return
        worker.end()

    def finished(self, link: Any) -> Outcome:
        """Return the outcome of a worker that has answered or ended."""
        worker = self.busy.pop(link)
        outcome = worker.outcome()
        self.give(worker)
        return outcome

    def overdue(self, move_time: float | None) -> Iterator[FailedGame]:
        """Yield the failed games of bots that exceed their time."""
        for link, worker in list(self.busy.items()):
            failed = worker.overdue(move_time)
            if failed is not None:
                del self.busy[link]
                self.give(worker)
                yield failed

    def end(self) -> None:
        """Stop all workers."""
        for worker in self.busy.values():
            worker.end()


def play_on_workers(
    games: BotGames, numbers: Sequence[int], processes: int, move_time: float | None = None
) -> Generator[Outcome | None, None, None]:
    """Yield outcomes as games finish, in any order; None now and then, so that the caller can stop.

    A bot that ends its process or thinks for longer than `move_time` seconds loses its game.
    """
    crew = Crew(games, numbers, processes)
    try:
        while crew.busy:
            ready = wait(list(crew.busy), HEARTBEAT)
            for link in ready:
                yield crew.finished(link)
            yield from crew.overdue(move_time)
            if not ready:
                yield None
    finally:
        crew.end()


P99 = 0.99


class BotCheck(msgspec.Struct, frozen=True):
    """What a bot did in one game on a board."""

    board: str
    players: int
    fault: str | None
    """What went wrong, in one line; None if the bot played to the end."""
    decisions: int = 0
    """The number of decisions with a choice."""
    mean_ms: float = 0.0
    p99_ms: float = 0.0
    slowest_ms: float = 0.0
    score: int | None = None
    best_other: int | None = None
    """The points of the best other side."""
    trace: str = ""


def check_bot(games: BotGames, board: str, players: int, move_time: float) -> BotCheck:
    """Play the first game in a process of its own and return what the bot of the first side did."""
    outcome = next(one for one in play_on_workers(games, range(1), 1, move_time) if one is not None)
    if isinstance(outcome, FailedGame):
        fault = f"{outcome.bot} {outcome.problem.say(language_here())}"
        return BotCheck(board, players, fault, trace=outcome.trace)
    own, *rest = outcome.sides
    return BotCheck(
        board=board,
        players=players,
        fault=None,
        decisions=own.thinking.decisions,
        mean_ms=own.thinking.mean_ms(),
        p99_ms=own.thinking.quantile_ms(P99),
        slowest_ms=own.thinking.quantile_ms(1.0),
        score=own.score,
        best_other=max(side.score for side in rest),
    )


AHEAD = 2
"""Games requested at the same time, per core of the cluster, so that no core waits."""


def has_ray() -> bool:
    """Return whether Ray is installed."""
    return find_spec("ray") is not None


@contextmanager
def connected(cores: int | None) -> Iterator[Any]:
    """Yield a connected Ray: the cluster of RAY_ADDRESS, one that runs here, or a new local one."""
    import ray

    ours = not ray.is_initialized()
    if ours:
        os.environ.setdefault(
            "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0"
        )  # older versions warn unless it is set
        ray.init(num_cpus=cores, include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
    try:
        yield ray
    finally:
        if ours:
            ray.shutdown()


def play_on_ray(
    games: BotGames, numbers: Sequence[int], cores: int | None = None
) -> Generator[Outcome | None, None, None]:
    """Yield outcomes as games finish on a Ray cluster, in any order, and None now and then."""
    with connected(cores) as ray:
        play, shared = ray.remote(_play), ray.put(games)
        todo = ((play.remote(shared, number, sys.path), number) for number in numbers)
        running = dict(islice(todo, AHEAD * int(ray.cluster_resources().get("CPU", 1))))
        try:
            while running:
                ready, _ = ray.wait(list(running), timeout=HEARTBEAT)
                yield from (_outcome(ray, done, running.pop(done)) for done in ready)
                running.update(islice(todo, len(ready)))
                if not ready:
                    yield None
        finally:
            for left in running:
                ray.cancel(left, force=True)


def _outcome(ray: Any, done: Any, number: int) -> Outcome:
    try:
        return OUTCOME.decode(ray.get(done))
    except ray.exceptions.RayError:  # Ray has retried a few times already
        raise WorkerLost(number) from None


def _play(games: BotGames, number: int, path: list[str]) -> bytes:
    """Play a game on a machine of the cluster, with the module search path of the caller."""
    sys.path += [folder for folder in path if folder not in sys.path]
    return msgspec.json.encode(games.play(number))
