"""A board as one SVG document."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

import msgspec

from semafor.boards.model import Language
from semafor.picture.geometry import geometry
from semafor.picture.layout.solving import layout_key
from semafor.picture.shown import ShownPosition
from semafor.picture.svg.elements import group, number, put, scoped, tag, text
from semafor.picture.svg.ornament import cartouche, compass, ground, neat_line, sea_names
from semafor.picture.svg.routes_and_places import (
    free_route,
    label_lines,
    labels,
    markers,
    place_dot,
    places,
    rails,
    routes,
)
from semafor.picture.svg.style_sheet import definitions, style
from semafor.picture.tokens import colours, text_width
from semafor.words import LANGUAGES

if TYPE_CHECKING:
    from semafor.boards.model import Board, Language
    from semafor.picture.shapes import MapGeometry
    from semafor.picture.tokens import ThemeName

KEY_ROW = 54.0
KEY_LETTERS = 30.0
"""Font size that is legible if the whole picture is as wide as a phone."""
KEY_PIECE, KEY_SCALE = 78.0, 1.6
KEY_GAP = 34.0


def _key_width(name: str, width: float) -> float:
    """Return the width for a name; sans-serif letters are a little wider than measured."""
    return min(1.1 * text_width(name, KEY_LETTERS), width - KEY_PIECE - 2 * KEY_GAP)


def _key_rows(names: tuple[str, ...], width: float) -> list[list[int]]:
    """Return the seats in as few rows as possible."""
    rows: list[list[int]] = []
    room = 0.0
    for seat, name in enumerate(names):
        wide = KEY_PIECE + _key_width(name, width) + KEY_GAP
        if not rows or room < wide:
            rows.append([])
            room = width
        rows[-1].append(seat)
        room -= wide
    return rows


def _key(shape: MapGeometry, position: ShownPosition) -> str:
    """Return the players' pieces and names below the map."""
    piece = "tram" if any(route.kind == "tram" for route in shape.routes) else "wagon"
    found = []
    for line, row in enumerate(_key_rows(position.names, shape.width)):
        widths = [_key_width(position.names[seat], shape.width) for seat in row]
        x = (shape.width - sum(widths) - KEY_PIECE * len(row) - KEY_GAP * (len(row) - 1)) / 2
        y = shape.height + KEY_ROW * (line + 0.5)
        for seat, wide in zip(row, widths, strict=True):
            drawn = put(f"{piece}-{position.hue(seat)}", 0, 0)
            place = f"translate({number(x + 34)} {number(y - 10)})scale({KEY_SCALE})"
            found += [
                group([drawn], transform=place),
                text(position.names[seat], x + KEY_PIECE, y, "player", wide),
            ]
            x += KEY_PIECE + wide + KEY_GAP
    return group(found)


def draw_board(
    board: Board,
    position: ShownPosition | None = None,
    language: Language = "en",
    theme: ThemeName = "paper",
    shape: MapGeometry | None = None,
) -> str:
    """Return the picture of a board with what lies on it; `shape` is its map, if it is known."""
    shape, shown = shape or geometry(board), position or ShownPosition()
    height = shape.height + KEY_ROW * len(_key_rows(shown.names, shape.width))
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


SCOPE = "drawing"
"""The class of the element that holds the layers."""


class LetteringLayer(msgspec.Struct, frozen=True):
    """The part that depends on the language."""

    ornament: str
    """Names of seas, compass and cartouche; above the land, under the routes."""
    labels: dict[str, str]
    """The names of places, by place id; above everything."""


class BoardLayers(msgspec.Struct, frozen=True):
    """The same drawing as in files and notebooks, with the CSS variables of the page as colours."""

    definitions: str
    """Spaces and pieces that are drawn by reference: `#wagon-0`, `#station-3`."""
    ground: str
    """Sea, land, waters, graticule and the frame."""
    rails: str
    routes: tuple[str, ...]
    """The empty spaces of each strand, in the order of the board's routes."""
    places: dict[str, str]
    """The dot of each place, by its id."""
    lettering: dict[Language, LetteringLayer]


def page_layers(board: Board, shape: MapGeometry) -> BoardLayers:
    """Return the layers of a board whose geometry is known."""
    land = ground(shape, "page") + neat_line(shape, "page")
    return BoardLayers(
        definitions=definitions("page"),
        ground=scoped(land, f"g{layout_key(board)[:6]}"),
        rails=rails(shape),
        routes=tuple(
            free_route(route, strand) for route, strand in zip(board.routes, shape.routes, strict=True)
        ),
        places={place.id: place_dot(place, shape.place_radius, "page") for place in shape.places},
        lettering={language: _lettering(board, shape, language) for language in LANGUAGES},
    )


def _lettering(board: Board, shape: MapGeometry, language: Language) -> LetteringLayer:
    ornament = sea_names(shape, language) + compass(shape, "page") + cartouche(board, shape, language, "page")
    labels = {label.place: label_lines(label) for label in shape.lettering[language].labels}
    return LetteringLayer(ornament, labels)


def page_style() -> str:
    """Return the style sheet that a page needs for the layers."""
    return style("page", SCOPE)
