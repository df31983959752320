"""The drawable part of a board in progress: invalid parts are left out, or drawn without a name."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from semafor.boards import limits
from semafor.boards.board_names import ends
from semafor.boards.model import Board, Festival, Name, Place, Route
from semafor.picture.geometry import compute
from semafor.picture.ground.projection import degree_grid, lonlat, page_of
from semafor.picture.layout.solving import lay_out_at, layout_of
from semafor.picture.region import RegionSheet, edge_of, played_on
from semafor.picture.shapes import Box, Laid, MapGeometry, Region, Spot

if TYPE_CHECKING:
    from semafor.boards.model import Board, Language


def drawable(board: Board) -> Board:
    """Return the board with those places, routes and festivals that can be drawn."""
    places = _places(board)
    known = {place.id for place in places}
    return msgspec.structs.replace(
        board,
        title=_name(board.title),
        places=places,
        routes=tuple(board.routes[number] for number in drawn_routes(board)),
        festivals=tuple(_festival(festival, known) for festival in board.festivals[: limits.FESTIVALS]),
    )


def drawn_routes(board: Board) -> tuple[int, ...]:
    """Return which routes of a board `drawable` keeps, by their numbers."""
    known = {place.id for place in _places(board)}
    kept, strands = [], Counter[frozenset[str]]()
    for number, route in enumerate(board.routes[: limits.ROUTES]):
        if _is_sound(route, known) and strands[ends(route)] < limits.STRANDS:
            strands[ends(route)] += 1
            kept.append(number)
    return tuple(kept)


def _places(board: Board) -> tuple[Place, ...]:
    """Return places on the globe, each id once."""
    found: dict[str, Place] = {}
    for place in board.places[: limits.PLACES]:
        if -90 <= place.lat <= 90 and -180 <= place.lon <= 180:
            found.setdefault(place.id, _named(place))
    return tuple(found.values())


def _named(place: Place) -> Place:
    """Return a place without a name if its name cannot be drawn."""
    name = _name(place.name)
    nameless = place.junction or not (name.en and name.pl)
    return msgspec.structs.replace(place, name=name, junction=nameless)


def _name(name: Name) -> Name:
    return Name(_shown(name.en), _shown(name.pl))


def _shown(text: str) -> str:
    return text.strip()[: limits.NAME] if text.isprintable() else ""


def _is_sound(route: Route, known: set[str]) -> bool:
    joins = route.a != route.b and {route.a, route.b} <= known
    return joins and 1 <= route.length <= limits.LENGTH and 0 <= route.ferry <= route.length


def _festival(festival: Festival, known: set[str]) -> Festival:
    here = tuple(dict.fromkeys(place for place in festival.places if place in known))
    return msgspec.structs.replace(festival, places=here)


NO_FRAME = Box(0.0, 0.0, 0.0, 0.0)


def draw_finished(board: Board, region: Region) -> RegionSheet | None:
    """Return the drawing of a finished board with its region around it; None without a map."""
    if not board.has_map or not np.ptp(lonlat(board), axis=0).any():
        return None  # places that all have the same position have no scale
    solved = layout_of(board)
    whole = compute(board, solved, page_of(board, solved, NO_FRAME).flat(edge_of(region)))
    return RegionSheet(whole.geometry, degree_grid(whole.page))


def draw_laid(board: Board, laid: Laid, language: Language) -> MapGeometry:
    """Return the board with its places at given positions, without land."""
    middle = Spot(laid.frame.x + laid.frame.width / 2, laid.frame.y + laid.frame.height / 2)
    spots = [laid.spots.get(place.id, middle) for place in board.places]
    layout = lay_out_at(board, np.array([(spot.x, spot.y) for spot in spots]))
    return played_on(len(board.places), board, layout, laid.frame, language)
