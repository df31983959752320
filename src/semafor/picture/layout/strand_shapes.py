"""The drawn shape of every strand: its line and its spaces."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from semafor.picture.layout.space_slots import slots
from semafor.picture.shapes import RouteShape, Space

if TYPE_CHECKING:
    from collections.abc import Sequence

    from semafor.boards.model import Board, Route
    from semafor.picture.layout.bundles import Bundle
    from semafor.picture.layout.centre_lines import Curve

USUAL_TUNNEL = 3


def wild_spaces(route: Route) -> frozenset[int]:
    """Which spaces of a ferry show the wild symbol: those in the middle."""
    first = (route.length - route.ferry) // 2
    return frozenset(range(first, first + route.ferry))


def _angle(x: float, y: float) -> float:
    """Degrees clockwise, turned so that nothing on the space stands on its head."""
    degrees = math.degrees(math.atan2(y, x))
    return round((degrees + 90) % 180 - 90, 2)


def _head(spaces: tuple[Space, ...]) -> int:
    """Where the engine stands: in the middle of a curve it would pull nothing."""
    ahead = min(range(len(spaces)), key=lambda slot: (round(spaces[slot].x), slot))
    return 0 if ahead <= (len(spaces) - 1) / 2 else len(spaces) - 1


def _strand(route: Route, bundle: Bundle, curve: Curve, offset: float, start: str) -> RouteShape:
    """One strand of a bundle whose line starts at the place `start`."""
    found, wild = slots(bundle, curve), wild_spaces(route)
    spaces = []
    for number in range(route.length):
        x, y = (found.centres[number] + found.across[number] * offset).tolist()
        spaces.append(Space(round(x, 2), round(y, 2), _angle(*found.along[number].tolist()), number in wild))
    ordered = tuple(spaces if route.a == start else reversed(spaces))
    return RouteShape(
        kind=route.kind,
        line=curve.beside(offset).path(),
        spaces=ordered,
        length=bundle.size[0],
        width=bundle.size[1],
        tunnel=route.tunnel,
        badge=(route.length - 1) // 2 if route.tunnel not in (0, USUAL_TUNNEL) else -1,
        cards=route.cost if route.kind == "subway" else 0,
        head=_head(ordered),
    )


def strands(board: Board, bundles: Sequence[Bundle], curves: Sequence[Curve]) -> tuple[RouteShape, ...]:
    """The shapes of all routes, in the board's order."""
    shapes: dict[int, RouteShape] = {}
    for bundle, curve in zip(bundles, curves, strict=True):
        start = board.places[bundle.a].id
        for number, offset in zip(bundle.routes, bundle.offsets, strict=True):
            shapes[number] = _strand(board.routes[number], bundle, curve, offset, start)
    return tuple(shapes[number] for number in range(len(board.routes)))
