"""Choosing one of several boxes for each label, so that as little as possible is covered."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from semafor.picture.discs import CLEARANCE, LABEL_DISC, box_discs, centres

if TYPE_CHECKING:
    from collections.abc import Sequence

    from semafor.picture.discs import Discs
    from semafor.picture.labels import Box
    from semafor.picture.measure import Floats

NEAR = 190.0
STAY = 1.5
"""What it costs to leave the present position."""


class Item(NamedTuple):
    """A label or marker of a place and the boxes it may take."""

    place: int
    boxes: tuple[Box, ...]


def _shapes(boxes: Sequence[Box]) -> list[tuple[Floats, Floats]]:
    """The discs of every box: centres relative to the place, and radii."""
    tables = [np.array(box_discs(0, box, 0)) for box in boxes]
    return [(table[:, 6:8], table[:, 8]) for table in tables]


def _crowding(shape: tuple[Floats, Floats], at: Floats, radius: Floats, room: Floats) -> float:
    """How far a box reaches into what is near."""
    gaps = np.linalg.norm(shape[0][:, None] - at[None], axis=2) - shape[1][:, None] - radius[None] - room[None]
    return float((np.minimum(gaps, 0.0) ** 2).sum())


def choose(items: Sequence[Item], chosen: list[int], discs: Discs, places: Floats, bends: Floats) -> list[int]:
    """A better box for every item, one item after the other, given where everything is.

    `discs` hold the items' present boxes as their last owners, in the order of the items.
    """
    at = centres(discs, places, bends)
    first_owner = int(discs.owner.max()) + 1 - len(items) if items else 0
    radius, owner, kind = discs.radius.copy(), discs.owner, discs.kind
    better = []
    for number, item in enumerate(items):
        here = at - places[item.place]
        own_place = (kind != LABEL_DISC) & (discs.a == discs.b) & (discs.a == item.place)
        near = (np.abs(here).max(axis=1) < NEAR) & ~own_place & (owner != first_owner + number)
        room = CLEARANCE[LABEL_DISC, kind[near]]
        costs = [
            _crowding(shape, here[near], radius[near], room) + box.cost + (STAY if index != chosen[number] else 0)
            for index, (shape, box) in enumerate(zip(_shapes(item.boxes), item.boxes, strict=True))
        ]
        best = int(np.argmin(costs))
        better.append(best)
        rows = np.nonzero(owner == first_owner + number)[0]
        _replace(at, radius, rows, _shapes([item.boxes[best]])[0], places[item.place])
    return better


def _replace(
    at: Floats, radius: Floats, rows: Floats, shape: tuple[Floats, Floats], place: Floats
) -> None:
    """Put the discs of a newly chosen box in the rows of the old one, as far as they reach."""
    index = np.arange(len(rows)) % len(shape[0])
    at[rows] = place + shape[0][index]
    radius[rows] = shape[1][index]
