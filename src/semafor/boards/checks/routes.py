"""Checks of each strand by itself, and of the points for routes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from semafor.boards import limits
from semafor.boards.checks.places import unknown_place
from semafor.boards.faults import Fault, outside
from semafor.boards.model import GREY, WILD

if TYPE_CHECKING:
    from collections.abc import Iterator

    from semafor.boards.faults import KeyPath
    from semafor.boards.model import Board, Options, Route


def check_route_ends(board: Board) -> Iterator[Fault]:
    """A route joins two different places of the board."""
    for index, route in enumerate(board.routes):
        for end in ("a", "b"):
            yield from unknown_place(("routes", index, end), getattr(route, end), board)
        if route.a == route.b:
            yield Fault(("routes", index), "this route leads back to where it starts", "two different places")


def check_route_sizes(board: Board) -> Iterator[Fault]:
    """Spaces, cards, ferries and tunnels of each strand are possible ones."""
    for index, route in enumerate(board.routes):
        path: KeyPath = ("routes", index)
        yield from outside((*path, "length"), route.length, 1, limits.LENGTH)
        yield from _card_faults(path, route)
        yield from _ferry_faults(path, route)
        yield from _tunnel_faults(path, route)


def _card_faults(path: KeyPath, route: Route) -> Iterator[Fault]:
    """Only a subway prints its number of cards; it has one space (BER-4)."""
    if route.kind == "subway":
        yield from outside((*path, "cards"), route.cards, 1, limits.LENGTH)
        if route.length != 1:
            yield Fault((*path, "length"), f"this subway has {route.length} spaces", "1 space and `cards`")
    elif route.cards:
        yield Fault(
            (*path, "cards"), f"a {route.kind} route is paid by its length", "`cards` only on subways"
        )


def _ferry_faults(path: KeyPath, route: Route) -> Iterator[Fault]:
    if not 0 <= route.ferry <= route.cost:
        yield Fault(
            (*path, "ferry"), f"{route.ferry} wild symbols", f"0 to {route.cost}, the cards of this route"
        )


def _tunnel_faults(path: KeyPath, route: Route) -> Iterator[Fault]:
    if route.tunnel:
        yield from outside((*path, "tunnel"), route.tunnel, *limits.TUNNEL)
        if route.ferry:
            yield Fault((*path, "tunnel"), "this route is a ferry and a tunnel", "one of the two at most")


def check_routes_fit_options(board: Board) -> Iterator[Fault]:
    """Every strand can be paid, has its pieces, and is of a sort that the options allow."""
    for index, route in enumerate(board.routes):
        yield from _option_faults(("routes", index), route, board.options)
        yield from _payment_faults(("routes", index), route, board.options)
        yield from _piece_faults(("routes", index), route, board.options)


def _option_faults(path: KeyPath, route: Route, options: Options) -> Iterator[Fault]:
    if route.ferry and not options.ferries:
        yield Fault((*path, "ferry"), "this board has no ferries", "`ferries = true` in the options")
    if route.tunnel and not options.tunnels:
        yield Fault((*path, "tunnel"), "this board has no tunnels", "`tunnels = true` in the options")


def _payment_faults(path: KeyPath, route: Route, options: Options) -> Iterator[Fault]:
    wild = options.cards.get(WILD, 0)
    if route.colour != GREY and route.colour not in options.cards:
        yield Fault(
            (*path, "colour"), f"the deck has no {route.colour} cards", "a colour of the deck, or grey"
        )
        return
    usable = [n for colour, n in options.cards.items() if colour != WILD and route.colour in (colour, GREY)]
    if route.cost > max(usable, default=0) + wild or route.ferry > wild:
        yield Fault(path, "the deck has not the cards to pay for this route", "a shorter route or more cards")


def _piece_faults(path: KeyPath, route: Route, options: Options) -> Iterator[Fault]:
    pieces = options.pieces.get(route.kind, 0)
    if not pieces:
        yield Fault((*path, "kind"), f"nobody has {route.kind} pieces", "a kind named in `pieces`")
    elif route.length > pieces:
        yield Fault((*path, "length"), f"a player has only {pieces} {route.kind} pieces", "a shorter route")


def check_route_points(board: Board) -> Iterator[Fault]:
    """There are points for every kind and number of cards that occurs, and for nothing unknown."""
    for kind, table in board.route_points.items():
        for cards, points in table.items():
            path = ("route_points", kind, cards)
            if cards not in map(str, range(1, limits.LENGTH + 1)):
                yield Fault(path, f"{cards[:10]!r} is no number of cards", f"1 to {limits.LENGTH}")
            yield from outside(path, points, 0, limits.POINTS)
    used = {route.kind for route in board.routes}
    for kind in board.route_points:
        if kind not in used:
            yield Fault(
                ("route_points", kind), f"there is no {kind} route", "points only for kinds that occur"
            )


def check_routes_have_points(board: Board) -> Iterator[Fault]:
    """Each strand finds its cost in the table of its kind."""
    for index, route in enumerate(board.routes):
        costs = range(1, limits.LENGTH + 1)
        if route.cost in costs and str(route.cost) not in board.route_points.get(route.kind, {}):
            yield Fault(
                ("routes", index),
                f"there are no points for a {route.kind} route of {route.cost} cards",
                f"an entry {route.cost} in route_points.{route.kind}",
            )
