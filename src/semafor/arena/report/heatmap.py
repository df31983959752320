"""The board with every route as wide and as dark as it is often claimed; one layer a bot."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from semafor.picture.board_position import Position
from semafor.picture.geometry import geometry
from semafor.picture.layout.stored_layouts import layout_key
from semafor.picture.svg.definitions import definitions
from semafor.picture.svg.elements import group, number, scoped, tag
from semafor.picture.svg.land_and_sea import ground, sea_names
from semafor.picture.svg.ornament import neat_line
from semafor.picture.svg.routes_and_places import labels, places
from semafor.picture.svg.style_sheet import style
from semafor.picture.tokens import tokens

if TYPE_CHECKING:
    from collections.abc import Sequence

    from semafor.boards import Board
    from semafor.picture.shapes import MapGeometry

SCALE = ("#E9DCC0", "#F0C868", "#E89A3C", "#D2562E", "#8E1F2F")
"""From never to as often as the busiest route."""
THIN, WIDE = 2.5, 15.0


def heat(part: float) -> str:
    """The colour of a part from 0 to 1."""
    place = min(max(part, 0.0), 1.0) * (len(SCALE) - 1)
    low = min(int(place), len(SCALE) - 2)
    ends = zip(_channels(SCALE[low]), _channels(SCALE[low + 1]), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * (place - low)):02X}" for a, b in ends)


def _channels(colour: str) -> list[int]:
    return [int(colour[i : i + 2], 16) for i in (1, 3, 5)]


def draw_heat_map(board: Board, layers: Sequence[Sequence[float]]) -> str:
    """The map with a group of class `heat` for each layer, in which routes are drawn by their rates."""
    shape, scope = geometry(board), f"h{layout_key(board)[:6]}"
    parts = [
        tag("style", style("paper", scope)),
        definitions("paper"),
        tag("rect", width="100%", height="100%", fill=tokens().themes["paper"]["paper"]),
        ground(shape, "paper"),
        sea_names(shape, "en"),
        neat_line(shape, "paper"),
        *(_layer(board, shape, place, rates) for place, rates in enumerate(layers)),
        places(shape, Position(), "paper"),
        labels(shape, "en"),
    ]
    drawn = scoped("".join(parts), scope)
    box = f"0 0 {number(shape.width)} {number(shape.height)}"
    return tag("svg", drawn, xmlns="http://www.w3.org/2000/svg", class_=scope, viewBox=box, role="img")


def _layer(board: Board, shape: MapGeometry, place: int, rates: Sequence[float]) -> str:
    """All routes, the busiest last, so that they lie on top."""
    most = max(rates) or 1.0
    order = sorted(range(len(rates)), key=lambda route: rates[route])
    lines = [_route(board, shape, route, rates[route], most) for route in order]
    return group(lines, class_=f"heat heat-{place}", fill="none", stroke_linecap="round")


def _route(board: Board, shape: MapGeometry, route: int, rate: float, most: float) -> str:
    line, part = shape.routes[route].line, rate / most
    width = THIN + (WIDE - THIN) * part
    title = tag("title", escape(f"{board.route_names[route]}: {rate:.1%}"))
    under = tag("path", d=line, stroke=tokens().outline, stroke_width=width + 2)
    return group([title, under, tag("path", d=line, stroke=heat(part), stroke_width=width)])
