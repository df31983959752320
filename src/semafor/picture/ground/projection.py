"""From latitude and longitude to the plane, by a conformal projection that suits the region."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from semafor.boards.model import Board
    from semafor.picture.sizes import Floats

POLE = 84.0
"""Nearer to the poles a conformal cone runs away."""


class Projection(NamedTuple):
    """A conformal cone around a central meridian; a cone constant of zero is Mercator's cylinder."""

    meridian: float
    cone: float

    def plane(self, lonlat: Floats) -> Floats:
        """Points (longitude, latitude) as x to the east and y to the south, in radians of the globe."""
        lon = np.radians((lonlat[..., 0] - self.meridian + 180.0) % 360.0 - 180.0)
        lat = np.radians(np.clip(lonlat[..., 1], -POLE, POLE))
        stretched = np.arcsinh(np.tan(lat))
        if not self.cone:
            return np.stack([lon, -stretched], axis=-1)
        radius = np.exp(-self.cone * stretched) / self.cone
        return np.stack([radius * np.sin(self.cone * lon), radius * np.cos(self.cone * lon)], axis=-1)


def middle_meridian(longitudes: Sequence[float]) -> float:
    """The meridian in the middle of the shortest arc that holds all longitudes."""
    east = sorted({lon % 360.0 for lon in longitudes})
    gaps = [
        (after - before) % 360.0 or 360.0 for before, after in zip(east, east[1:] + east[:1], strict=True)
    ]
    widest = max(range(len(gaps)), key=gaps.__getitem__)
    first = east[(widest + 1) % len(east)]
    middle = first + (360.0 - gaps[widest]) / 2
    return (middle + 180.0) % 360.0 - 180.0


def suitable(latitudes: Sequence[float], longitudes: Sequence[float]) -> Projection:
    """A cone that touches the globe in the middle of the region, or a cylinder near the equator."""
    middle = (min(latitudes) + max(latitudes)) / 2
    cone = math.sin(math.radians(middle))
    return Projection(middle_meridian(longitudes), cone if abs(cone) > 0.05 else 0.0)


def lonlat(board: Board) -> Floats:
    """Longitude and latitude of the places."""
    return np.array([[place.lon, place.lat] for place in board.places])


def projection_of(board: Board) -> Projection:
    """The projection that suits the board."""
    return suitable([place.lat for place in board.places], [place.lon for place in board.places])
