"""The records that features are worked out on: a desk, and what a seat saw of the map last."""

from __future__ import annotations

import numpy as np

from semafor.boards.model import Board
from semafor.engine.state import CARD_KINDS, PLACES, ROUTES, TICKETS, WORDS, Array, i1, i4, record_of, u8
from semafor.engine.ways import WAYS

MAP_BYTES = 3 * ROUTES + 2 * TICKETS + CARD_KINDS
"""What `map_features` keeps for a seat until its map changes."""

DESK = record_of(
    ("ways", WAYS),
    ("dist", i4, (PLACES, PLACES)),  # from each place that was asked for
    ("measured", u8),  # those places
)

GLANCE = record_of(  # what one seat saw of the map when it was last asked
    ("own", u8, WORDS),
    ("free", u8, WORDS),
    ("held", u8),
    ("offered", u8),
    ("known", i1),  # whether it was ever asked
    ("marks", np.uint8, MAP_BYTES),
)


def blank_glances(board: Board, games: int, seats: int) -> Array:
    """Glances by game and seat; where there is no map to look at, one stands for all."""
    return np.zeros((games, seats) if board.has_map else (1, 1), GLANCE)
