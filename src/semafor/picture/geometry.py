"""The geometry of a board: computed once, drawn by Python as SVG and by the browser client alike."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from semafor.picture.bundle import bundles_of
from semafor.picture.clash import Shape, box, circle
from semafor.picture.free import bounds, find_corner
from semafor.picture.layout import curves_of, lonlat
from semafor.picture.measure import MARKER_RADIUS, PLACE_RADIUS
from semafor.picture.naming import festival_places, label_at, place_names, sea_names
from semafor.picture.page import graticule, layers, page_of
from semafor.picture.shapes import Box, Geometry, Lettering, Marker, PlacePoint
from semafor.picture.spaces import outline
from semafor.picture.stored import layout_of
from semafor.picture.strands import strands

if TYPE_CHECKING:
    from semafor.boards.model import Board, Language
    from semafor.picture.labels import Box as LabelBox
    from semafor.picture.measure import Floats
    from semafor.picture.shapes import RouteShape

LANGUAGES: tuple[Language, ...] = ("en", "pl")
MARGIN = 46.0
"""From the edge of the picture to the frame: room for the neat line and its degrees."""
INSET = 30.0
"""From the frame to the outermost space, place or label."""
CARTOUCHES = ((330.0, 150.0), (270.0, 124.0), (220.0, 100.0), (180.0, 82.0))
COMPASSES = ((130.0, 130.0), (100.0, 100.0), (76.0, 76.0))


class _Names(NamedTuple):
    """Chosen boxes of one language."""

    markers: list[tuple[int, LabelBox]]
    labels: list[tuple[int, LabelBox]]


def space_outlines(route: RouteShape) -> list[Floats]:
    """The outlines of a strand's spaces."""
    found = []
    for space in route.spaces:
        turn = np.radians(space.angle)
        along = np.array([np.cos(turn), np.sin(turn)])
        across = np.array([-along[1], along[0]])
        found.append(outline(np.array([space.x, space.y]), along, across, (route.length, route.width)))
    return found


def _label_outlines(places: Floats, boxes: list[tuple[int, LabelBox]]) -> list[Floats]:
    return [box(places[p][0] + b.x, places[p][1] + b.y, b.width, b.height) for p, b in boxes]


def _shapes(
    board: Board, routes: tuple[RouteShape, ...], places: Floats, names: _Names
) -> list[Shape]:
    """Everything of one language that must not overlap."""
    found = []
    for number, route in enumerate(routes):
        found += [
            Shape(f"route {number} space {slot}", one) for slot, one in enumerate(space_outlines(route))
        ]
    for place, (x, y) in zip(board.places, places, strict=True):
        found.append(Shape(place.id, circle(x, y, PLACE_RADIUS), frozenset([place.id])))
    for place_index, at in names.markers:
        x, y = places[place_index] + (at.x, at.y)
        ident = board.places[place_index].id
        found.append(Shape(f"marker {ident}", circle(x, y, MARKER_RADIUS - 1), frozenset([ident])))
    for (place_index, _), one in zip(names.labels, _label_outlines(places, names.labels), strict=True):
        found.append(Shape(f"label {board.places[place_index].id}", one))
    return found


def _frame(outlines: list[Floats]) -> tuple[Box, Floats]:
    """The frame around everything, and what becomes the top left corner of the picture."""
    all_points = np.vstack(outlines)
    low, high = all_points.min(axis=0) - INSET, all_points.max(axis=0) + INSET
    width, height = (high - low).tolist()
    return Box(MARGIN, MARGIN, round(width, 1), round(height, 1)), low - MARGIN


def _first_corner(frame: Box, sizes: tuple[tuple[float, float], ...], taken: Floats) -> Box | None:
    """The largest of these boxes that finds room, as near to a corner as it can."""
    found = (find_corner(frame, size, taken, 14.0) for size in sizes)
    return next((corner for corner in found if corner is not None), None)


def _taken(taken: Floats, more: Box | None) -> Floats:
    if more is None:
        return taken
    return np.vstack([taken, [more.x, more.y, more.x + more.width, more.y + more.height]])


class Drawn(NamedTuple):
    """A geometry and, for each language, the shapes that must not overlap."""

    geometry: Geometry
    shapes: dict[Language, list[Shape]]


def _draw(board: Board) -> Drawn:
    """Compute everything."""
    bundles, layout = bundles_of(board), layout_of(board)
    names: dict[Language, _Names] = {}
    for language in LANGUAGES:
        curves = curves_of(bundles, layout.places, layout.bends)
        names[language] = _Names(*place_names(board, bundles, curves, layout.places, language))
    # Markers stand where the first language puts them; labels of the other must go around.
    unplaced = strands(board, bundles, curves)
    rough = [s.outline for n in names.values() for s in _shapes(board, unplaced, layout.places, n)]
    frame, origin = _frame(rough)
    places = layout.places - origin
    routes = strands(board, bundles, curves_of(bundles, places, layout.bends))
    shapes = {language: _shapes(board, routes, places, names[language]) for language in LANGUAGES}
    taken = bounds([shape.outline for group in shapes.values() for shape in group])
    cartouche = _first_corner(frame, CARTOUCHES, taken)
    taken = _taken(taken, cartouche)
    compass = _first_corner(frame, COMPASSES, taken)
    taken = _taken(taken, compass)
    page, points = page_of(board, layout, frame, origin), lonlat(board)
    lines, ticks = graticule(page, points)
    lettering: dict[Literal["en", "pl"], Lettering] = {}
    for language in LANGUAGES:
        labels = tuple(
            label_at(board.places[place].id, *places[place], at) for place, at in names[language].labels
        )
        lettering[language] = Lettering(
            board.title.in_language(language), labels, sea_names(page, taken, language)
        )
    geometry = Geometry(
        board=board.board,
        width=round(frame.width + 2 * MARGIN, 1),
        height=round(frame.height + 2 * MARGIN, 1),
        frame=frame,
        place_radius=PLACE_RADIUS,
        places=tuple(
            PlacePoint(place.id, round(x, 1), round(y, 1), place.junction)
            for place, (x, y) in zip(board.places, places, strict=True)
        ),
        routes=routes,
        markers=tuple(
            Marker(festival, board.places[place].id, *np.round(places[place] + (at.x, at.y), 1).tolist())
            for (festival, _), (place, at) in zip(festival_places(board), names["en"].markers, strict=True)
        ),
        lettering=lettering,
        layers=tuple(layers(page, points)),
        graticule=tuple(lines),
        ticks=tuple(ticks),
        cartouche=cartouche,
        compass=compass,
        scale_km=round(page.scale_km, 3),
    )
    return Drawn(geometry, shapes)


@lru_cache(maxsize=16)
def _drawn(key: bytes) -> Drawn:
    import msgspec

    from semafor.boards.model import Board

    return _draw(msgspec.json.decode(key, type=Board))


def drawn(board: Board) -> Drawn:
    """The geometry of a board with the shapes behind it, computed once for each board."""
    import msgspec

    return _drawn(msgspec.json.encode(board))


def geometry(board: Board) -> Geometry:
    """Where everything on a board lies; the same board always gives the same geometry."""
    return drawn(board).geometry
