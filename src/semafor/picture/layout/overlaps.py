"""Exact overlaps: spaces, places and boxes that cover each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from semafor.picture.sizes import Floats


class Shape(NamedTuple):
    """A convex outline that belongs to something; shapes with a common ally may touch."""

    name: str
    outline: Floats
    allies: frozenset[str] = frozenset()


def circle(x: float, y: float, radius: float) -> Floats:
    """A circle as an outline of sixteen corners that encloses it."""
    turns = np.arange(16) * np.pi / 8
    corners: Floats = np.stack([np.cos(turns), np.sin(turns)], axis=1) * radius / np.cos(np.pi / 16)
    return np.asarray(corners + np.array([x, y]))


def box(x: float, y: float, width: float, height: float) -> Floats:
    """An upright box around its middle."""
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
    """The widest gap that an edge of the first outline sees to the second; negative when they overlap."""
    edges = np.roll(one, -1, axis=0) - one
    normals = np.stack([edges[:, 1], -edges[:, 0]], axis=1)
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    ahead = two @ normals.T - (one * normals).sum(axis=1)
    return float(ahead.min(axis=0).max())


def depth(one: Floats, two: Floats) -> float:
    """How deep two convex outlines (in the same turning sense) overlap; zero or less when they do not."""
    return -max(_gap_along_edges(one, two), _gap_along_edges(two, one))


def clashes_with(shape: Shape, others: Sequence[Shape]) -> bool:
    """Tell whether a shape overlaps any of the others."""
    return any(
        not shape.allies & other.allies and depth(shape.outline, other.outline) > 0 for other in others
    )


def clashes(shapes: Sequence[Shape], tolerance: float = 0.0) -> list[tuple[str, str, float]]:
    """Every pair of shapes that overlap by more than the tolerance, and how deep."""
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
