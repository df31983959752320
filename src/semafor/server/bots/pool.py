"""Bots at tables: they get a view and moves, and think in processes of their own.

Not in threads: a bot in plain Python that thinks for a second would take every second moment from the
event loop (measured: `docs/decisions/0008-run-bots-in-worker-processes.md`).
"""

from __future__ import annotations

import hmac
import random
from collections.abc import Callable, Mapping, Sequence
from time import perf_counter
from typing import NamedTuple

import msgspec
import structlog

from semafor.boards import Board, load_board
from semafor.game import Game
from semafor.moves import Move
from semafor.server.asked_process import AskedProcess, framed
from semafor.server.bots.process import Answer, Question
from semafor.server.bots.turns import FairTurns
from semafor.server.message_fields import Level
from semafor.server.metrics import BOT_SECONDS, FAILURES
from semafor.server.restarting import Restarting
from semafor.server.warming import WARM_BOARDS
from semafor.view import View

THINKER = "semafor.server.bots.process"
PATIENCE = 60.0
"""Seconds after which a bot that still thinks is replaced by a chance move."""
FIRST_PATIENCE = 300.0
"""The same while a process is new: it may have to compile something."""
NEW = 20
"""So many answers long a process is new."""
ATTEMPTS = 2
"""How often a question is asked if the process dies over it."""

log = structlog.get_logger("semafor.bots")
_answers: msgspec.msgpack.Decoder[Answer] = msgspec.msgpack.Decoder(Answer)


def ignore_cost(_seconds: float) -> None:
    """Charge nobody."""


class BotSeat(NamedTuple):
    """Who is asked: the bot of a level at a seat of a table."""

    table: str
    seat: int
    level: Level
    owner: str = ""
    """Whose turn it takes from the pool; empty for the table's own."""
    secret: str = ""
    """Unknown to all players, so that nobody can compute the bot's random numbers."""

    @property
    def name(self) -> str:
        """The same for all questions to one bot."""
        return repr((self.table, self.seat, self.level))

    @property
    def seed(self) -> int:
        """The seed of the bot's own random numbers, independent of the table's seed."""
        return int.from_bytes(hmac.digest(self.secret.encode(), self.name.encode(), "sha256")[:4])


class BotPool:
    """All bots of a server."""

    def __init__(self, processes: int, kinds: Mapping[Level, str]) -> None:
        self._kinds = kinds
        self._closed = False
        self._all = [AskedProcess(THINKER) for _ in range(processes)]
        self._free: FairTurns[AskedProcess] = FairTurns()  # the last one back goes first: one may be enough
        for process in self._all:
            self._free.put(process)

    async def prepare(self, level: Level, decisions: int) -> None:
        """Let bots of a level play a little: all is loaded and compiled when the first player comes."""
        for name in WARM_BOARDS:
            board = load_board(name)
            game = Game.new(board, players=2, seed="warm up", first=0)
            for _ in range(decisions):
                seat = game.pending[0]
                who = BotSeat(f"warm up on {name}", seat, level)
                game.play(await self.choose(board, who, game.view(seat), game.moves(seat)), seat)

    async def choose(
        self,
        board: Board,
        who: BotSeat,
        view: View,
        moves: Sequence[Move],
        charge: Callable[[float], None] = ignore_cost,
    ) -> Move:
        """Return a bot's decision, or a random move if it fails or takes too long.

        Raises Restarting while the server shuts down. `charge` is called with the seconds for which the
        bot occupied a process, without the time it waited for one.
        """
        if len(moves) == 1:
            return moves[0]
        question = Question(
            who=who.name,
            bot=self._kinds.get(who.level, who.level),
            seed=who.seed,
            board=None,
            view=view,
            moves=tuple(moves),
        )
        start = perf_counter()
        answer = await self._ask(question, board, who.owner or who.table, charge)
        BOT_SECONDS.observe(perf_counter() - start)
        if answer.move is None:
            FAILURES.inc()
            log.error("bot failed", level=who.level, error=answer.error)
            return random.choice(moves)
        return moves[answer.move]

    async def _ask(
        self, question: Question, board: Board, owner: str, charge: Callable[[float], None]
    ) -> Answer:
        process = await self._free.get(owner)
        start = perf_counter()
        try:
            for _ in range(ATTEMPTS):
                if self._closed:
                    raise Restarting
                try:
                    answer = await _put(process, question)
                    if answer.unknown:
                        answer = await _put(process, msgspec.structs.replace(question, board=board))
                    return answer
                except TimeoutError:
                    return Answer(error="too slow")
                except (EOFError, OSError) as error:
                    log.warning("bots' process died", error=type(error).__name__)
            return Answer(error="the process died")
        finally:
            charge(perf_counter() - start)
            self._free.put(process)

    async def close(self) -> None:
        """End all processes; nobody is answered any more."""
        self._closed = True
        for process in self._all:
            await process.stop()


async def _put(process: AskedProcess, question: Question) -> Answer:
    """What a process answers to a question."""
    patience = FIRST_PATIENCE if process.answers < NEW else PATIENCE
    return _answers.decode(await process.ask(framed(msgspec.msgpack.encode(question)), patience))
