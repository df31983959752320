"""Goals: how far the games on a board are from what is wanted.

Every measure is the root mean square distance from the goal, minus the part expected by chance: 0 if only
chance is left.
"""

from __future__ import annotations

from math import isfinite, sqrt
from typing import TYPE_CHECKING, Literal, get_args

import msgspec

from semafor.errors import SemaforError
from semafor.workshop.study.figures import study_styles, study_table, study_tickets
from semafor.workshop.study.studying import style_table
from semafor.workshop.study.watching import RIVALS, PlayedGames, mixed_line_ups, watch

if TYPE_CHECKING:
    from collections.abc import Iterable

    from semafor.boards.model import Board
    from semafor.workshop.study.watching import Progress

Aim = Literal["seats", "tickets", "styles"]
AIMS: tuple[Aim, ...] = get_args(Aim)
WHOLE = 100.0


class BadGoal(SemaforError):
    """An unknown goal."""


class Goal(msgspec.Struct, frozen=True):
    """What is balanced."""

    aim: Aim
    shares: dict[str, float] = {}
    """The wanted win rate of each style; equal by default."""


class GoalDeals(msgspec.Struct, frozen=True):
    """The games that are played: the same deals for every board."""

    games: int
    seed: str
    cores: int


def parse_goal(text: str) -> Goal:
    """Parse `seats`, `tickets`, `styles` or `styles:tickets=40,long=20,cheap=20,blocking=20`, or raise
    BadGoal.
    """
    name, colon, told = text.partition(":")
    aim = next((one for one in AIMS if one == name), None)
    if aim is None or (colon and aim != "styles"):
        raise BadGoal("goal", given=text, aims=list(AIMS))
    return Goal(aim, _shares(told) if colon else {})


def _shares(told: str) -> dict[str, float]:
    parts = [part.partition("=") for part in told.split(",")]
    pairs = {style.strip(): share for style, _, share in parts}
    try:
        shares: dict[str, float] = {style: float(pairs[style]) / WHOLE for style in RIVALS}
    except (KeyError, ValueError):
        raise BadGoal("goal-shares", styles=list(RIVALS)) from None
    whole = isfinite(sum(shares.values())) and abs(sum(shares.values()) - 1) < 0.001
    if len(parts) != len(RIVALS) or min(shares.values()) < 0 or not whole:
        raise BadGoal("goal-shares", styles=list(RIVALS))
    return shares


def measure(board: Board, goal: Goal, deals: GoalDeals, progress: Progress) -> float:
    """Return the distance from the goal: of 100 games for seats and styles, in points for tickets."""
    if goal.aim == "styles":
        return WHOLE * distance_from_balance(_style_gaps(board, goal, deals, progress))
    series = _even_series(board, deals, progress)
    if goal.aim == "tickets":
        return distance_from_balance((one.off, one.error) for one in study_tickets(series) if one.held)
    seats = (seat.wins for one in series for seat in study_table(one).seats)
    return WHOLE * distance_from_balance((wins.share - wins.expected, wins.standard_error) for wins in seats)


def _even_series(board: Board, deals: GoalDeals, progress: Progress) -> list[PlayedGames]:
    counts = sorted(board.options.players)
    each = max(2, deals.games // len(counts))
    return [
        PlayedGames(board, n, watch(board, n, each, f"{deals.seed}/{n}", deals.cores, False, progress))
        for n in counts
    ]


def _style_gaps(board: Board, goal: Goal, deals: GoalDeals, progress: Progress) -> list[tuple[float, float]]:
    players = style_table(board)
    rows = watch(board, players, deals.games, f"{deals.seed}/styles", deals.cores, True, progress)
    line_ups = mixed_line_ups(players, board.options.team_size)
    gaps = []
    for one in study_styles(PlayedGames(board, players, rows), line_ups):
        # Every style sits at each table of four, and at half of those of two.
        wished = goal.shares.get(one.style, 1 / len(RIVALS)) * len(RIVALS) * one.expected
        gaps.append(
            (one.wins.rate - wished, sqrt(one.wins.rate * (1 - one.wins.rate) / max(1, one.wins.games)))
        )
    return gaps


def distance_from_balance(gaps: Iterable[tuple[float, float]]) -> float:
    """Return the root mean square of gaps, minus that of their standard errors."""
    squares = [gap * gap - error * error for gap, error in gaps]
    return sqrt(max(0.0, sum(squares) / max(1, len(squares))))
