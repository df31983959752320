"""Land and water: coast lines from stored sheets; lakes, rivers and parks from our own drawings."""

from __future__ import annotations

import json
import tomllib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple, cast

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from semafor.picture.shapes import LayerKind
    from semafor.picture.tokens import Bools, Floats

SHEETS = ("iberia", "europe", "usa", "asia", "world")
"""Sheets from the smallest region to the largest."""
AROUND = 0.3
"""Share of the places' extent by which a sheet must exceed them on each side."""
WIDEST = 150.0
"""Degrees shown on each side of the central meridian; a flat map shows no more."""


class Drawing(NamedTuple):
    """One of our own drawings: a closed outline, or a line for rivers and streets."""

    kind: LayerKind
    points: Floats


class Sheet(NamedTuple):
    """Coast lines inside a box of west, south, east, north."""

    box: tuple[float, float, float, float]
    rings: tuple[Floats, ...]


@cache
def load_sheet(name: str) -> Sheet:
    """A stored sheet of land."""
    content = json.loads((files("semafor.picture.ground") / "sheets" / f"{name}.json").read_text())
    rings = [np.array(ring, dtype=np.float64).reshape(-1, 2) / content["unit"] for ring in content["rings"]]
    west, south, east, north = content["box"]
    return Sheet((west, south, east, north), tuple(rings))


@cache
def load_drawings() -> tuple[Drawing, ...]:
    """Return all our own drawings."""
    found = []
    for name in ("lakes", "berlin"):
        content = tomllib.loads(
            (files("semafor.picture.ground") / "drawings" / f"{name}.toml").read_text("utf-8")
        )
        found += [
            Drawing(cast("LayerKind", shape["kind"]), np.array(shape["points"])) for shape in content["shape"]
        ]
    return tuple(found)


def _covers(sheet: Sheet, lonlat: Floats) -> bool:
    """Return whether the sheet contains all places with enough land around them."""
    low, high = lonlat.min(axis=0), lonlat.max(axis=0)
    margin = AROUND * (high - low)
    west, south, east, north = sheet.box
    (left, bottom), (right, top) = low - margin, high + margin
    return bool(west <= left and south <= bottom and east >= right and north >= top)


def sheet_for(lonlat: Floats) -> Sheet:
    """Return the finest sheet that covers a board; the coarse world if no other does."""
    sheets = map(load_sheet, SHEETS)
    return next((sheet for sheet in sheets if _covers(sheet, lonlat)), load_sheet(SHEETS[-1]))


def unwrapped(ring: Floats, meridian: float) -> Floats:
    """Return the ring without jumps at the date line, in degrees east of a meridian, clipped."""
    steps = np.diff(ring[:, 0], prepend=meridian)
    lon = np.cumsum((steps + 180.0) % 360.0 - 180.0)
    return clip_box(np.stack([lon, ring[:, 1]], axis=1), (-WIDEST, -89.0, WIDEST, 89.0))


def clip_box(ring: Floats, box: tuple[float, float, float, float]) -> Floats:
    """Return the part of a closed ring inside a box of left, bottom, right, top."""
    for axis, bound, sign in ((0, box[0], 1), (1, box[1], 1), (0, box[2], -1), (1, box[3], -1)):
        if len(ring):
            ring = _clip_side(ring, axis, bound, sign)
    return ring


def on_land(rings: Sequence[Floats], points: Floats) -> Bools:
    """Return which points lie inside an odd number of rings."""
    inside = np.zeros(len(points), dtype=bool)
    for ring in rings:
        after = np.roll(ring, -1, axis=0)
        near = (points >= ring.min(axis=0)).all(axis=1) & (points <= ring.max(axis=0)).all(axis=1)
        x, y = points[near, 0][:, None], points[near, 1][:, None]
        spans = (ring[None, :, 1] > y) != (after[None, :, 1] > y)
        rise = np.where(after[:, 1] == ring[:, 1], 1.0, after[:, 1] - ring[:, 1])
        cross = ring[:, 0] + (y - ring[:, 1]) / rise * (after[:, 0] - ring[:, 0])
        inside[near] ^= (spans & (x < cross)).sum(axis=1) % 2 == 1
    return inside


def _clip_side(ring: Floats, axis: int, bound: float, sign: int) -> Floats:
    """Return the part of a closed ring on one side of a line (one step of Sutherland and Hodgman)."""
    before = np.roll(ring, 1, axis=0)
    depth, depth_before = sign * (ring[:, axis] - bound), sign * (before[:, axis] - bound)
    inside, crossed = depth >= 0, (depth >= 0) != (depth_before >= 0)
    share = depth_before / np.where(crossed, depth_before - depth, 1.0)
    cuts = before + share[:, None] * (ring - before)
    both: Floats = np.stack([cuts, ring], axis=1).reshape(-1, 2)
    kept = np.stack([crossed, inside], axis=1).reshape(-1)
    return np.asarray(both[kept])


REACH = 0.11
"""Reach of a moved place's influence on the land, as a share of the map's diagonal."""
SMOOTH = 0.03
"""Smoothing: how freely the land may ignore a single place."""
CHUNK = 2000
ITERATIONS = 24
"""Iterations of the inverse: enough for a tenth of a picture unit."""


def _kernel(one: Floats, two: Floats, reach: float) -> Floats:
    """Return the influence of points on each other, by distance."""
    apart = np.linalg.norm(one[:, None] - two[None], axis=2)
    result: Floats = (
        np.exp(-0.5 * (apart / reach) ** 2) * 0.6 + np.exp(-0.5 * (apart / (3 * reach)) ** 2) * 0.4
    )
    return result


class Warp(NamedTuple):
    """A smooth map of the plane: every point follows the displacements of the homes around it."""

    home: Floats
    pull: Floats
    reach: float

    def __call__(self, points: Floats) -> Floats:
        """Return the images of points."""
        parts = [points[start : start + CHUNK] for start in range(0, len(points), CHUNK)]
        return np.concatenate([part + _kernel(part, self.home, self.reach) @ self.pull for part in parts])

    def inverse(self, points: Floats) -> Floats:
        """Return the points with these images, by fixed-point iteration."""
        found = points
        for _ in range(ITERATIONS if len(self.home) else 0):
            found = found + points - self(found)
        return found


UNBENT = Warp(np.zeros((0, 2)), np.zeros((0, 2)), 1.0)
"""Return the identity map."""


def warp(home: Floats, places: Floats) -> Warp:
    """Return a smooth map of the plane that moves each home close to its place."""
    reach = REACH * float(np.linalg.norm(np.ptp(home, axis=0)))
    pull = np.linalg.solve(_kernel(home, home, reach) + SMOOTH * np.eye(len(home)), places - home)
    return Warp(home, pull.astype(np.float64), reach)
