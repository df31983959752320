"""The layout of a board that is being drawn: in no time, with every place where its author has put it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from semafor.picture.layout.solving import Layout, Solver

if TYPE_CHECKING:
    from semafor.boards.model import Board
    from semafor.picture.sizes import Floats

SPEED = 2.0


def lay_out_fixed(board: Board, factor: float) -> Layout:
    """Lines that bend out of each other's way and labels on good sides, at a given scale."""
    return _laid(Solver(board, factor, quick=True))


def lay_out_at(board: Board, spots: Floats) -> Layout:
    """The same with the places on these spots."""
    return _laid(Solver(board, 1.0, quick=True, spots=spots))


def _laid(solver: Solver) -> Layout:
    home, places = solver.home, solver.places
    solver.choose_sides()
    if solver.bundles:
        solver.round(1.0, SPEED, labels=True)
    # Only the lines have moved.
    return Layout(home, places, solver.bends, np.array(solver.sides, dtype=np.int64))
