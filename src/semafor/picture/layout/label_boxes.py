"""Labels and markers around places: the positions they may take, and which of them are best."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from semafor.picture.layout.bundles import norms
from semafor.picture.layout.clearance_discs import CLEARANCE, LABEL_DISC, PLACE_DISC, box_discs, centres
from semafor.picture.tokens import (
    LABEL_SIZE,
    LINE_HEIGHT,
    MARKER_RADIUS,
    PLACE_RADIUS,
    label_width,
    line_breaks,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from semafor.boards.model import Place
    from semafor.picture.layout.clearance_discs import Discs
    from semafor.picture.tokens import Floats, Ints

DIRECTIONS = 24
TOUCH = PLACE_RADIUS + 3.0
REACHES = (TOUCH, TOUCH + 5, TOUCH + 10)
CAP_HEIGHT = 13.0
"""Return the height of a line of a label, without line spacing."""


class LabelBox(NamedTuple):
    """A box beside a place: the place is the origin."""

    x: float
    y: float
    """Return the middle of the box."""
    width: float
    height: float
    lines: tuple[str, ...]
    cost: float
    """Cost of a direction: right is best, then left, above, below."""


def _dislike(turn: float, reach: float, lines: int) -> float:
    """Return the cost of a position: sideways is better than above, near than far, one line than two."""
    sideways = abs(math.sin(turn))
    left = 0.4 if math.cos(turn) < -0.3 else 0.0
    slanted = 0.5 if 0.3 < sideways < 0.9 else 0.0
    return 1.2 * sideways + left + slanted + 0.25 * (reach - TOUCH) + 0.8 * (lines - 1)


def _beside(turn: float, reach: float, size: tuple[float, float], lines: tuple[str, ...]) -> LabelBox:
    """Return a box that touches the circle around its place in one direction."""
    x, y = math.cos(turn), math.sin(turn)
    lean_x, lean_y = max(-1.0, min(1.0, 1.5 * x)), max(-1.0, min(1.0, 1.5 * y))
    middle_x, middle_y = reach * x + lean_x * size[0] / 2, reach * y + lean_y * size[1] / 2
    return LabelBox(middle_x, middle_y, *size, lines, _dislike(turn, reach, len(lines)))


def _size(lines: tuple[str, ...]) -> tuple[float, float]:
    """Return the size of a label with these lines."""
    width = max(label_width(line, LABEL_SIZE) for line in lines)
    return width, CAP_HEIGHT + (len(lines) - 1) * LINE_HEIGHT


def _around(size: tuple[float, float], lines: tuple[str, ...], reaches: tuple[float, ...]) -> list[LabelBox]:
    """Return boxes of one size in all directions at some distances."""
    turns = [2 * math.pi * step / DIRECTIONS for step in range(DIRECTIONS)]
    return [_beside(turn, reach, size, lines) for reach in reaches for turn in turns]


def label_boxes(name: str) -> list[LabelBox]:
    """Return every position of a name beside its place."""
    return [box for lines in line_breaks(name) for box in _around(_size(lines), lines, REACHES)]


def same_side(name: str, side: int) -> int:
    """Return the index among a name's `label_boxes` of the box inside the roomy box number `side`."""
    breaks, turn = divmod(side, DIRECTIONS)
    return min(breaks, len(line_breaks(name)) - 1) * len(REACHES) * DIRECTIONS + turn


def roomy_boxes(place: Place) -> list[LabelBox]:
    """Return positions for a label as large as the place's name in either language, for the solver."""
    breaks = [line_breaks(name) for name in (place.name.en, place.name.pl)]
    boxes = []
    for number in range(max(map(len, breaks))):
        lines = [options[min(number, len(options) - 1)] for options in breaks]
        sizes = [_size(each) for each in lines]
        longest = max(lines, key=len)
        size = max(width for width, _ in sizes), max(height for _, height in sizes)
        boxes += _around(size, longest, (TOUCH,))
    return boxes


def marker_boxes() -> list[LabelBox]:
    """Return every position of a festival marker beside its place."""
    size = (2 * MARKER_RADIUS, 2 * MARKER_RADIUS)
    turns = [2 * math.pi * step / DIRECTIONS for step in range(DIRECTIONS)]
    reach = PLACE_RADIUS + MARKER_RADIUS - 1
    return [
        LabelBox(reach * math.cos(turn), reach * math.sin(turn), *size, (), 0.3 * (1 + math.sin(turn)))
        for turn in turns
    ]


NEAR = 190.0
STAY = 1.5
"""Cost of leaving the present position."""


class Item(NamedTuple):
    """A label or marker of a place and the boxes it may take."""

    place: int
    boxes: tuple[LabelBox, ...]


@lru_cache(maxsize=512)
def _shapes(boxes: tuple[LabelBox, ...]) -> list[tuple[Floats, Floats]]:
    """Return the discs of every box: centres relative to the place, and radii."""
    tables = [np.array(box_discs(0, box, 0)) for box in boxes]
    return [(table[:, 6:8], table[:, 8]) for table in tables]


def _crowding(shape: tuple[Floats, Floats], at: Floats, reach: Floats) -> float:
    """Return how far a box overlaps what is near; most is not near, and is not measured disc by disc."""
    middles, radii = shape
    low, high = middles.min(axis=0) - radii.max(), middles.max(axis=0) + radii.max()
    outside = np.maximum(low - at, at - high).max(axis=1)
    touching = np.nonzero(outside < reach)[0]
    gaps = norms(middles[:, None] - at[None, touching]) - radii[:, None] - reach[None, touching]
    return float((np.minimum(gaps, 0.0) ** 2).sum())


def _costs(item: Item, present: int, here: Floats, reach: Floats) -> Floats:
    """Return the cost of each box of an item, given the discs near its place and their distances."""
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
    """Put the discs of a newly chosen box in the rows of the old one."""
    index = np.arange(len(rows)) % len(shape[0])
    at[rows] = place + shape[0][index]
    radius[rows] = shape[1][index]
