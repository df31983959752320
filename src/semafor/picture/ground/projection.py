"""From latitude and longitude to the plane, by a conformal projection that suits the region."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from semafor.picture.ground.land_sheets import Warp, warp
from semafor.picture.ground.scenery import path
from semafor.picture.shapes import DegreeGrid, Tick

if TYPE_CHECKING:
    from collections.abc import Sequence

    from semafor.boards.model import Board
    from semafor.picture.layout.solving import BoardLayout
    from semafor.picture.shapes import Box, Side
    from semafor.picture.tokens import Floats

POLE = 84.0
"""Maximum latitude of a conformal cone."""


class Projection(NamedTuple):
    """A conformal cone around a central meridian; a cone constant of zero is Mercator's cylinder."""

    meridian: float
    cone: float

    def plane(self, lonlat: Floats) -> Floats:
        """Return points (longitude, latitude) as x to the east and y to the south, in radians."""
        lon = np.radians((lonlat[..., 0] - self.meridian + 180.0) % 360.0 - 180.0)
        lat = np.radians(np.clip(lonlat[..., 1], -POLE, POLE))
        stretched = np.arcsinh(np.tan(lat))
        if not self.cone:
            return np.stack([lon, -stretched], axis=-1)
        radius = np.exp(-self.cone * stretched) / self.cone
        return np.stack([radius * np.sin(self.cone * lon), radius * np.cos(self.cone * lon)], axis=-1)

    def lonlat(self, plane: Floats) -> Floats:
        """The inverse of `plane`; longitudes are not wrapped at the date line."""
        x, y = plane[..., 0], plane[..., 1]
        lon, stretched = x, -y
        if self.cone:
            side = math.copysign(1.0, self.cone)
            lon = np.arctan2(side * x, side * y) / self.cone
            stretched = -np.log(abs(self.cone) * np.hypot(x, y)) / self.cone
        lat = np.arctan(np.sinh(stretched))
        return np.stack([self.meridian + np.degrees(lon), np.degrees(lat)], axis=-1)


def middle_meridian(longitudes: Sequence[float]) -> float:
    """Return the meridian in the middle of the shortest arc that contains all longitudes."""
    east = sorted({lon % 360.0 for lon in longitudes})
    gaps = [
        (after - before) % 360.0 or 360.0 for before, after in zip(east, east[1:] + east[:1], strict=True)
    ]
    widest = max(range(len(gaps)), key=gaps.__getitem__)
    first = east[(widest + 1) % len(east)]
    middle = first + (360.0 - gaps[widest]) / 2
    return (middle + 180.0) % 360.0 - 180.0


def suitable(latitudes: Sequence[float], longitudes: Sequence[float]) -> Projection:
    """Return a cone that touches the globe in the middle of the region, or a cylinder near the equator."""
    middle = (min(latitudes) + max(latitudes)) / 2
    cone = math.sin(math.radians(middle))
    return Projection(middle_meridian(longitudes), cone if abs(cone) > 0.05 else 0.0)


def lonlat(board: Board) -> Floats:
    """Return the longitudes and latitudes of the places."""
    return np.array([[place.lon, place.lat] for place in board.places])


def projection_of(board: Board) -> Projection:
    """Return the projection that suits the board."""
    return suitable([place.lat for place in board.places], [place.lon for place in board.places])


EARTH_KM = 6371.0


class MapPage(NamedTuple):
    """The frame and the mapping from degrees into it."""

    frame: Box
    projection: Projection
    factor: float
    shift: Floats
    carry: Warp
    """The warp of the land by moved places."""

    def flat(self, points: Floats) -> Floats:
        """Return longitudes and latitudes in picture units by the projection alone."""
        return self.projection.plane(points) * self.factor + self.shift

    def bent(self, points: Floats) -> Floats:
        """Return longitudes and latitudes in picture units, with the land warped towards moved places."""
        return self.carry(self.flat(points))

    def lonlat(self, points: Floats) -> Floats:
        """Return the inverse of `bent`."""
        flat = self.carry.inverse(points)
        return self.projection.lonlat((flat - self.shift) / self.factor)

    @property
    def degree(self) -> float:
        """Picture units per degree of latitude, in the middle of the map."""
        return self.factor * self._stretch() * math.pi / 180

    def _stretch(self) -> float:
        """The scale of the projection where its cone touches the globe."""
        cone = self.projection.cone
        return math.exp(-cone * math.atanh(cone)) / math.sqrt(1 - cone * cone) if cone else 1.0

    @property
    def scale_km(self) -> float:
        """Kilometres per hundred picture units."""
        return 100 * EARTH_KM * math.pi / 180 / self.degree


