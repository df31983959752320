"""Advice about a board: all that its author may want to look at, beside the faults."""

from __future__ import annotations

from typing import TYPE_CHECKING

from semafor.workshop.colour_advice import uneven_colours
from semafor.workshop.place_advice import cut_off, misplaced
from semafor.workshop.sketch_advice import still_a_sketch, waiting_names, waiting_provenance
from semafor.workshop.ticket_advice import done_by_one_route, ill_valued

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from semafor.boards.model import Board
    from semafor.workshop.advice import Advice

OF_ANY_GAME: tuple[Callable[[Board], Iterator[Advice]], ...] = (
    waiting_names,
    waiting_provenance,
    still_a_sketch,
    misplaced,
)
OF_A_MAP: tuple[Callable[[Board], Iterator[Advice]], ...] = (
    cut_off,
    uneven_colours,
    ill_valued,
    done_by_one_route,
)
"""What only boards with routes have."""


def advise(board: Board) -> list[Advice]:
    """Everything worth a second look on a board without faults."""
    looks = OF_ANY_GAME + (OF_A_MAP if board.has_map else ())
    return [one for look in looks for one in look(board)]
