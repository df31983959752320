"""Advice about places: far from where their names lie, or cut off by one closed route."""

from __future__ import annotations

from typing import TYPE_CHECKING

from semafor.boards.names import group_by_ends
from semafor.workshop.advice import Advice, both_ends, both_names, notice
from semafor.workshop.bridges import beyond_bridge
from semafor.workshop.distances import between, extent
from semafor.workshop.gazetteer import cities_called, places_called

if TYPE_CHECKING:
    from collections.abc import Iterator

    from semafor.boards.model import Board, Place

FAR = 40.0
"""Kilometres that a place may lie off on any board."""
FAR_SHARE = 0.04
"""The share of a board's extent that it may lie off: large maps push places apart."""
NAMED = 5
"""Places that a sentence lists."""


def misplaced(board: Board) -> Iterator[Advice]:
    """Places far from every place of that name that we know."""
    size = extent(board.places)
    allowed = max(FAR, FAR_SHARE * size)
    for index, place in enumerate(board.places):
        known = [] if place.junction else _known(place, size)
        nearest = min(known, key=lambda one: between(place, one), default=place)
        far = between(place, nearest)
        if far > allowed:
            yield notice(
                ("places", index),
                "far-from-name",
                place=both_names(place.name),
                km=round(far),
                lat=nearest.lat,
                lon=nearest.lon,
            )


def _known(place: Place, size: float) -> list[Place]:
    """Places of its names on our boards, else cities of that name near this map, since names recur."""
    names = (place.name.en, place.name.pl)
    ours = [one for name in names for one in places_called(name)]
    return ours or [one for name in names for one in cities_called(name) if between(place, one) <= size]


def cut_off(board: Board) -> Iterator[Advice]:
    """Routes whose loss parts the map, with the places on the smaller side."""
    for strands in group_by_ends(board.routes).values():
        single = len(strands) == 1
        players = None if single else sorted(board.options.one_strand_with)
        if not single and (len(strands) > 2 or not players):
            continue
        route = board.routes[strands[0]]
        lost = [board.place(one).name for one in beyond_bridge(board, route)]
        if lost and not any(board.routes[strand].always_open for strand in strands):
            yield notice(
                ("routes", strands[0]),
                "cut-off",
                route=both_ends(board, route),
                n=len(lost),
                names=[both_names(name) for name in lost[:NAMED]],
                players=players,
            )
