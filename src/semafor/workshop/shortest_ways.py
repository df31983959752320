"""The fewest spaces between places, and what tickets pay for them."""

from __future__ import annotations

from statistics import median
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from semafor.boards.model import Board

UNREACHED = 10_000


def fewest_spaces(board: Board) -> NDArray[np.int64]:
    """For each two places, by their indexes, the spaces of the shortest way; `UNREACHED` where none is."""
    size, at = len(board.places), board.place_index
    ways = np.full((size, size), UNREACHED, np.int64)
    np.fill_diagonal(ways, 0)
    for route in board.routes:
        a, b = at[route.a], at[route.b]
        ways[a, b] = ways[b, a] = min(ways[a, b], route.cost)
    for middle in range(size):
        np.minimum(ways, ways[:, middle, None] + ways[None, middle, :], out=ways)
    return ways


def points_a_space(board: Board, ways: NDArray[np.int64]) -> float:
    """What the tickets of a board pay for a space of their shortest way, in the middle of them."""
    at = board.place_index
    paid = [
        ticket.points / ways[at[ticket.a], at[ticket.b]] for ticket in board.tickets if ticket.a != ticket.b
    ]
    return median(paid) if paid else 1.0
