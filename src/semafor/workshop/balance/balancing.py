"""Balancing: the best of some proposals is taken, again and again, and judged by deals that it never saw."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import msgspec

from semafor.boards.model import Board
from semafor.cores import count_cores
from semafor.workshop.balance.changes import Change, Variant
from semafor.workshop.balance.goals import Deals, Goal, measure
from semafor.workshop.balance.proposals import revalued, small_changes
from semafor.workshop.study.studying import study

if TYPE_CHECKING:
    from collections.abc import Iterator

    from semafor.workshop.study.watching import Progress

ROUNDS = 4
PROPOSED = 8
"""Boards that are compared in a round."""
LEAST_GAIN = 0.03
"""The share of the distance that a proposal must take away to be adopted: less may be chance."""
CHECKED = 2
"""So many times as many games judge the result as compared the proposals."""


class Balance(msgspec.Struct, frozen=True):
    """What would be changed, and what was gained on fresh deals."""

    goal: Goal
    games: int
    seed: str
    before: float
    """The distance from the goal: of 100 games for seats and styles, points for tickets."""
    after: float
    changes: tuple[Change, ...]
    board: Board
    """The board with all changes; the old one where nothing was gained."""

    @property
    def gained(self) -> bool:
        """Whether the changed board is nearer to the goal on deals that had no part in choosing it."""
        return bool(self.changes) and self.after < self.before


def balance(
    board: Board,
    goal: Goal,
    games: int = 1500,
    seed: str = "1",
    rounds: int = ROUNDS,
    cores: int | None = None,
    progress: Progress = lambda _games: None,
) -> Balance:
    """Look for changes that bring a board nearer to a goal; CannotSimulate where it has no routes.

    Every proposal plays the same deals. What is found is judged by twice as many other deals.
    """
    deals = Deals(games, f"{seed}/balance", cores or count_cores())
    best = Variant(board)
    distance = measure(board, goal, deals, progress)
    dice = Random(f"{seed}/proposals")  # nobody's secret: the same seed, the same proposals
    for _ in range(rounds):
        tried = [
            (measure(one.board, goal, deals, progress), one) for one in _proposals(best, goal, deals, dice)
        ]
        nearest, found = min(tried, key=lambda pair: pair[0], default=(distance, best))
        if nearest > (1 - LEAST_GAIN) * distance:
            break
        best, distance = found, nearest
    check = Deals(CHECKED * games, f"{seed}/check", deals.cores)
    before, after = (measure(one, goal, check, progress) for one in (board, best.board))
    kept = best if after < before else Variant(board)
    return Balance(goal, games, seed, before, after if kept.changes else before, kept.changes, kept.board)


def _proposals(variant: Variant, goal: Goal, deals: Deals, dice: Random) -> Iterator[Variant]:
    if goal.aim == "tickets":
        found = study(variant.board, deals.games, deals.seed, deals.cores)
        return revalued(variant, found.tickets)
    return small_changes(variant, PROPOSED, dice)
