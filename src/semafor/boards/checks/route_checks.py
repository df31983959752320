"""Checks of each strand, of parallel strands, and of the points for routes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from semafor.boards import limits
from semafor.boards.board_names import group_by_ends, name_routes, name_tickets
from semafor.boards.checks.place_checks import repeated, unknown_place
from semafor.boards.faults import Fault, fault, outside
from semafor.boards.model import GREY, WILD
from semafor.boards.shape import describe

if TYPE_CHECKING:
    from collections.abc import Iterator

    from semafor.boards.faults import KeyPath
    from semafor.boards.model import Board, Options, Route


def check_route_ends(board: Board) -> Iterator[Fault]:
    """Check that a route connects two different places of the board."""
    for index, route in enumerate(board.routes):
        for end in ("a", "b"):
            yield from unknown_place(("routes", index, end), getattr(route, end), board)
        if route.a == route.b:
            yield fault(("routes", index), "route-loop")


def check_join_names(board: Board) -> Iterator[Fault]:
    """Check that no two routes and no two tickets have the same name, which hyphens could cause."""
    known = {place.id for place in board.places}
    for section, joins, name in (
        ("routes", board.routes, name_routes),
        ("tickets", board.tickets, name_tickets),
    ):
        if all({join.a, join.b} <= known for join in joins):
            yield from repeated(((section, index), text) for index, text in enumerate(name(board)))


def check_route_sizes(board: Board) -> Iterator[Fault]:
    """Check spaces, cards, ferries and tunnels of each strand."""
    for index, route in enumerate(board.routes):
        path: KeyPath = ("routes", index)
        yield from outside((*path, "length"), route.length, 1, limits.LENGTH)
        yield from _card_faults(path, route)
        yield from _ferry_faults(path, route)
        yield from _tunnel_faults(path, route)


def _card_faults(path: KeyPath, route: Route) -> Iterator[Fault]:
    """Check that only a subway prints its number of cards; it has one space (BER-4)."""
    if route.kind == "subway":
        yield from outside((*path, "cards"), route.cards, 1, limits.LENGTH)
        if route.length != 1:
            yield fault((*path, "length"), "subway-spaces", n=route.length)
    elif route.cards:
        yield fault((*path, "cards"), "paid-by-length", kind=route.kind)


def _ferry_faults(path: KeyPath, route: Route) -> Iterator[Fault]:
    if not 0 <= route.ferry <= route.cost:
        yield fault((*path, "ferry"), "ferry-symbols", n=route.ferry, most=route.cost)


def _tunnel_faults(path: KeyPath, route: Route) -> Iterator[Fault]:
    if route.tunnel:
        yield from outside((*path, "tunnel"), route.tunnel, *limits.TUNNEL)
        if route.ferry:
            yield fault((*path, "tunnel"), "ferry-and-tunnel")


def check_routes_fit_options(board: Board) -> Iterator[Fault]:
    """Check that every strand can be paid, has its pieces, and is allowed by the options."""
    for index, route in enumerate(board.routes):
        yield from _option_faults(("routes", index), route, board.options)
        yield from _payment_faults(("routes", index), route, board.options)
        yield from _piece_faults(("routes", index), route, board.options)


def _option_faults(path: KeyPath, route: Route, options: Options) -> Iterator[Fault]:
    if route.ferry and not options.ferries:
        yield fault((*path, "ferry"), "no-ferries")
    if route.tunnel and not options.tunnels:
        yield fault((*path, "tunnel"), "no-tunnels")


def _payment_faults(path: KeyPath, route: Route, options: Options) -> Iterator[Fault]:
    wild = options.cards.get(WILD, 0)
    if route.colour != GREY and route.colour not in options.cards:
        yield fault((*path, "colour"), "colour-not-in-deck", card=route.colour)
        return
    usable = [n for colour, n in options.cards.items() if colour != WILD and route.colour in (colour, GREY)]
    if route.cost > max(usable, default=0) + wild or route.ferry > wild:
        yield fault(path, "cannot-be-paid")


def _piece_faults(path: KeyPath, route: Route, options: Options) -> Iterator[Fault]:
    pieces = options.pieces.get(route.kind, 0)
    if not pieces:
        yield fault((*path, "kind"), "no-such-pieces", kind=route.kind)
    elif route.length > pieces:
        yield fault((*path, "length"), "longer-than-pieces", n=pieces, kind=route.kind)


def check_route_points(board: Board) -> Iterator[Fault]:
    """Check that there are points for every kind and cost that occurs, and no others."""
    for kind, table in board.route_points.items():
        for cards, points in table.items():
            path = ("route_points", kind, cards)
            if cards not in map(str, range(1, limits.LENGTH + 1)):
                yield fault(path, "no-number-of-cards", value=describe(cards[:10]), most=limits.LENGTH)
            yield from outside(path, points, 0, limits.POINTS)
    used = {route.kind for route in board.routes}
    for kind in board.route_points:
        if kind not in used:
            yield fault(("route_points", kind), "no-route-of-kind", kind=kind)


def check_routes_have_points(board: Board) -> Iterator[Fault]:
    """Check that each strand finds its cost in the table of its kind."""
    for index, route in enumerate(board.routes):
        costs = range(1, limits.LENGTH + 1)
        if route.cost in costs and str(route.cost) not in board.route_points.get(route.kind, {}):
            yield fault(("routes", index), "no-points", kind=route.kind, n=route.cost, key=route.kind)


ALIKE = ("length", "kind", "cards", "ferry", "tunnel", "always_open")
"""Return what parallel strands have in common; only their colours may differ."""


def check_strands(board: Board) -> Iterator[Fault]:
    """Check that parallel strands are adjacent, equal except for colours, and three at most."""
    for strands in group_by_ends(board.routes).values():
        yield from _number_faults(board, strands)
        yield from _colour_faults(board, strands)
        for index in strands[1:]:
            yield from _twin_faults(board, strands[0], index)


def _number_faults(board: Board, strands: list[int]) -> Iterator[Fault]:
    last = ("routes", strands[-1])
    if len(strands) > limits.STRANDS:
        yield fault(last, "too-many-strands", n=len(strands), most=limits.STRANDS)
    if strands[-1] - strands[0] >= len(strands):
        yield fault(last, "strand-apart")
    if len(strands) == 1 and board.routes[strands[0]].always_open:
        yield fault((*last, "always_open"), "single-always-open")


def _colour_faults(board: Board, strands: list[int]) -> Iterator[Fault]:
    seen: set[str] = set()
    for index in strands:
        colour = board.routes[index].colour
        if colour != GREY and colour in seen:
            yield fault(("routes", index, "colour"), "same-colour-strands", card=colour)
        seen.add(colour)


def _twin_faults(board: Board, first: int, other: int) -> Iterator[Fault]:
    for field in ALIKE:
        one, two = getattr(board.routes[first], field), getattr(board.routes[other], field)
        if one != two:
            yield fault(("routes", other, field), "strand-differs", key=field, value=_show(one))


def _show(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
