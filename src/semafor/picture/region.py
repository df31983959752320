"""A region of the world as a fixed background on which a board is drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec
import numpy as np

from semafor.boards.model import Board, Language, Name, Place
from semafor.picture.geometry import (
    LANGUAGES,
    MARGIN,
    Boxes,
    festival_markers,
    place_labels,
    place_points,
)
from semafor.picture.ground.land_sheets import UNBENT
from semafor.picture.ground.projection import MapPage, degree_grid, graticule, page_of, projection_of
from semafor.picture.ground.scenery import land_rings, layers
from semafor.picture.layout.bundles import bundles_of, strands
from semafor.picture.layout.clearance_discs import all_discs
from semafor.picture.layout.label_boxes import choose
from semafor.picture.layout.solving import BoardLayout, curves_of, lay_out_fixed, placed
from semafor.picture.lettering import language_items
from semafor.picture.shapes import Box, DegreeGrid, Lettering, MapGeometry, Region
from semafor.picture.tokens import PLACE_RADIUS

if TYPE_CHECKING:
    from semafor.picture.tokens import Floats

LONG_SIDES = ((30, 1750.0), (16, 1450.0), (8, 1200.0), (0, 950.0))
"""Size in picture units by number of places: about that of the finished board."""
FRINGE = 0.625
"""Land is looked up for the inner part of a region, so that a fine map is not rejected because of its edge.

"""
EDGE = 5
"""Points along each side of a region; its edges are curved."""


class RegionSheet(NamedTuple):
    """A board on its region."""

    geometry: MapGeometry
    grid: DegreeGrid


def draw_on_region(
    board: Board, region: Region, language: Language = "en", ground: bool = True
) -> RegionSheet:
    """Draw a board in progress with every place at its true position; with or without land."""
    edged = _with_edge(board, region)
    plane = projection_of(edged).plane(edge_of(region))
    long_side = next(units for least, units in LONG_SIDES if len(board.places) >= least)
    factor = long_side / float(np.ptp(plane, axis=0).max())
    corner = plane.min(axis=0) * factor - MARGIN
    laid = lay_out_fixed(edged, factor)
    layout = laid._replace(home=laid.home - corner, places=laid.places - corner)
    width, height = (np.ptp(plane, axis=0) * factor).tolist()
    frame = Box(MARGIN, MARGIN, round(width, 1), round(height, 1))
    page = page_of(edged, layout, frame)
    geometry = played_on(len(board.places), edged, layout, frame, language)
    if ground:
        geometry = _with_ground(geometry, page, region)
    exact = page._replace(factor=factor, shift=-corner, carry=UNBENT)
    return RegionSheet(geometry, degree_grid(exact))


def played_on(places: int, edged: Board, layout: BoardLayout, frame: Box, language: Language) -> MapGeometry:
    """Return routes and places, with names in one language; the first places are the board's own."""
    bundles, boxes = bundles_of(edged), _boxes(edged, layout, language)
    lettering = Lettering(edged.title.in_language(language), place_labels(edged, layout, boxes), ())
    return MapGeometry(
        board=edged.board,
        width=round(frame.width + 2 * MARGIN, 1),
        height=round(frame.height + 2 * MARGIN, 1),
        frame=frame,
        place_radius=PLACE_RADIUS,
        places=place_points(edged, layout)[:places],
        routes=strands(edged, bundles, curves_of(bundles, layout.places, layout.bends)),
        markers=festival_markers(edged, layout, boxes),
        lettering=dict.fromkeys(LANGUAGES, lettering),
        layers=(),
        graticule=(),
        ticks=(),
        cartouche=None,
        compass=None,
        scale_km=0.0,  # shown in a cartouche, which a sketch does not have
    )


def _with_ground(geometry: MapGeometry, page: MapPage, region: Region) -> MapGeometry:
    lines, ticks = graticule(page, edge_of(region))
    land = tuple(layers(page, land_rings(page, _inner(region))))
    return msgspec.structs.replace(geometry, layers=land, graticule=tuple(lines), ticks=tuple(ticks))


def _boxes(board: Board, layout: BoardLayout, language: Language) -> Boxes:
    """Place markers and labels quickly, without optimization."""
    bundles = bundles_of(board)
    items, chosen = language_items(board, layout.sides.tolist(), language)
    curves = curves_of(bundles, layout.places, layout.bends)
    discs = all_discs(bundles, curves, len(layout.places), placed(items, chosen))
    return placed(items, choose(items, chosen, discs, layout.places, layout.bends))


def edge_of(region: Region) -> Floats:
    """Return points along the edges of a region."""
    across = np.linspace(region.west, region.east, EDGE)
    up = np.linspace(region.south, region.north, EDGE)
    sides = [np.stack([across, np.full(EDGE, lat)], axis=1) for lat in (region.south, region.north)]
    sides += [np.stack([np.full(EDGE, lon), up], axis=1) for lon in (region.west, region.east)]
    return np.concatenate(sides)


def _inner(region: Region) -> Floats:
    edge = edge_of(region)
    middle = (edge.min(axis=0) + edge.max(axis=0)) / 2
    inner: Floats = middle + FRINGE * (edge - middle)
    return inner


def _with_edge(board: Board, region: Region) -> Board:
    """Return the board with the region's edge as nameless places, which fix projection and scale."""
    nowhere = Name("", "")
    edge = tuple(
        Place(
            f"#{number}", nowhere, float(lat), float(lon), junction=True
        )  # an invalid id, so that it is unique
        for number, (lon, lat) in enumerate(edge_of(region))
    )
    return msgspec.structs.replace(board, places=board.places + edge)
