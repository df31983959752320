"""The page: how degrees become picture units once the layout and the frame are known."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from semafor.picture.land import clip_box, load_drawings, on_land, sheet_for, unwrapped
from semafor.picture.layout import lonlat, projection_of
from semafor.picture.shapes import Box, Layer, Tick
from semafor.picture.warp import warp

if TYPE_CHECKING:
    from collections.abc import Callable

    from semafor.boards.model import Board
    from semafor.picture.layout import Layout
    from semafor.picture.measure import Floats
    from semafor.picture.project import Projection
    from semafor.picture.shapes import Side

EARTH_KM = 6371.0
STEPS = (1 / 60, 1 / 30, 1 / 12, 1 / 6, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 30.0)
"""Degrees between two lines of the graticule."""
LINES = 7
SMALLEST = 9.0
"""A lake or park smaller than this is not drawn."""
LAND_GRID = 14.0
BLEED = 40.0
"""Scenery runs on so far under the frame, to hide its cut edge."""


class Page(NamedTuple):
    """The frame and the way from degrees into it."""

    frame: Box
    projection: Projection
    factor: float
    shift: Floats
    carry: Callable[[Floats], Floats]
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


def _bleed_box(frame: Box) -> tuple[float, float, float, float]:
    right, low = frame.x + frame.width, frame.y + frame.height
    return frame.x - BLEED, frame.y - BLEED, right + BLEED, low + BLEED


def path(points: Floats, closed: bool) -> str:
    """Points as an SVG path."""
    steps = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    return f"M{steps}{'Z' if closed else ''}"


def land_rings(page: Page, points: Floats) -> list[Floats]:
    """The land around these places, cut a little outside the frame."""
    east = np.array([page.projection.meridian, 0.0])
    shown = [unwrapped(ring, page.projection.meridian) for ring in sheet_for(points).rings]
    drawn = [clip_box(page.bent(ring + east), _bleed_box(page.frame)) for ring in shown if len(ring) > 2]
    return [ring for ring in drawn if len(ring) > 2]


def land_boxes(page: Page, rings: list[Floats]) -> Floats:
    """Small boxes (left, top, right, low) that together hold all land in the frame."""
    frame = page.frame
    xs = np.arange(frame.x + LAND_GRID / 2, frame.x + frame.width, LAND_GRID)
    ys = np.arange(frame.y + LAND_GRID / 2, frame.y + frame.height, LAND_GRID)
    points = np.stack([axis.ravel() for axis in np.meshgrid(xs, ys)], axis=1)
    ashore = np.concatenate([on_land(rings, row) for row in np.array_split(points, len(ys))])
    return np.hstack([points[ashore] - LAND_GRID / 2, points[ashore] + LAND_GRID / 2])


def layers(page: Page, rings: list[Floats]) -> list[Layer]:
    """Land first, then our own drawings that are large enough to see."""
    found = [Layer("land", "".join(path(ring, closed=True) for ring in rings))]
    left, top, right, low = _bleed_box(page.frame)
    for drawing in load_drawings():
        drawn = page.bent(drawing.points)
        near = ((drawn > (left, top)) & (drawn < (right, low))).all(axis=1).any()
        if near and np.ptp(drawn, axis=0).max() > SMALLEST:
            found.append(Layer(drawing.kind, smooth_path(drawn, drawing.kind not in ("river", "street"))))
    return found


def smooth_path(points: Floats, closed: bool) -> str:
    """A soft line through points (Catmull and Rom)."""
    ahead = np.roll(points, -1, axis=0) if closed else np.vstack([points[1:], points[-1:]])
    behind = np.roll(points, 1, axis=0) if closed else np.vstack([points[:1], points[:-1]])
    lean = (ahead - behind) / 6
    count = len(points) if closed else len(points) - 1
    text = f"M{points[0][0]:.1f} {points[0][1]:.1f}"
    for number in range(count):
        after = (number + 1) % len(points)
        one, two, end = points[number] + lean[number], points[after] - lean[after], points[after]
        text += "C" + " ".join(f"{x:.1f} {y:.1f}" for x, y in (one, two, end))
    return text + ("Z" if closed else "")


def graticule_step(page: Page) -> float:
    """Degrees between lines, so that some seven parallels cross the map."""
    wanted = page.frame.height / page.degree / LINES
    return min(STEPS, key=lambda step: abs(math.log(step / wanted)))


def _degrees(value: float, names: str) -> str:
    """A latitude or longitude as an atlas writes it."""
    minutes = round(abs(value) * 60)
    side = names[0] if value > 0 else names[1] if value < 0 else ""
    rest = f"{minutes % 60}′" if minutes % 60 else ""
    return f"{minutes // 60}°{rest}{' ' + side if side else ''}"


class _Line(NamedTuple):
    """One line of the graticule."""

    points: Floats
    text: str
    meridian: bool


def _lines(page: Page, points: Floats) -> list[_Line]:
    """Meridians and parallels that may cross the frame."""
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
    """Where a line crosses an upright or level line: the other coordinate."""
    side = line[:, axis] - bound
    at = np.nonzero(np.sign(side[:-1]) != np.sign(side[1:]))[0]
    share = side[at] / (side[at] - side[at + 1])
    other = line[:, 1 - axis]
    return [float(value) for value in other[at] + share * (other[at + 1] - other[at])]


def graticule(page: Page, points: Floats) -> tuple[list[str], list[Tick]]:
    """The lines inside the frame, and where meridians meet its long sides and parallels its short ones."""
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
