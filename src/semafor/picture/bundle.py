"""Bundles: the strands between the same two places, which run side by side along one centre line."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from semafor.picture.measure import END, GAP, STRAND_GAP, space_size

if TYPE_CHECKING:
    from semafor.boards.model import Board


class Bundle(NamedTuple):
    """The strands of one pair of places."""

    a: int
    b: int
    """Indexes of the two places."""
    routes: tuple[int, ...]
    """Indexes of the strands, from left to right seen from `a` to `b`."""
    spaces: int
    size: tuple[float, float]

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
        return self.spaces * (self.size[0] + GAP) - GAP + 2 * END


def bundles_of(board: Board) -> tuple[Bundle, ...]:
    """The bundles of a board, in the order of their first strands."""
    index = {place.id: number for number, place in enumerate(board.places)}
    strands: dict[frozenset[str], list[int]] = {}
    for number, route in enumerate(board.routes):
        strands.setdefault(frozenset((route.a, route.b)), []).append(number)
    bundles = []
    for numbers in strands.values():
        first = board.routes[numbers[0]]
        spaces = max(board.routes[number].length for number in numbers)
        bundles.append(
            Bundle(index[first.a], index[first.b], tuple(numbers), spaces, space_size(first.kind))
        )
    return tuple(bundles)
