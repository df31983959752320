"""Labels and markers around places: the positions they may take, and which of them are best."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from semafor.picture.sizes import LABEL_SIZE, LINE_HEIGHT, MARKER_RADIUS, PLACE_RADIUS
from semafor.picture.text_widths import label_width, line_breaks

if TYPE_CHECKING:
    from semafor.boards.model import Place

DIRECTIONS = 24
TOUCH = PLACE_RADIUS + 3.0
REACHES = (TOUCH, TOUCH + 5, TOUCH + 10)
CAP_HEIGHT = 13.0
"""How high a line of a label is, without the room between lines."""


class Box(NamedTuple):
    """A box beside a place: the place is the origin."""

    x: float
    y: float
    """The middle of the box."""
    width: float
    height: float
    lines: tuple[str, ...]
    cost: float
    """How little we like this position: to the right is best, then left, above, below."""


def _dislike(turn: float, reach: float, lines: int) -> float:
    """Sideways is better than above, near better than far, one line better than two."""
    sideways = abs(math.sin(turn))
    left = 0.4 if math.cos(turn) < -0.3 else 0.0
    slanted = 0.5 if 0.3 < sideways < 0.9 else 0.0
    return 1.2 * sideways + left + slanted + 0.25 * (reach - TOUCH) + 0.8 * (lines - 1)


def _beside(turn: float, reach: float, size: tuple[float, float], lines: tuple[str, ...]) -> Box:
    """A box that touches the circle around its place in one direction."""
    x, y = math.cos(turn), math.sin(turn)
    lean_x, lean_y = max(-1.0, min(1.0, 1.5 * x)), max(-1.0, min(1.0, 1.5 * y))
    middle_x, middle_y = reach * x + lean_x * size[0] / 2, reach * y + lean_y * size[1] / 2
    return Box(middle_x, middle_y, *size, lines, _dislike(turn, reach, len(lines)))


def _size(lines: tuple[str, ...]) -> tuple[float, float]:
    """How large a label of these lines is."""
    width = max(label_width(line, LABEL_SIZE) for line in lines)
    return width, CAP_HEIGHT + (len(lines) - 1) * LINE_HEIGHT


def _around(size: tuple[float, float], lines: tuple[str, ...], reaches: tuple[float, ...]) -> list[Box]:
    """Boxes of one size in all directions at some distances."""
    turns = [2 * math.pi * step / DIRECTIONS for step in range(DIRECTIONS)]
    return [_beside(turn, reach, size, lines) for reach in reaches for turn in turns]


def label_boxes(name: str) -> list[Box]:
    """Every position a name may take beside its place."""
    return [box for lines in line_breaks(name) for box in _around(_size(lines), lines, REACHES)]


def same_side(name: str, side: int) -> int:
    """The index among a name's `label_boxes` of the box inside the roomy box number `side`."""
    breaks, turn = divmod(side, DIRECTIONS)
    return min(breaks, len(line_breaks(name)) - 1) * len(REACHES) * DIRECTIONS + turn


def roomy_boxes(place: Place) -> list[Box]:
    """Positions for a label as large as the place's name in either language, for the solver."""
    breaks = [line_breaks(name) for name in (place.name.en, place.name.pl)]
    boxes = []
    for number in range(max(map(len, breaks))):
        lines = [options[min(number, len(options) - 1)] for options in breaks]
        sizes = [_size(each) for each in lines]
        longest = max(lines, key=len)
        size = max(width for width, _ in sizes), max(height for _, height in sizes)
        boxes += _around(size, longest, (TOUCH,))
    return boxes


def marker_boxes() -> list[Box]:
    """Every position a festival marker may take beside its place."""
    size = (2 * MARKER_RADIUS, 2 * MARKER_RADIUS)
    turns = [2 * math.pi * step / DIRECTIONS for step in range(DIRECTIONS)]
    reach = PLACE_RADIUS + MARKER_RADIUS - 1
    return [
        Box(reach * math.cos(turn), reach * math.sin(turn), *size, (), 0.3 * (1 + math.sin(turn)))
        for turn in turns
    ]
