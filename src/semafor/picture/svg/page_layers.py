"""The board as layers of SVG for a page that puts trains, stations and lights between and over them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from semafor.picture.layout.stored_layouts import layout_key
from semafor.picture.svg.definitions import definitions
from semafor.picture.svg.elements import scoped
from semafor.picture.svg.land_and_sea import ground, sea_names
from semafor.picture.svg.ornament import cartouche, compass, neat_line
from semafor.picture.svg.routes_and_places import free_route, label_lines, place_dot, rails
from semafor.picture.svg.style_sheet import style
from semafor.words import LANGUAGES, Language

if TYPE_CHECKING:
    from semafor.boards.model import Board
    from semafor.picture.shapes import MapGeometry

SCOPE = "drawing"
"""The class of the element that holds the layers."""


class LetteringLayer(msgspec.Struct, frozen=True):
    """What depends on the language."""

    ornament: str
    """Names of seas, compass and cartouche; above the land, under the routes."""
    labels: dict[str, str]
    """The names of places, by place id; above everything."""


class BoardLayers(msgspec.Struct, frozen=True):
    """The same drawing as in files and notebooks, in colours that are the page's variables."""

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
    """The layers of a board whose geometry is known."""
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
    """The style sheet that a page needs for the layers."""
    return style("page", SCOPE)