def page_of(board: Board, layout: BoardLayout, frame: Box) -> MapPage:
    """Return the page of a layout that already lies inside its frame."""
    points = lonlat(board)
    projection = projection_of(board)
    plane = projection.plane(points)
    flat, home = plane - plane.mean(axis=0), layout.home - layout.home.mean(axis=0)
    factor = float((flat * home).sum() / (flat * flat).sum())
    shift = layout.home.mean(axis=0) - factor * plane.mean(axis=0)
    return MapPage(frame, projection, factor, shift, warp(layout.home, layout.places))


GRID = 40.0
"""Approximate distance of the points of a degree grid, in picture units."""


def degree_grid(page: MapPage) -> DegreeGrid:
    """Latitude and longitude on a grid that covers the frame of a page."""
    frame = page.frame
    columns, rows = (max(2, round(side / GRID) + 1) for side in (frame.width, frame.height))
    step_x, step_y = frame.width / (columns - 1), frame.height / (rows - 1)
    x, y = np.meshgrid(frame.x + step_x * np.arange(columns), frame.y + step_y * np.arange(rows))
    points = np.round(page.lonlat(np.stack([x.ravel(), y.ravel()], axis=1)), 5)
    lon, lat = points.T.tolist()
    return DegreeGrid(frame.x, frame.y, step_x, step_y, columns, tuple(lat), tuple(lon))


STEPS = (1 / 60, 1 / 30, 1 / 12, 1 / 6, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 30.0)
"""Degrees between two lines of the graticule."""
LINES = 7


def graticule_step(page: MapPage) -> float:
    """Return the distance between lines in degrees, so that about seven parallels cross the map."""
    wanted = page.frame.height / page.degree / LINES
    return min(STEPS, key=lambda step: abs(math.log(step / wanted)))


def _degrees(value: float, names: str) -> str:
    """Return a latitude or longitude as in an atlas."""
    minutes = round(abs(value) * 60)
    side = names[0] if value > 0 else names[1] if value < 0 else ""
    rest = f"{minutes % 60}′" if minutes % 60 else ""
    return f"{minutes // 60}°{rest}{' ' + side if side else ''}"


class _Line(NamedTuple):
    """One line of the graticule."""

    points: Floats
    text: str
    meridian: bool


def _lines(page: MapPage, points: Floats) -> list[_Line]:
    """Return meridians and parallels that may cross the frame."""
    step = graticule_step(page)
    reach = 1.0 * np.ptp(points, axis=0) + 3 * step
    middle = np.array([page.projection.meridian, points[:, 1].mean()])
    low, high = middle - reach, middle + reach
    along_lon, along_lat = (np.linspace(low[axis], high[axis], 181) for axis in (0, 1))
    found = []
    for number in range(math.ceil(low[0] / step), math.floor(high[0] / step) + 1):
        lon = number * step
        line = np.stack([np.full(181, lon), along_lat], axis=1)
        found.append(_Line(page.flat(line), _degrees((lon + 180) % 360 - 180, "EW"), True))
    for number in range(math.ceil(low[1] / step), math.floor(high[1] / step) + 1):
        line = np.stack([along_lon, np.full(181, number * step)], axis=1)
        found.append(_Line(page.flat(line), _degrees(number * step, "NS"), False))
    return found


def _crossing(line: Floats, axis: int, bound: float) -> list[float]:
    """Return where a line crosses a vertical or horizontal line: the other coordinate."""
    side = line[:, axis] - bound
    at = np.nonzero(np.sign(side[:-1]) != np.sign(side[1:]))[0]
    share = side[at] / (side[at] - side[at + 1])
    other = line[:, 1 - axis]
    return [float(value) for value in other[at] + share * (other[at + 1] - other[at])]


def graticule(page: MapPage, points: Floats) -> tuple[list[str], list[Tick]]:
    """Return the lines inside the frame, and where they meet its sides."""
    frame = page.frame
    right, low = frame.x + frame.width, frame.y + frame.height
    sides: dict[Side, tuple[int, float, bool, float, float]] = {
        "top": (1, frame.y, True, frame.x, right),
        "bottom": (1, low, True, frame.x, right),
        "left": (0, frame.x, False, frame.y, low),
        "right": (0, right, False, frame.y, low),
    }
    paths, ticks = [], []
    for line in _lines(page, points):
        inside = ((line.points > (frame.x - 30, frame.y - 30)) & (line.points < (right + 30, low + 30))).all(
            axis=1
        )
        if inside.sum() > 1:
            paths.append(path(line.points[inside], closed=False))
        for side, (axis, bound, meridians, start, end) in sides.items():
            if meridians == line.meridian:
                spots = [at for at in _crossing(line.points, axis, bound) if start < at < end]
                ticks += [Tick(side, round(at, 1), line.text) for at in spots]
    return paths, sorted(ticks, key=lambda tick: (tick.side, tick.at))
