"""The geometry of a board: computed once, drawn as SVG by Python and by the browser client."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple

import msgspec
import numpy as np

from semafor.boards.model import Board
from semafor.picture.ground.projection import graticule, lonlat, page_of
from semafor.picture.ground.scenery import land_boxes, land_rings, layers
from semafor.picture.layout.bundles import bundles_of, strands
from semafor.picture.layout.overlaps import board_shapes
from semafor.picture.layout.solving import curves_of, layout_of
from semafor.picture.lettering import (
    Drawn,
    bounds,
    choose_boxes,
    find_corner,
    label_at,
    language_items,
    sea_names,
)
from semafor.picture.shapes import Box, Label, Lettering, MapGeometry, Marker, PlacePoint
from semafor.picture.tokens import PLACE_RADIUS

if TYPE_CHECKING:
    from semafor.boards.model import Language
    from semafor.picture.ground.projection import MapPage
    from semafor.picture.layout.label_boxes import LabelBox
    from semafor.picture.layout.overlaps import Shape
    from semafor.picture.layout.solving import BoardLayout
    from semafor.picture.tokens import Floats

LANGUAGES: tuple[Language, ...] = ("en", "pl")
MARGIN = 46.0
"""Distance from the edge of the picture to the frame, for the neat line and its degrees."""
INSET = 30.0
"""Distance from the frame to the outermost space, place or label."""
LONGEST = 1.62
"""Maximum ratio of the long side of the frame to the short one."""
CORNER_ROOM = 14.0
CARTOUCHES = ((330.0, 150.0), (270.0, 124.0), (220.0, 100.0), (180.0, 82.0))
ROOMY = 0.25
"""Share of its size by which a frame may be wider on each side than the board needs."""
NOWHERE = np.empty((0, 2))
COMPASSES = ((130.0, 130.0), (100.0, 100.0), (76.0, 76.0))

Boxes = list[tuple[int, "LabelBox"]]
"""Markers and labels, each with its place."""


def side_boxes(board: Board, layout: BoardLayout) -> dict[Language, Boxes]:
    """Return the positions of markers and labels in each language."""
    bundles = bundles_of(board)
    drawn = Drawn(bundles, curves_of(bundles, layout.places, layout.bends), layout.places)
    sides = layout.sides.tolist()
    return {lang: choose_boxes(drawn, *language_items(board, sides, lang)) for lang in LANGUAGES}


def _shapes(board: Board, layout: BoardLayout, boxes: dict[Language, Boxes]) -> dict[Language, list[Shape]]:
    """Return the shapes that must not overlap, in each language."""
    bundles = bundles_of(board)
    curves = curves_of(bundles, layout.places, layout.bends)
    return {lang: board_shapes(bundles, curves, layout.places, boxes[lang]) for lang in LANGUAGES}


def _on_page(
    layout: BoardLayout, boxes: dict[Language, Boxes], board: Board, around: Floats
) -> tuple[BoardLayout, Box]:
    """Return the layout moved into the margin, and the frame."""
    shapes = _shapes(board, layout, boxes)
    points = np.vstack([shape.outline for group in shapes.values() for shape in group])
    low, high = _widened(points.min(axis=0) - INSET, points.max(axis=0) + INSET, around)
    # a very long page has no corner for its title
    spare = np.maximum((high - low)[::-1] * (1 / LONGEST) - (high - low), 0.0) / 2
    low, high = low - spare, high + spare
    origin, (width, height) = low - MARGIN, (high - low).tolist()
    moved = layout._replace(home=layout.home - origin, places=layout.places - origin)
    return moved, Box(MARGIN, MARGIN, round(width, 1), round(height, 1))


def _widened(low: Floats, high: Floats, around: Floats) -> tuple[Floats, Floats]:
    """Return the corners of a box, extended to these points within limits."""
    room = ROOMY * (high - low)
    outer = np.vstack([around, low, high])
    return np.maximum(outer.min(axis=0), low - room), np.minimum(outer.max(axis=0), high + room)


def _largest(frame: Box, sizes: tuple[tuple[float, float], ...], taken: Floats) -> Box | None:
    """Return the largest of these boxes that fits, as close to a corner as possible."""
    found = (find_corner(frame, size, taken, CORNER_ROOM) for size in sizes)
    return next((corner for corner in found if corner is not None), None)


def _with(taken: Floats, more: Box | None) -> Floats:
    if more is None:
        return taken
    return np.vstack([taken, [more.x, more.y, more.x + more.width, more.y + more.height]])


def place_labels(board: Board, layout: BoardLayout, boxes: Boxes) -> tuple[Label, ...]:
    """Return the names of places in one language."""
    return tuple(
        label_at(board.places[place].id, layout.places[place], at) for place, at in boxes if at.lines
    )


def _lettering(
    board: Board,
    page: MapPage,
    layout: BoardLayout,
    boxes: dict[Language, Boxes],
    taken: Floats,
    land: Floats,
) -> dict[Literal["en", "pl"], Lettering]:
    """Return everything that depends on the language."""
    found: dict[Literal["en", "pl"], Lettering] = {}
    for language in LANGUAGES:
        labels = place_labels(board, layout, boxes[language])
        seas = sea_names(page, taken, land, language)
        found[language] = Lettering(board.title.in_language(language), labels, seas)
    return found


def festival_markers(board: Board, layout: BoardLayout, boxes: Boxes) -> tuple[Marker, ...]:
    """Return the festival markers."""
    festivals = [(festival.id, place) for festival in board.festivals for place in festival.places]
    spots = [layout.places[place] + (at.x, at.y) for place, at in boxes if not at.lines]
    return tuple(
        Marker(festival, place, round(float(x), 1), round(float(y), 1))
        for (festival, place), (x, y) in zip(festivals, spots, strict=True)
    )


def place_points(board: Board, layout: BoardLayout) -> tuple[PlacePoint, ...]:
    """Return the places."""
    return tuple(
        PlacePoint(place.id, round(float(x), 1), round(float(y), 1), place.junction)
        for place, (x, y) in zip(board.places, layout.places, strict=True)
    )


class Whole(NamedTuple):
    """A geometry and, for each language, the shapes that must not overlap."""

    geometry: MapGeometry
    shapes: dict[Language, list[Shape]]
    page: MapPage


class NoMapError(ValueError):
    """The board has no routes and therefore no map."""


def compute(board: Board, solved: BoardLayout, around: Floats = NOWHERE) -> Whole:
    """Compute the geometry of a layout, in a frame that extends towards the points around it."""
    bundles, boxes = bundles_of(board), side_boxes(board, solved)
    layout, frame = _on_page(solved, boxes, board, around)
    shapes = _shapes(board, layout, boxes)
    taken = bounds([shape.outline for group in shapes.values() for shape in group])
    cartouche = _largest(frame, CARTOUCHES, taken)
    compass = _largest(frame, COMPASSES, _with(taken, cartouche))
    taken = _with(_with(taken, cartouche), compass)
    page = page_of(board, layout, frame)
    rings = land_rings(page, lonlat(board))
    lines, ticks = graticule(page, lonlat(board))
    geometry = MapGeometry(
        board=board.board,
        width=round(frame.width + 2 * MARGIN, 1),
        height=round(frame.height + 2 * MARGIN, 1),
        frame=frame,
        place_radius=PLACE_RADIUS,
        places=place_points(board, layout),
        routes=strands(board, bundles, curves_of(bundles, layout.places, layout.bends)),
        markers=festival_markers(board, layout, boxes["en"]),
        lettering=_lettering(board, page, layout, boxes, taken, land_boxes(page, rings)),
        layers=tuple(layers(page, rings)),
        graticule=tuple(lines),
        ticks=tuple(ticks),
        cartouche=cartouche,
        compass=compass,
        scale_km=round(page.scale_km, 3),
    )
    return Whole(geometry, shapes, page)


@lru_cache(maxsize=16)
def _cached(encoded: bytes) -> Whole:
    # boards contain dicts and cannot be hashed; their JSON can
    board = msgspec.json.decode(encoded, type=Board)
    if not board.has_map:
        raise NoMapError(f"the board {board.board!r} has no routes and so no map")
    return compute(board, layout_of(board))


def whole(board: Board) -> Whole:
    """Return the geometry of a board with its shapes; cached."""
    return _cached(msgspec.json.encode(board))


def map_of(board: Board) -> MapGeometry | None:
    """Return the geometry of a board; None for a game without a map."""
    try:
        return geometry(board)
    except NoMapError:
        return None


def geometry(board: Board) -> MapGeometry:
    """Return the geometry of a board, always the same for the same board; raise NoMapError without routes."""
    return whole(board).geometry
