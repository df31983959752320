"""Choosing one of several boxes for each label, so that as little as possible is covered."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from semafor.picture.layout.centre_lines import norms
from semafor.picture.layout.clearance_discs import CLEARANCE, LABEL_DISC, PLACE_DISC, box_discs, centres

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from semafor.picture.layout.clearance_discs import Discs
    from semafor.picture.layout.label_boxes import Box
    from semafor.picture.sizes import Floats, Ints

NEAR = 190.0
STAY = 1.5
"""What it costs to leave the present position."""


class Item(NamedTuple):
    """A label or marker of a place and the boxes it may take."""

    place: int
    boxes: tuple[Box, ...]


@lru_cache(maxsize=512)
def _shapes(boxes: tuple[Box, ...]) -> list[tuple[Floats, Floats]]:
    """The discs of every box: centres relative to the place, and radii."""
    tables = [np.array(box_discs(0, box, 0)) for box in boxes]
    return [(table[:, 6:8], table[:, 8]) for table in tables]


def _crowding(shape: tuple[Floats, Floats], at: Floats, reach: Floats) -> float:
    """How far a box reaches into what is near; most is not, and need not be measured disc by disc."""
    middles, radii = shape
    low, high = middles.min(axis=0) - radii.max(), middles.max(axis=0) + radii.max()
    outside = np.maximum(low - at, at - high).max(axis=1)
    touching = np.nonzero(outside < reach)[0]
    gaps = norms(middles[:, None] - at[None, touching]) - radii[:, None] - reach[None, touching]
    return float((np.minimum(gaps, 0.0) ** 2).sum())


def _costs(item: Item, present: int, here: Floats, reach: Floats) -> Floats:
    """What each box of an item would cost, given the discs near its place and the room that each wants."""
    crowding = [_crowding(shape, here, reach) for shape in _shapes(item.boxes)]
    moving = np.where(np.arange(len(item.boxes)) == present, 0.0, STAY)
    costs: Floats = np.array(crowding) + np.array([box.cost for box in item.boxes]) + moving
    return costs


def _anything(_number: int, _index: int) -> bool:
    return True


def choose(
    items: Sequence[Item],
    chosen: Sequence[int],
    discs: Discs,
    places: Floats,
    bends: Floats,
    allowed: Callable[[int, int], bool] = _anything,
) -> list[int]:
    """A better box for every item, one item after the other, given where everything is.

    `discs` hold the items' present boxes as their last owners, in the order of the items. An item for
    which no box is allowed keeps its box.
    """
    at, radius = centres(discs, places, bends), discs.radius.copy()
    first_owner = int(discs.owner.max()) + 1 - len(items) if items else 0
    better = list(chosen)
    for number, item in enumerate(items):
        here = at - places[item.place]
        own_place = (discs.kind == PLACE_DISC) & (discs.a == item.place)
        near = (np.abs(here).max(axis=1) < NEAR) & ~own_place & (discs.owner != first_owner + number)
        reach = radius[near] + CLEARANCE[LABEL_DISC, discs.kind[near]]
        order = np.argsort(_costs(item, chosen[number], here[near], reach), kind="stable")
        better[number] = next((int(i) for i in order if allowed(number, int(i))), chosen[number])
        rows = np.nonzero(discs.owner == first_owner + number)[0]
        _replace(at, radius, rows, _shapes(item.boxes)[better[number]], places[item.place])
    return better


def _replace(at: Floats, radius: Floats, rows: Ints, shape: tuple[Floats, Floats], place: Floats) -> None:
    """Put the discs of a newly chosen box in the rows of the old one, as far as they reach."""
    index = np.arange(len(rows)) % len(shape[0])
    at[rows] = place + shape[0][index]
    radius[rows] = shape[1][index]
