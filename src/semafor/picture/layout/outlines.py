"""The outlines of everything on a board that must not overlap."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from semafor.picture.layout.overlaps import Shape, box, circle
from semafor.picture.layout.space_slots import bare_ends, outline, slots
from semafor.picture.sizes import MARKER_RADIUS, PLACE_RADIUS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from semafor.picture.layout.bundles import Bundle
    from semafor.picture.layout.centre_lines import Curve
    from semafor.picture.layout.label_boxes import Box
    from semafor.picture.sizes import Floats


def space_shapes(bundles: Sequence[Bundle], curves: Sequence[Curve]) -> list[Shape]:
    """Every space of every strand."""
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
    """Every place."""
    return [
        Shape(f"place {number}", circle(x, y, PLACE_RADIUS), frozenset([f"place {number}"]))
        for number, (x, y) in enumerate(places)
    ]


def box_shape(place: int, at: Floats, what: Box) -> Shape:
    """A label or a festival marker; a marker may touch its own place."""
    x, y = at[0] + what.x, at[1] + what.y
    if what.lines:
        return Shape(f"label {place}", box(x, y, what.width, what.height))
    return Shape(f"marker {place}", circle(x, y, MARKER_RADIUS - 1), frozenset([f"place {place}"]))


def board_shapes(
    bundles: Sequence[Bundle], curves: Sequence[Curve], places: Floats, boxes: Sequence[tuple[int, Box]]
) -> list[Shape]:
    """Spaces, places, markers and labels."""
    beside = [box_shape(place, places[place], what) for place, what in boxes]
    return space_shapes(bundles, curves) + place_shapes(places) + beside


def line_points(bundles: Sequence[Bundle], curves: Sequence[Curve]) -> Floats:
    """Points along the bare ends of all strands, between a place and the first or last space."""
    found = [np.empty((0, 2))]
    for bundle, curve in zip(bundles, curves, strict=True):
        t = bare_ends(bundle, slots(bundle, curve))
        found += [curve.beside(offset).points(t) for offset in bundle.offsets]
    return np.vstack(found)


def struck(label: Floats, points: Floats, room: float = 0.0) -> bool:
    """Tell whether any of the points lies in a label's box, or so near to it."""
    low, high = label.min(axis=0) - room, label.max(axis=0) + room
    return bool(((points > low) & (points < high)).all(axis=1).any())
