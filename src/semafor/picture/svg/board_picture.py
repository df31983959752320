"""A whole board as one SVG document."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from semafor.picture.board_position import Position
from semafor.picture.geometry import geometry
from semafor.picture.layout.stored_layouts import layout_key
from semafor.picture.svg.definitions import definitions
from semafor.picture.svg.elements import group, number, put, scoped, tag, text
from semafor.picture.svg.land_and_sea import ground, sea_names
from semafor.picture.svg.ornament import cartouche, compass, neat_line
from semafor.picture.svg.routes_and_places import labels, markers, places, routes
from semafor.picture.svg.style_sheet import style
from semafor.picture.tokens import colours

if TYPE_CHECKING:
    from semafor.boards.model import Board, Language
    from semafor.picture.shapes import MapGeometry
    from semafor.picture.tokens import ThemeName

KEY_HEIGHT = 40.0
KEY_STEP = 190.0


def _key(shape: MapGeometry, position: Position) -> str:
    """The players' pieces and names below the map."""
    piece = "tram" if any(route.kind == "tram" for route in shape.routes) else "wagon"
    left = shape.width / 2 - KEY_STEP * len(position.names) / 2
    found = []
    for seat, name in enumerate(position.names):
        x = left + KEY_STEP * seat + 30
        found += [
            put(f"{piece}-{position.hue(seat)}", x, shape.height + 8),
            text(name, x + 28, shape.height + 13, "name"),
        ]
    return group(found)


def draw_board(
    board: Board, position: Position | None = None, language: Language = "en", theme: ThemeName = "paper"
) -> str:
    """The picture of a board, with what lies on it in a position."""
    shape, shown = geometry(board), position or Position()
    height = shape.height + (KEY_HEIGHT if shown.names else 0)
    scope = f"s{layout_key(board)[:6]}-{theme}"
    parts = [
        tag("title", escape(shape.lettering[language].title)),
        tag("style", style(theme, scope)),
        definitions(theme),
        tag("rect", width="100%", height="100%", fill=colours(theme)["paper"]),
        ground(shape, theme),
        sea_names(shape, language),
        neat_line(shape, theme),
        compass(shape, theme),
        cartouche(board, shape, language, theme),
        routes(board, shape, shown, language),
        places(shape, shown, theme),
        markers(shape, shown, theme),
        labels(shape, language),
        _key(shape, shown),
    ]
    drawn = scoped("".join(part for part in parts if part), scope)
    box = f"0 0 {number(shape.width)} {number(height)}"
    look: dict[str, str | float] = {
        "class_": scope,
        "viewBox": box,
        "width": shape.width,
        "height": height,
        "role": "img",
    }
    return tag("svg", drawn, xmlns="http://www.w3.org/2000/svg", **look)
