"""Balancing: the best of several proposals is adopted repeatedly, and evaluated on new deals."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import msgspec

from semafor.boards import check_board, limits
from semafor.boards.board_names import group_by_ends
from semafor.boards.model import Board
from semafor.cores import count_cores
from semafor.workshop.advice import accepted_values
from semafor.workshop.balance import changes as make
from semafor.workshop.balance.changes import BoardChange, Variant
from semafor.workshop.balance.goals import Goal, GoalDeals, measure
from semafor.workshop.study.studying import study

if TYPE_CHECKING:
    from collections.abc import Iterator

    from semafor.workshop.balance.changes import Variant
    from semafor.workshop.study.findings import TicketStudy
    from semafor.workshop.study.watching import Progress

STEPS = (-2, -1, 1, 2)
TRIES = 40
"""Maximum number of proposals that are not valid boards."""


def revalued(variant: Variant, found: list[TicketStudy]) -> Iterator[Variant]:
    """Return changes to the values that a study suggests: in full, half-way, and each of the worst alone.

    None exceeds what advice accepts, because a ticket's value should fit its path.
    """
    accepted = accepted_values(variant.board)
    wished = {one.ticket: _within(one.suggested, one.points, accepted[one.ticket]) for one in found}
    off = [one for one in found if wished[one.ticket] != one.points]
    for share in (1.0, 0.5):
        proposed = variant
        for one in off:
            way = wished[one.ticket] - one.points
            step = round(share * way) or (1 if way > 0 else -1)
            proposed = make.revalue(proposed, one.ticket, one.points + step)
        if off:
            yield proposed
    for one in sorted(off, key=lambda one: -abs(one.off))[:3]:
        yield make.revalue(variant, one.ticket, wished[one.ticket])


def _within(wished: int, now: int, accepted: range) -> int:
    """Return the accepted value closest to the wanted one, or one not farther off than now."""
    return min(max(wished, min(accepted[0], now)), max(accepted[-1], now))


def small_changes(variant: Variant, number: int, dice: Random) -> Iterator[Variant]:
    """Return valid boards with one thing changed: a length, colour, value or strand."""
    kinds = (_length, _colour, _value, _strand)
    found = 0
    for attempt in range(TRIES * number):
        proposed = kinds[attempt % len(kinds)](variant, dice)
        if proposed is not None and not check_board(proposed.board):
            found += 1
            yield proposed
        if found == number:
            break


def _length(variant: Variant, dice: Random) -> Variant | None:
    strands = dice.choice(list(group_by_ends(variant.board.routes).values()))
    route = variant.board.routes[strands[0]]
    length = route.length + dice.choice((-1, 1))
    if route.kind == "subway" or not 1 <= length <= limits.LENGTH:
        return None
    return make.relength(variant, strands, length)


def _colour(variant: Variant, dice: Random) -> Variant | None:
    number = dice.randrange(len(variant.board.routes))
    route = variant.board.routes[number]
    colours = [one for one in make.free_colours(variant.board, route) if one != route.colour]
    return make.recolour(variant, number, dice.choice(colours)) if colours else None


def _value(variant: Variant, dice: Random) -> Variant | None:
    number = dice.randrange(len(variant.board.tickets))
    now = variant.board.tickets[number].points
    points = _within(now + dice.choice(STEPS), now, accepted_values(variant.board)[number])
    return make.revalue(variant, number, points) if points != now and points <= limits.POINTS else None


def _strand(variant: Variant, dice: Random) -> Variant | None:
    """Return a board with one route more or less."""
    number = dice.randrange(len(variant.board.routes))
    route = variant.board.routes[number]
    beside = len([one for one in variant.board.routes if {one.a, one.b} == {route.a, route.b}])
    if beside == 1 and dice.random() < 0.5:
        return make.add_strand(variant, number, dice.choice(make.free_colours(variant.board, route)))
    return make.drop_route(variant, number)


ROUNDS = 4
PROPOSED = 8
"""Boards compared in a round."""
LEAST_GAIN = 0.03
"""Share of the distance that a proposal must remove to be adopted; less may be chance."""
CHECKED = 2
"""Factor between the games that evaluate the result and those that compare proposals."""


class Balance(msgspec.Struct, frozen=True):
    """The changes, and the improvement on new deals."""

    goal: Goal
    games: int
    seed: str
    before: float
    """The distance from the goal: of 100 games for seats and styles, in points for tickets."""
    after: float
    changes: tuple[BoardChange, ...]
    board: Board
    """The board with all changes; the old one if nothing was gained."""

    @property
    def gained(self) -> bool:
        """Whether the changed board is closer to the goal on deals that were not used to choose it."""
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
    """Find changes that bring a board closer to a goal; raise CannotSimulate if it has no routes.

    All proposals play the same deals. The result is evaluated on twice as many other deals.
    """
    deals = GoalDeals(games, f"{seed}/balance", cores or count_cores())
    best = Variant(board)
    distance = measure(board, goal, deals, progress)
    dice = Random(f"{seed}/proposals")  # not for security: the same seed gives the same proposals
    for _ in range(rounds):
        tried = [
            (measure(one.board, goal, deals, progress), one) for one in _proposals(best, goal, deals, dice)
        ]
        nearest, found = min(tried, key=lambda pair: pair[0], default=(distance, best))
        if nearest > (1 - LEAST_GAIN) * distance:
            break
        best, distance = found, nearest
    check = GoalDeals(CHECKED * games, f"{seed}/check", deals.cores)
    before, after = (measure(one, goal, check, progress) for one in (board, best.board))
    kept = best if after < before else Variant(board)
    return Balance(goal, games, seed, before, after if kept.changes else before, kept.changes, kept.board)


def _proposals(variant: Variant, goal: Goal, deals: GoalDeals, dice: Random) -> Iterator[Variant]:
    if goal.aim == "tickets":
        found = study(variant.board, deals.games, deals.seed, deals.cores)
        return revalued(variant, found.tickets)
    return small_changes(variant, PROPOSED, dice)
