"""Bundles: the strands between the same two places, which run side by side along one centre line."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from semafor.picture.sizes import END, GAP, STRAND_GAP, space_size

if TYPE_CHECKING:
    from semafor.boards.model import Board


CROWD_GAP = 5.0
CROWDING = 0.85
"""Around a busy place the spaces begin further out; a little less than a full circle is enough."""


class Bundle(NamedTuple):
    """The strands of one pair of places."""

    a: int
    b: int
    """Indexes of the two places."""
    routes: tuple[int, ...]
    """Indexes of the strands, from left to right seen from `a` to `b`."""
    spaces: int
    size: tuple[float, float]
    ferry: bool = False
    ends: tuple[float, float] = (END, END)
    """How far from the middle of `a` and of `b` the first and the last space may begin."""

    @property
    def offsets(self) -> tuple[float, ...]:
        """How far each strand lies to the side of the centre line."""
        pitch, middle = self.size[1] + STRAND_GAP, (len(self.routes) - 1) / 2
        return tuple((strand - middle) * pitch for strand in range(len(self.routes)))

    @property
    def width(self) -> float:
        """Across all strands."""
        return len(self.routes) * (self.size[1] + STRAND_GAP) - STRAND_GAP

    @property
    def needed(self) -> float:
        """How long the centre line must be, at least."""
        return self.spaces * (self.size[0] + GAP) - GAP + sum(self.ends)


def _strands(board: Board) -> list[list[int]]:
    """The strands of each pair of places, in the order of their first strands."""
    strands: dict[frozenset[str], list[int]] = {}
    for number, route in enumerate(board.routes):
        strands.setdefault(frozenset((route.a, route.b)), []).append(number)
    return list(strands.values())


def _crowded_ends(bundles: list[Bundle]) -> dict[int, float]:
    """For each place the radius at which all its bundles fit side by side around it."""
    widths: dict[int, float] = {}
    for bundle in bundles:
        for place in (bundle.a, bundle.b):
            widths[place] = widths.get(place, 0.0) + bundle.width + CROWD_GAP
    return {place: max(END, CROWDING * width / (2 * math.pi)) for place, width in widths.items()}


def bundles_of(board: Board) -> tuple[Bundle, ...]:
    """The bundles of a board, in the order of their first strands."""
    index = {place.id: number for number, place in enumerate(board.places)}
    bundles = []
    for numbers in _strands(board):
        first = board.routes[numbers[0]]
        spaces = max(board.routes[number].length for number in numbers)
        size, ferry = space_size(first.kind), any(board.routes[number].ferry for number in numbers)
        bundles.append(Bundle(index[first.a], index[first.b], tuple(numbers), spaces, size, ferry))
    ends = _crowded_ends(bundles)
    return tuple(bundle._replace(ends=(ends[bundle.a], ends[bundle.b])) for bundle in bundles)
