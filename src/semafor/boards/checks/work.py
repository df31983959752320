"""Checks that what is computed exactly at the end of a game can be computed in good time."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

from semafor.boards import limits
from semafor.boards.faults import Fault, fault
from semafor.boards.tangle import line_order, neighbours

if TYPE_CHECKING:
    from collections.abc import Iterator

    from semafor.boards.model import Board


def check_lines(board: Board) -> Iterator[Fault]:
    """BASE-25: no network on the map is too tangled for its longest line to be found."""
    width = line_order(neighbours(board.places, board.routes))[1]
    if board.routes and width > limits.OPEN_PLACES:
        yield fault(("routes",), "tangled", n=width, most=limits.OPEN_PLACES)


def check_borrowing(board: Board) -> Iterator[Fault]:
    """EUR-10: every way in which the stations of a side can borrow routes can be tried."""
    stations = board.options.stations
    if stations is None:
        return
    number = stations.count * board.options.team_size
    busiest = sorted((mask.bit_count() + 1 for mask in neighbours(board.places, board.routes)), reverse=True)
    ways = prod(busiest[:number])
    if ways > limits.BORROWINGS:
        yield fault(("options", "stations"), "too-many-borrowings", n=ways, most=limits.BORROWINGS)
