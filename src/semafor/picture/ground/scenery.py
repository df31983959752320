"""Scenery of a page: land, lakes, rivers, parks and streets."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from semafor.picture.ground.land_sheets import clip_box, load_drawings, on_land, sheet_for, unwrapped
from semafor.picture.shapes import Box, Layer

if TYPE_CHECKING:
    from semafor.picture.ground.projection import MapPage
    from semafor.picture.tokens import Floats


def path(points: Floats, closed: bool) -> str:
    """Return points as an SVG path."""
    steps = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    return f"M{steps}{'Z' if closed else ''}"


def smooth_path(points: Floats, closed: bool) -> str:
    """Return a smooth line through points (Catmull–Rom)."""
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


SMALLEST = 9.0
"""Minimum size of a lake or park."""
LAND_GRID = 14.0
BLEED = 40.0
"""Distance by which scenery continues under the frame, to hide its edge."""


def _bleed_box(frame: Box) -> tuple[float, float, float, float]:
    right, low = frame.x + frame.width, frame.y + frame.height
    return frame.x - BLEED, frame.y - BLEED, right + BLEED, low + BLEED


def land_rings(page: MapPage, points: Floats) -> list[Floats]:
    """Return the land around these places, clipped a little outside the frame."""
    east = np.array([page.projection.meridian, 0.0])
    shown = [unwrapped(ring, page.projection.meridian) for ring in sheet_for(points).rings]
    drawn = [clip_box(page.bent(ring + east), _bleed_box(page.frame)) for ring in shown if len(ring) > 2]
    return [ring for ring in drawn if len(ring) > 2]


def land_boxes(page: MapPage, rings: list[Floats]) -> Floats:
    """Return small boxes (left, top, right, bottom) that cover all land in the frame."""
    frame = page.frame
    xs = np.arange(frame.x + LAND_GRID / 2, frame.x + frame.width, LAND_GRID)
    ys = np.arange(frame.y + LAND_GRID / 2, frame.y + frame.height, LAND_GRID)
    points = np.stack([axis.ravel() for axis in np.meshgrid(xs, ys)], axis=1)
    ashore = np.concatenate([on_land(rings, row) for row in np.array_split(points, len(ys))])
    return np.hstack([points[ashore] - LAND_GRID / 2, points[ashore] + LAND_GRID / 2])


def layers(page: MapPage, rings: list[Floats]) -> list[Layer]:
    """Return land, then our own drawings that are large enough."""
    found = [Layer("land", "".join(path(ring, closed=True) for ring in rings))]
    left, top, right, low = _bleed_box(page.frame)
    for drawing in load_drawings():
        drawn = page.bent(drawing.points)
        near = ((drawn > (left, top)) & (drawn < (right, low))).all(axis=1).any()
        if near and np.ptp(drawn, axis=0).max() > SMALLEST:
            found.append(Layer(drawing.kind, smooth_path(drawn, drawing.kind not in ("river", "street"))))
    return found
