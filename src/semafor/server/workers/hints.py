"""Hints while learning: what a bot would do, why, what that serves, and what else is well founded.

From the seat's own view alone: the bot thinks in its process, the reasons are found in a thread.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from semafor.boards import Board
from semafor.moves import Build, Claim, Move
from semafor.server.message_fields import Level
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
"""What speaks most for a runner-up."""


async def suggest(
    bots: BotPool, table: Table, owner: str, view: View, moves: Sequence[Move]
) -> tuple[Move, Move | None, tuple[Phrase, ...], tuple[str, ...]]:
    """The move of a bot, the runner-up of another sort, reasons and the tickets that are served."""
    assert view.own is not None, "somebody asks"
    board = table.board
    who = BotSeat(f"hint of {table.id}", view.own.seat, ADVISER, owner, table.setup.part)
    best = await bots.choose(board, who, view, moves)
    others = {sort_of(move): move for move in reversed(moves) if sort_of(move) != sort_of(best)}
    reasons, tickets = await asyncio.to_thread(explain, board, view, best)
    second = await asyncio.to_thread(runner_up, board, view, list(others.values())[::-1])
    return best, second, reasons, tickets


def explain(board: Board, view: View, move: Move) -> tuple[tuple[Phrase, ...], tuple[str, ...]]:
    """Why a move is good, and which tickets it serves."""
    reasons = reasons_of(board, view)
    return tuple(reasons.of(move)[:MOST]), reasons.tickets(move)


def runner_up(board: Board, view: View, others: Sequence[Move]) -> Move | None:
    """Of moves of other sorts the one with the weightiest reason, of equal ones the first."""
    reasons = reasons_of(board, view)

    def weight(move: Move) -> int:
        told = reasons.of(move)
        return WEIGHTIEST.index(told[0].words) if told and told[0].words in WEIGHTIEST else len(WEIGHTIEST)

    return min(others, key=weight, default=None)


def sort_of(move: Move) -> str:
    """Moves that differ only by their payment are of one sort."""
    match move:
        case Claim(route, _):
            return f"claim {route}"
        case Build(place, _):
            return f"build {place}"
        case _:
            return str(move)


def as_message(
    seat: int,
    version: int,
    found: tuple[Move, Move | None, tuple[Phrase, ...], tuple[str, ...]],
) -> Hint:
    """The answer to who asked."""
    best, second, reasons, tickets = found
    return Hint(seat, version, str(best), None if second is None else str(second), reasons, tickets)
