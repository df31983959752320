"""The board with routes drawn by how often they are claimed, one layer per bot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal
from xml.sax.saxutils import escape

from semafor.picture.geometry import geometry
from semafor.picture.layout.solving import layout_key
from semafor.picture.shown import ShownPosition
from semafor.picture.svg.board_picture import SCOPE as PAGE_SCOPE
from semafor.picture.svg.elements import group, number, scoped, tag
from semafor.picture.svg.ornament import ground, neat_line, sea_names
from semafor.picture.svg.routes_and_places import labels, places
from semafor.picture.svg.style_sheet import definitions, style
from semafor.picture.tokens import colours, tokens

if TYPE_CHECKING:
    from collections.abc import Sequence

    from semafor.boards import Board
    from semafor.boards.model import Language

SCALE = ("#E9DCC0", "#F0C868", "#E89A3C", "#D2562E", "#8E1F2F")
"""Colours from never to the most frequently claimed route."""
THIN, WIDE = 2.5, 15.0


def heat(part: float) -> str:
    """Return the colour of a value from 0 to 1."""
    place = min(max(part, 0.0), 1.0) * (len(SCALE) - 1)
    low = min(int(place), len(SCALE) - 2)
    ends = zip(_channels(SCALE[low]), _channels(SCALE[low + 1]), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * (place - low)):02X}" for a, b in ends)


def _channels(colour: str) -> list[int]:
    return [int(colour[i : i + 2], 16) for i in (1, 3, 5)]


def draw_heat_map(board: Board, layers: Sequence[Sequence[float]]) -> str:
    """Return the map with a group of class `heat` for each layer, with routes drawn by their rates."""
    drawn = []
    for place, rates in enumerate(layers):
        titles = [f"{name}: {rate:.1%}" for name, rate in zip(board.route_names, rates, strict=True)]
        most = max(rates) or 1.0
        drawn.append(route_layer(board, place, [rate / most for rate in rates], titles))
    return draw_over(board, drawn)


def draw_over(
    board: Board, layers: Sequence[str], language: Language = "en", look: Literal["paper", "page"] = "paper"
) -> str:
    """Return land and places of a board with layers between them; `page` uses the client's style sheet."""
    shape, key = geometry(board), f"h{layout_key(board)[:6]}"
    scope = PAGE_SCOPE if look == "page" else key
    parts = [
        tag("style", style(look, scope)) if look == "paper" else "",
        definitions(look),
        tag("rect", width="100%", height="100%", fill=colours(look)["paper"]),
        ground(shape, look),
        sea_names(shape, language),
        neat_line(shape, look),
        *layers,
        places(shape, ShownPosition(), look),
        labels(shape, language),
    ]
    drawn = scoped("".join(parts), key)
    box = f"0 0 {number(shape.width)} {number(shape.height)}"
    return tag("svg", drawn, xmlns="http://www.w3.org/2000/svg", class_=scope, viewBox=box, role="img")


def route_layer(board: Board, place: int, parts: Sequence[float], titles: Sequence[str]) -> str:
    """Return all routes by values from 0 to 1, the largest last, so that they are on top."""
    shape = geometry(board)
    order = sorted(range(len(parts)), key=lambda route: parts[route])
    lines = [heat_line(shape.routes[route].line, parts[route], titles[route]) for route in order]
    return group(lines, class_=f"heat heat-{place}", fill="none", stroke_linecap="round")


def heat_line(line: str, part: float, told: str) -> str:
    """Return a line by its value, with a tooltip."""
    width = THIN + (WIDE - THIN) * min(max(part, 0.0), 1.0)
    title = tag("title", escape(told))
    under = tag("path", d=line, stroke=tokens().outline, stroke_width=width + 2)
    return group([title, under, tag("path", d=line, stroke=heat(part), stroke_width=width)])
