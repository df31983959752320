"""Small changes to a board, each with a text and made on a copy."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from semafor.boards.faults import KeyPath
from semafor.boards.model import GREY, Board, Colour, Route
from semafor.words import Detail, say
from semafor.workshop.advice import both_ends

if TYPE_CHECKING:
    from typing import Literal

    from semafor.words import Language


VALUES = ("ticket-value", "route-length")
"""Number changes that occur at two places."""


class BoardChange(msgspec.Struct, frozen=True):
    """One change."""

    path: KeyPath
    """The path of the thing before this change."""
    code: str
    details: dict[str, Detail] = {}

    def say(self, language: Language = "en") -> str:
        """Return the change in one line."""
        return say(f"change.{self.code}", self.details, language)


class Variant(msgspec.Struct, frozen=True):
    """A board with changes."""

    board: Board
    changes: tuple[BoardChange, ...] = ()


def revalue(variant: Variant, ticket: int, points: int) -> Variant:
    """Return the board with another value of a ticket."""
    old = variant.board.tickets[ticket]
    tickets = list(variant.board.tickets)
    tickets[ticket] = msgspec.structs.replace(old, points=points)
    change = _change(variant, ("tickets", ticket), "ticket-value", before=old.points, after=points)
    return _with(variant, change, tickets=tuple(tickets))


def relength(variant: Variant, strands: list[int], length: int) -> Variant:
    """Return the board with another length of parallel strands."""
    old = variant.board.routes[strands[0]]
    routes = [
        msgspec.structs.replace(route, length=length) if number in strands else route
        for number, route in enumerate(variant.board.routes)
    ]
    change = _change(variant, ("routes", strands[0]), "route-length", before=old.length, after=length)
    return _with(variant, change, routes=tuple(routes))


def recolour(variant: Variant, route: int, colour: Colour | Literal["grey"]) -> Variant:
    """Return the board with another colour of a strand."""
    routes = list(variant.board.routes)
    old = routes[route]
    routes[route] = msgspec.structs.replace(old, colour=colour)
    change = _change(variant, ("routes", route), "route-colour", before=old.colour, after=colour)
    return _with(variant, change, routes=tuple(routes))


def add_strand(variant: Variant, route: int, colour: Colour | Literal["grey"]) -> Variant:
    """Return the board with a second strand of a route."""
    routes = list(variant.board.routes)
    routes.insert(route + 1, msgspec.structs.replace(routes[route], colour=colour))
    change = _change(variant, ("routes", route), "route-added", after=colour)
    return _with(variant, change, routes=tuple(routes))


def drop_route(variant: Variant, route: int) -> Variant:
    """Return the board without a strand."""
    routes = [one for number, one in enumerate(variant.board.routes) if number != route]
    change = _change(variant, ("routes", route), "route-removed", before=variant.board.routes[route].colour)
    return _with(variant, change, routes=tuple(routes))


def free_colours(board: Board, route: Route) -> list[Colour | Literal["grey"]]:
    """Return colours that no strand between the same places has; grey may be repeated."""
    there = {one.colour for one in board.routes if {one.a, one.b} == {route.a, route.b}}
    plain: list[Colour | Literal["grey"]] = [colour for colour in board.colours if colour not in there]
    return [*plain, GREY]


def _change(variant: Variant, path: KeyPath, code: str, **details: Detail) -> BoardChange:
    section, number = path
    things = variant.board.tickets if section == "tickets" else variant.board.routes
    join = things[int(number)]
    told = {key: _told(value) for key, value in details.items()}
    return BoardChange(path, code, {"ends": both_ends(variant.board, join), **told})


def _told(value: Detail) -> Detail:
    """Return a colour in both languages; anything else unchanged."""
    if not isinstance(value, str):
        return value
    key = "study.grey" if value == GREY else f"card.named.{value}"
    return {"en": say(key, {}, "en"), "pl": say(key, {}, "pl")}


def _with(variant: Variant, change: BoardChange, **fields: object) -> Variant:
    """Return changes with repeated ones merged: the last value, and the original one.

    A value that returns to its original has not changed.
    """
    board = msgspec.structs.replace(variant.board, **fields)
    same = [one for one in variant.changes if change.code in VALUES and _subject(one) == _subject(change)]
    for first in same:
        change = BoardChange(change.path, change.code, {**change.details, "before": first.details["before"]})
    others = tuple(one for one in variant.changes if one not in same)
    back = change.code in VALUES and change.details["before"] == change.details["after"]
    return Variant(board, others if back else (*others, change))


def _subject(change: BoardChange) -> tuple[str, str]:
    return change.code, str(change.details["ends"])
