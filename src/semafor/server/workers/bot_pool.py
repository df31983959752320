"""Bots at tables: they get a view and the legal moves, and choose in worker processes.

Not in threads: a bot in plain Python that thinks for a second would delay the event loop all that time
(measured: `docs/decisions/0008-run-bots-in-worker-processes.md`).
"""

import hmac
import random
from collections.abc import Mapping, Sequence
from time import perf_counter
from typing import NamedTuple

import msgspec
import structlog

from semafor.boards import Board, load_board
from semafor.game import Game
from semafor.moves import Move
from semafor.server.messages import Level
from semafor.server.monitoring import BOT_SECONDS, FAILURES
from semafor.server.warming import WARM_BOARDS
from semafor.server.workers.bot_jobs import BotAnswer, Question, ask_bot
from semafor.server.workers.worker_pool import Charge, Limits, WorkerError, WorkerPool
from semafor.view import View

BOT_LIMITS = Limits(seconds=20, timeout=300.0)
"""A bot that takes longer is replaced by the fallback for this move; a busy machine alone is no reason."""
NEW_CALLS = 20
"""Questions for which a new process has more time, since it may have to compile something."""
ATTEMPTS = 2
"""How often a question is asked if the process dies."""
FALLBACK = "planner"
"""The player that chooses, in milliseconds, for a bot that fails or takes too long."""

log = structlog.get_logger("semafor.bots")


def ignore_cost(_seconds: float) -> None:
    """Charge nobody."""


class BotSeat(NamedTuple):
    """The bot at a seat of a table."""

    table: str
    seat: int
    level: Level
    owner: str = ""
    """Whose turn in the pool it uses; if empty, the table has its own turns."""
    secret: str = ""
    """Unknown to all players, so that nobody can compute the bot's random numbers."""

    @property
    def name(self) -> str:
        """Identifies the bot: the same for all questions to it."""
        return repr((self.table, self.seat, self.level))

    @property
    def seed(self) -> int:
        """The seed of the bot's random numbers, which is independent of the table's."""
        return int.from_bytes(hmac.digest(self.secret.encode(), self.name.encode(), "sha256")[:4])


class BotChoice(NamedTuple):
    """A move, and whether the fallback chose it."""

    move: Move
    fallback: bool = False


class BotPool:
    """The workers in which all bots of a server choose."""

    def __init__(self, processes: int, players: Mapping[Level, str]) -> None:
        """`players` replaces the players of some levels."""
        self._players = players
        self._pool = WorkerPool(processes, new_calls=NEW_CALLS, keep=True, refuses=False)

    async def prepare(self, level: Level, decisions: int) -> None:
        """Let bots of a level play a little, so that everything is loaded and compiled for the first game."""
        for name in WARM_BOARDS:
            board = load_board(name)
            game = Game.new(board, players=2, seed="warm up", first=0)
            for _ in range(decisions):
                seat = game.pending[0]
                bot = BotSeat(f"warm up on {name}", seat, level)
                game.play((await self.choose(board, bot, game.view(seat), game.moves(seat))).move, seat)

    async def choose(
        self, board: Board, bot: BotSeat, view: View, moves: Sequence[Move], charge: Charge = ignore_cost
    ) -> BotChoice:
        """Return the move of a bot; if it fails or takes too long, the move of the fallback.

        Raises Restarting while the server shuts down. `charge` is called with the processor seconds that the
        bot has taken.
        """
        if len(moves) == 1:
            return BotChoice(moves[0])
        player = self._players.get(bot.level, bot.level)
        start = perf_counter()
        for name in dict.fromkeys((player, FALLBACK)):
            who = bot.name if name == player else f"{bot.name} {name}"
            question = Question(who, name, bot.seed, None, view, tuple(moves))
            answer = await self._ask(question, board, bot.owner or bot.table, charge)
            if answer.move is not None:
                BOT_SECONDS.observe(perf_counter() - start)
                return BotChoice(moves[answer.move], name != player)
            FAILURES.inc()
            log.error("bot failed", level=bot.level, player=name, error=answer.error)
        return BotChoice(random.choice(moves), fallback=True)

    async def _ask(self, question: Question, board: Board, owner: str, charge: Charge) -> BotAnswer:
        answer = await self._try(question, owner, charge)
        if answer.unknown:
            answer = await self._try(msgspec.structs.replace(question, board=board), owner, charge)
        return answer

    async def _try(self, question: Question, owner: str, charge: Charge) -> BotAnswer:
        """Ask a question, once more if the process dies."""
        error: WorkerError | None = None
        for _ in range(ATTEMPTS):
            try:
                return await self._pool.run(ask_bot, question, BOT_LIMITS, owner, charge)
            except WorkerError as lost:
                error = lost
                if isinstance(lost.__cause__, TimeoutError):
                    break
        return BotAnswer(error=repr(error))

    async def close(self) -> None:
        """End all processes."""
        await self._pool.close()
