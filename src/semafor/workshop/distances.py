"""Distances on the globe, and lengths of routes and paths in spaces."""

from __future__ import annotations

from math import asin, cos, radians, sin, sqrt
from statistics import median
from typing import TYPE_CHECKING

import numpy as np

from semafor.boards import limits

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from semafor.boards.model import Board, Place

EARTH = 6371.0
USUAL_LENGTH = 2.5
"""Spaces of the median route, for boards without routes."""
LONGEST = 6
"""Maximum number of spaces derived from a distance; longer routes must be given explicitly."""


def kilometres(lat_a: float, lon_a: float, lat_b: float, lon_b: float) -> float:
    """Return the great-circle distance."""
    north, east = radians(lat_b - lat_a) / 2, radians(lon_b - lon_a) / 2
    share = sin(north) ** 2 + cos(radians(lat_a)) * cos(radians(lat_b)) * sin(east) ** 2
    return 2 * EARTH * asin(sqrt(min(1.0, share)))


def between(a: Place, b: Place) -> float:
    """Return the kilometres between two places."""
    return kilometres(a.lat, a.lon, b.lat, b.lon)


def extent(places: Iterable[Place]) -> float:
    """Return the kilometres between the corners of the box around all places."""
    listed = list(places)
    if not listed:
        return 0.0
    lats, lons = [place.lat for place in listed], [place.lon for place in listed]
    return kilometres(min(lats), min(lons), max(lats), max(lons))


def spaces_of(kilometres_long: float, kilometres_a_space: float) -> int:
    """Return the length that suits a distance."""
    if kilometres_a_space <= 0:
        return 1
    return max(1, min(LONGEST, limits.LENGTH, round(kilometres_long / kilometres_a_space)))


UNREACHED = 10_000


def fewest_spaces(board: Board) -> NDArray[np.int64]:
    """Return for each two places, by their indexes, the length of the shortest path; `UNREACHED` if none."""
    size, at = len(board.places), board.place_index
    ways = np.full((size, size), UNREACHED, np.int64)
    np.fill_diagonal(ways, 0)
    for route in board.routes:
        a, b = at[route.a], at[route.b]
        ways[a, b] = ways[b, a] = min(ways[a, b], route.cost)
    for middle in range(size):
        np.minimum(ways, ways[:, middle, None] + ways[None, middle, :], out=ways)
    return ways


def points_a_space(board: Board, ways: NDArray[np.int64]) -> float:
    """Return the median points per space of the tickets' shortest paths."""
    at = board.place_index
    paid = [
        ticket.points / ways[at[ticket.a], at[ticket.b]] for ticket in board.tickets if ticket.a != ticket.b
    ]
    return median(paid) if paid else 1.0
