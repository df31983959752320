"""Proposals: boards that differ a little from one, to be compared with it."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from semafor.boards import check_board, limits
from semafor.boards.names import group_by_ends
from semafor.workshop.balance import changes as make
from semafor.workshop.ticket_advice import accepted_values

if TYPE_CHECKING:
    from collections.abc import Iterator

    from semafor.workshop.balance.changes import Variant
    from semafor.workshop.study.findings import TicketStudy

STEPS = (-2, -1, 1, 2)
TRIES = 40
"""So often something is proposed that turns out to be no board."""


def revalued(variant: Variant, found: list[TicketStudy]) -> Iterator[Variant]:
    """The values that a study suggests, all of them whole, half-way, and each of the worst alone.

    None goes beyond what advice accepts: for people a ticket's value has to do with its way.
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
    """The value nearest to the wished one that is accepted, or no farther off than it is now."""
    return min(max(wished, min(accepted[0], now)), max(accepted[-1], now))


def small_changes(variant: Variant, number: int, dice: Random) -> Iterator[Variant]:
    """So many boards without faults, each with one thing otherwise: a length, colour, value or strand."""
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
    """One route more, or one less."""
    number = dice.randrange(len(variant.board.routes))
    route = variant.board.routes[number]
    beside = len([one for one in variant.board.routes if {one.a, one.b} == {route.a, route.b}])
    if beside == 1 and dice.random() < 0.5:
        return make.add_strand(variant, number, dice.choice(make.free_colours(variant.board, route)))
    return make.drop_route(variant, number)
