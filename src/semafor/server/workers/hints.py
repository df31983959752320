"""Hints: the move of a bot, the reasons for it, the tickets it serves, and the best other kind of move.

They are made from the seat's own view alone.
"""

import asyncio
from collections.abc import Sequence

from semafor.boards import Board
from semafor.errors import SemaforError
from semafor.moves import Build, Claim, Move
from semafor.server.messages import Level
from semafor.server.socket_messages import Hint
from semafor.server.table.table import Table
from semafor.server.workers.bot_pool import BotPool, BotSeat
from semafor.story.reasons import MOST, reasons_of
from semafor.view import View
from semafor.words import Phrase

ADVISER: Level = "expert"
WEIGHTIEST = (
    "reason.finishes",
    "reason.last-way",
    "reason.serves",
    "reason.station",
    "reason.ready",
    "reason.robs",
    "reason.needed",
    "reason.delivers",
    "reason.card-wanted",
    "reason.any-colour",
    "reason.keep",
)
"""Reasons for a runner-up, the strongest first."""


async def make_hint(bots: BotPool, table: Table, owner: str, seat: int) -> Hint:
    """Return the move of a bot, the runner-up, the reasons for the move and the tickets it serves."""
    moves = table.moves(seat)
    if not moves:
        raise SemaforError("not-your-turn")
    board, view, version = table.board, table.view(seat), table.version
    bot = BotSeat(f"hint of {table.id}", seat, ADVISER, owner, table.setup.part)
    best = (await bots.choose(board, bot, view, moves)).move
    others = {sort_of(move): move for move in reversed(moves) if sort_of(move) != sort_of(best)}
    reasons, tickets = await asyncio.to_thread(explain, board, view, best)
    second = await asyncio.to_thread(runner_up, board, view, list(others.values())[::-1])
    return Hint(seat, version, str(best), None if second is None else str(second), reasons, tickets)


def explain(board: Board, view: View, move: Move) -> tuple[tuple[Phrase, ...], tuple[str, ...]]:
    """Return the reasons for a move and the tickets it serves."""
    reasons = reasons_of(board, view)
    return tuple(reasons.of(move)[:MOST]), reasons.tickets(move)


def runner_up(board: Board, view: View, others: Sequence[Move]) -> Move | None:
    """Return the move with the strongest reason; the first of equal ones."""
    reasons = reasons_of(board, view)

    def weight(move: Move) -> int:
        told = reasons.of(move)
        return WEIGHTIEST.index(told[0].words) if told and told[0].words in WEIGHTIEST else len(WEIGHTIEST)

    return min(others, key=weight, default=None)


def sort_of(move: Move) -> str:
    """The kind of a move: moves that differ only in their payment are of one kind."""
    match move:
        case Claim(route, _):
            return f"claim {route}"
        case Build(place, _):
            return f"build {place}"
        case _:
            return str(move)
