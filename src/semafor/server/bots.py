"""Bots at tables: they get a view and moves, and think in threads of their own."""

from __future__ import annotations

import asyncio
import hashlib
import random
from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter

import structlog

from semafor.boards.model import Board, Name
from semafor.bots import LEVELS, Bot, make_bot
from semafor.moves import Move
from semafor.server.messages import BotLevel, Level
from semafor.server.metrics import BOT_SECONDS, FAILURES
from semafor.view import View

REMEMBERED = 1000
"""Bots that are kept; others are made again when they are asked."""
PATIENCE = 20.0
"""Seconds after which a bot that still thinks is replaced by a chance move."""
ABOUT: dict[str, Name] = {
    "easy": Name("Takes what brings points now.", "Bierze to, co od razu daje punkty."),
    "medium": Name("Plans, but is easily distracted.", "Planuje, ale łatwo się rozprasza."),
    "hard": Name("Plans its tickets and its lines.", "Planuje bilety i linie."),
}

log = structlog.get_logger("semafor.bots")


def bot_levels() -> tuple[BotLevel, ...]:
    """The levels, with what they are called."""
    return tuple(BotLevel(level.id, level.name, ABOUT[level.id]) for level in LEVELS)  # type: ignore[arg-type]


class Thinkers:
    """All bots of a server."""

    def __init__(self, threads: int) -> None:
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="bot")
        self._bots: OrderedDict[tuple[str, int, Level], Bot] = OrderedDict()

    async def choose(
        self, board: Board, who: tuple[str, int, Level], view: View, moves: Sequence[Move]
    ) -> Move:
        """What the bot at a table's seat decides; a chance move if it fails or takes too long."""
        if len(moves) == 1:
            return moves[0]
        start = perf_counter()
        thinking = asyncio.get_running_loop().run_in_executor(
            self._threads, self._choose, board, who, view, moves
        )
        try:
            move = await asyncio.wait_for(thinking, PATIENCE)
        except Exception as error:  # a bot is a guest: its mistakes must not stop a table
            FAILURES.inc()
            log.error("bot failed", level=who[2], error=repr(error))
            return random.choice(moves)
        BOT_SECONDS.observe(perf_counter() - start)
        return move if move in moves else random.choice(moves)

    def _choose(self, board: Board, who: tuple[str, int, Level], view: View, moves: Sequence[Move]) -> Move:
        return self._bot(board, who).choose(view, moves)

    def _bot(self, board: Board, who: tuple[str, int, Level]) -> Bot:
        bot = self._bots.pop(who, None) or make_bot(who[2], board, _seed(who))
        self._bots[who] = bot
        while len(self._bots) > REMEMBERED:
            self._bots.popitem(last=False)
        return bot

    def close(self) -> None:
        """Let the threads end."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def _seed(who: tuple[str, int, Level]) -> int:
    """A bot's own dice, of which the table's seed knows nothing."""
    return int.from_bytes(hashlib.sha256(repr(who).encode()).digest()[:4])
