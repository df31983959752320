"""The graticule: meridians and parallels inside the frame, and where they meet it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from semafor.picture.ground.paths import path
from semafor.picture.shapes import Tick

if TYPE_CHECKING:
    from semafor.picture.ground.page import Page
    from semafor.picture.shapes import Side
    from semafor.picture.sizes import Floats

STEPS = (1 / 60, 1 / 30, 1 / 12, 1 / 6, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 30.0)
"""Degrees between two lines of the graticule."""
LINES = 7


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
