"""Exact overlaps: spaces, places and boxes that cover each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from semafor.picture.layout.bundles import bare_ends, outline, slots
from semafor.picture.tokens import MARKER_RADIUS, PLACE_RADIUS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from semafor.picture.layout.bundles import Bundle, Curve
    from semafor.picture.layout.label_boxes import LabelBox
    from semafor.picture.tokens import Floats


class Shape(NamedTuple):
    """A convex outline that belongs to something; shapes with a common ally may touch."""

    name: str
    outline: Floats
    allies: frozenset[str] = frozenset()


def circle(x: float, y: float, radius: float) -> Floats:
    """Return a circle as an enclosing outline with sixteen corners."""
    turns = np.arange(16) * np.pi / 8
    corners: Floats = np.stack([np.cos(turns), np.sin(turns)], axis=1) * radius / np.cos(np.pi / 16)
    return np.asarray(corners + np.array([x, y]))


def box(x: float, y: float, width: float, height: float) -> Floats:
    """Return an upright box around its middle."""
    half_x, half_y = width / 2, height / 2
    return np.array(
        [
            [x - half_x, y - half_y],
            [x + half_x, y - half_y],
            [x + half_x, y + half_y],
            [x - half_x, y + half_y],
        ]
    )


def _gap_along_edges(one: Floats, two: Floats) -> float:
    """Return the widest gap between an edge of the first outline and the second; negative if they overlap."""
    edges = np.roll(one, -1, axis=0) - one
    normals = np.stack([edges[:, 1], -edges[:, 0]], axis=1)
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    ahead = two @ normals.T - (one * normals).sum(axis=1)
    return float(ahead.min(axis=0).max())


def depth(one: Floats, two: Floats) -> float:
    """Return the depth of the overlap of two convex outlines (same orientation); zero or less without one."""
    return -max(_gap_along_edges(one, two), _gap_along_edges(two, one))


def clashes_with(shape: Shape, others: Sequence[Shape]) -> bool:
    """Return whether a shape overlaps any of the others."""
    return any(
        not shape.allies & other.allies and depth(shape.outline, other.outline) > 0 for other in others
    )


def clashes(shapes: Sequence[Shape], tolerance: float = 0.0) -> list[tuple[str, str, float]]:
    """Return every pair of shapes that overlap by more than the tolerance, and the depth."""
    middles = np.array([shape.outline.mean(axis=0) for shape in shapes]).reshape(-1, 2)
    reaches = np.array(
        [np.linalg.norm(s.outline - m, axis=1).max() for s, m in zip(shapes, middles, strict=True)]
    )
    apart = np.linalg.norm(middles[:, None] - middles[None], axis=2)
    near = np.triu(apart < reaches[:, None] + reaches[None], 1)
    found = []
    for first, second in np.argwhere(near):
        one, two = shapes[first], shapes[second]
        if not one.allies & two.allies:
            deep = depth(one.outline, two.outline)
            if deep > tolerance:
                found.append((one.name, two.name, round(deep, 2)))
    return found


def space_shapes(bundles: Sequence[Bundle], curves: Sequence[Curve]) -> list[Shape]:
    """Return every space of every strand."""
    found = []
    for bundle, curve in zip(bundles, curves, strict=True):
        at = slots(bundle, curve)
        for slot in range(bundle.spaces):
            for route, offset in zip(bundle.routes, bundle.offsets, strict=True):
                centre = at.centres[slot] + at.across[slot] * offset
                edge = outline(centre, at.along[slot], at.across[slot], bundle.size)
                found.append(Shape(f"route {route} space {slot}", edge))
    return found


def place_shapes(places: Floats) -> list[Shape]:
    """Return every place."""
    return [
        Shape(f"place {number}", circle(x, y, PLACE_RADIUS), frozenset([f"place {number}"]))
        for number, (x, y) in enumerate(places)
    ]


def box_shape(place: int, at: Floats, what: LabelBox) -> Shape:
    """Return a label or a festival marker; a marker may touch its own place."""
    x, y = at[0] + what.x, at[1] + what.y
    if what.lines:
        return Shape(f"label {place}", box(x, y, what.width, what.height))
    return Shape(f"marker {place}", circle(x, y, MARKER_RADIUS - 1), frozenset([f"place {place}"]))


def board_shapes(
    bundles: Sequence[Bundle], curves: Sequence[Curve], places: Floats, boxes: Sequence[tuple[int, LabelBox]]
) -> list[Shape]:
    """Return spaces, places, markers and labels."""
    beside = [box_shape(place, places[place], what) for place, what in boxes]
    return space_shapes(bundles, curves) + place_shapes(places) + beside


def line_points(bundles: Sequence[Bundle], curves: Sequence[Curve]) -> Floats:
    """Return points along the free ends of all strands, between a place and the nearest space."""
    found = [np.empty((0, 2))]
    for bundle, curve in zip(bundles, curves, strict=True):
        t = bare_ends(bundle, slots(bundle, curve))
        found += [curve.beside(offset).points(t) for offset in bundle.offsets]
    return np.vstack(found)


def struck(label: Floats, points: Floats, room: float = 0.0) -> bool:
    """Return whether any of the points lies in a label's box, or too close to it."""
    low, high = label.min(axis=0) - room, label.max(axis=0) + room
    return bool(((points > low) & (points < high)).all(axis=1).any())
