"""Routes of a sketch: neighbours joined, lengths by distance, colours in turn."""

from __future__ import annotations

from statistics import median
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from semafor.boards.model import COLOURS, GREY, Route
from semafor.workshop.distances import USUAL_LENGTH, between, spaces_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from semafor.boards.model import Colour, Place

DOUBLED = 4
"""Every so manieth route, of the shorter half, is double."""
GREY_EACH = 5
"""Every so manieth strand is grey."""


def join_neighbours(places: Sequence[Place]) -> tuple[Route, ...]:
    """Routes between neighbours: two places with no third in the circle between them.

    Such a net is in one piece, and no two of its routes cross.
    """
    pairs = list(_neighbours(places))
    if not pairs:
        return ()
    far = [between(places[a], places[b]) for a, b in pairs]
    scale = median(far) / USUAL_LENGTH
    lengths = [spaces_of(one, scale) for one in far]
    strands = [
        Route(places[a].id, places[b].id, length, GREY)
        for number, ((a, b), length) in enumerate(zip(pairs, lengths, strict=True))
        for _ in range(2 if number % DOUBLED == 0 and length <= USUAL_LENGTH else 1)
    ]
    return tuple(_coloured(strands))


def _neighbours(places: Sequence[Place]) -> Iterator[tuple[int, int]]:
    away: NDArray[np.float64] = np.array([[between(a, b) ** 2 for b in places] for a in places])
    for a in range(len(places)):
        for b in range(a + 1, len(places)):
            within = away[a] + away[b] < away[a, b]
            within[[a, b]] = False
            if not within.any():
                yield a, b


def _coloured(strands: Sequence[Route]) -> list[Route]:
    """Each strand, the longest first, in the colour with the fewest spaces so far; some stay grey."""
    spaces: dict[Colour, int] = dict.fromkeys(COLOURS, 0)
    painted = list(strands)
    for number in sorted(range(len(strands)), key=lambda one: -strands[one].length):
        if number % GREY_EACH != 1:
            colour = min(spaces, key=spaces.__getitem__)
            spaces[colour] += strands[number].length
            painted[number] = msgspec.structs.replace(strands[number], colour=colour)
    return painted
