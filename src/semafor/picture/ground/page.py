"""The page: how degrees become picture units once the layout and the frame are known."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from semafor.picture.ground.land_bending import Warp, warp
from semafor.picture.ground.projection import lonlat, projection_of

if TYPE_CHECKING:
    from semafor.boards.model import Board
    from semafor.picture.ground.projection import Projection
    from semafor.picture.layout.solving import Layout
    from semafor.picture.shapes import Box
    from semafor.picture.sizes import Floats

EARTH_KM = 6371.0


class Page(NamedTuple):
    """The frame and the way from degrees into it."""

    frame: Box
    projection: Projection
    factor: float
    shift: Floats
    carry: Warp
    """What the solver did to the land."""

    def flat(self, points: Floats) -> Floats:
        """Longitude and latitude to picture units by the projection alone."""
        return self.projection.plane(points) * self.factor + self.shift

    def bent(self, points: Floats) -> Floats:
        """Longitude and latitude to picture units, with the land bent towards the moved places."""
        return self.carry(self.flat(points))

    @property
    def degree(self) -> float:
        """Picture units in a degree of latitude, about the middle of the map."""
        return self.factor * self._stretch() * math.pi / 180

    def _stretch(self) -> float:
        """The scale of the projection where its cone touches the globe."""
        cone = self.projection.cone
        return math.exp(-cone * math.atanh(cone)) / math.sqrt(1 - cone * cone) if cone else 1.0

    @property
    def scale_km(self) -> float:
        """Kilometres to a hundred picture units."""
        return 100 * EARTH_KM * math.pi / 180 / self.degree


def page_of(board: Board, layout: Layout, frame: Box) -> Page:
    """The page of a layout that already lies inside its frame."""
    points = lonlat(board)
    projection = projection_of(board)
    plane = projection.plane(points)
    flat, home = plane - plane.mean(axis=0), layout.home - layout.home.mean(axis=0)
    factor = float((flat * home).sum() / (flat * flat).sum())
    shift = layout.home.mean(axis=0) - factor * plane.mean(axis=0)
    return Page(frame, projection, factor, shift, warp(layout.home, layout.places))
