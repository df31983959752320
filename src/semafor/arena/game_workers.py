"""Worker processes for games between bots: bots are Python, so threads would wait for each other."""

from __future__ import annotations

import signal
from contextlib import contextmanager
from itertools import islice
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import wait
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from semafor.arena.bot_game import Watch, Words
from semafor.arena.games_file import FailedGame, Outcome
from semafor.words import say
from semafor.words.languages import language_here, write_figure

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Sequence
    from multiprocessing.connection import Connection

OUTCOME: msgspec.json.Decoder[Outcome] = msgspec.json.Decoder(Outcome)
SPAWN = get_context("spawn")  # the same on every system, and no locks of other threads are inherited
HEARTBEAT = 0.2
"""Seconds after which one looks up even though no game has ended."""
ENOUGH_TIME = 5.0
"""Seconds that a process may take to end."""


class BotGames(Protocol):
    """Games that are known by their numbers; every process can play any of them."""

    def play(self, number: int, watch: Watch | None = None) -> Outcome:
        """Play one of the games to its end."""

    def failed(self, number: int, seat: int, problem: str) -> FailedGame:
        """A game that a bot's seat ended together with its process."""


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
        """Let it play a game."""
        self.number = number
        self.link.send(number)

    @property
    def lives(self) -> bool:
        """Whether it can play another game."""
        return self.process.is_alive()

    def outcome(self) -> Outcome:
        """What came of the game that was begun; WorkerLost where nobody knows why there is nothing."""
        try:
            return OUTCOME.decode(self.link.recv_bytes())
        except (EOFError, ConnectionError):
            self.end()
            if self.watch.seat is None:
                raise WorkerLost(self.number) from None
            problem = say("told.bot-ended-process", {}, language_here())
            return self.games.failed(self.number, self.watch.seat, problem)

    def overdue(self, move_time: float | None) -> FailedGame | None:
        """The game as lost by the bot that has thought too long, its process ended; None where none has."""
        seat = self.watch.seat
        if move_time is None or seat is None or self.watch.seconds() <= move_time:
            return None
        self.end()
        told = {"seconds": write_figure(move_time, "g", language_here())}
        return self.games.failed(self.number, seat, say("told.bot-too-slow", told, language_here()))

    def end(self) -> None:
        """Stop it, whatever it is doing."""
        self.process.kill()
        self.process.join(ENOUGH_TIME)
        self.link.close()


def _work(link: Connection, games: BotGames, words: Words) -> None:
    """Play the games that are asked for until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # also where signals cannot be held off
    watch = Watch(words)
    try:
        while True:
            link.send_bytes(msgspec.json.encode(games.play(link.recv(), watch)))
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


class Crew:
    """Worker processes, each at a game; one that is gone is replaced."""

    def __init__(self, games: BotGames, numbers: Sequence[int], processes: int) -> None:
        self.games = games
        self.todo = iter(numbers)
        self.busy: dict[Any, GameWorker] = {}
        for _ in range(min(processes, len(numbers))):
            self.give(GameWorker(games))

    def give(self, worker: GameWorker) -> None:
        """Let a worker, or another in its place, play the next game; without one it ends."""
        for number in islice(self.todo, 1):
            fit = worker if worker.lives else GameWorker(self.games)
            fit.begin(number)
            self.busy[fit.link] = fit
            return
        worker.end()

    def finished(self, link: Any) -> Outcome:
        """What came of the game of a worker that has answered or is gone."""
        worker = self.busy.pop(link)
        outcome = worker.outcome()
        self.give(worker)
        return outcome

    def overdue(self, move_time: float | None) -> Iterator[FailedGame]:
        """The games of those bots that think longer than they may."""
        for link, worker in list(self.busy.items()):
            failed = worker.overdue(move_time)
            if failed is not None:
                del self.busy[link]
                self.give(worker)
                yield failed

    def end(self) -> None:
        """Stop everybody."""
        for worker in self.busy.values():
            worker.end()


def play_on_workers(
    games: BotGames, numbers: Sequence[int], processes: int, move_time: float | None = None
) -> Generator[Outcome | None, None, None]:
    """What came of games as they are finished, in any order; None now and then, so that one can stop.

    A bot that ends its process or thinks for longer than `move_time` seconds costs its game.
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
