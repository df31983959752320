"""A bot of one's own on every board: one game each, with its times and its faults."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from semafor.arena.game_workers import play_on_workers
from semafor.arena.games_file import FailedGame, Thinking
from semafor.arena.series import Seating

if TYPE_CHECKING:
    from collections.abc import Iterator

    from semafor.arena.games_file import Outcome, PlayedGame
    from semafor.boards import Board

P99 = 0.99
WORST = 1.0


class Tried(msgspec.Struct, frozen=True):
    """What a bot did on one board."""

    board: str
    players: int
    fault: str | None
    """What went wrong, in one line; None where it played to the end."""
    decisions: int = 0
    """Those with a choice."""
    mean_ms: float = 0.0
    p99_ms: float = 0.0
    slowest_ms: float = 0.0
    score: int | None = None
    best_other: int | None = None
    """The points of the best of the others."""
    trace: str = ""


def try_out(bot: str, others: str, board: Board, players: int, seed: str, move_time: float) -> Tried:
    """One game of the bot's side against others, in a process of its own."""
    size = board.options.team_size
    seating = Seating(board, (bot,) * size + (others,) * (players - size), seed)
    outcome = next(played(play_on_workers(seating, range(1), 1, move_time)))
    if isinstance(outcome, FailedGame):
        return Tried(board.board, players, f"{outcome.bot} {outcome.problem}", trace=outcome.trace)
    return _tried(board, players, outcome)


def played(outcomes: Iterator[Outcome | None]) -> Iterator[Outcome]:
    """Only what came of games."""
    return (outcome for outcome in outcomes if outcome is not None)


def _tried(board: Board, players: int, game: PlayedGame) -> Tried:
    own, *rest = game.sides
    thinking: Thinking = own.thinking
    return Tried(
        board=board.board,
        players=players,
        fault=None,
        decisions=thinking.decisions,
        mean_ms=thinking.mean_ms(),
        p99_ms=thinking.quantile_ms(P99),
        slowest_ms=thinking.quantile_ms(WORST),
        score=own.score,
        best_other=max(side.score for side in rest),
    )
