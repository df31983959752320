"""The knobs of the Card Game's policy: those that all boards share, and those tuned for one."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from semafor.boards.model import Board
from semafor.bots.search.card_records import CARD_DESK, KNOBS, CardKnob
from semafor.bots.search.tuned import tuned_knobs
from semafor.engine.state import Array


@lru_cache(maxsize=64)
def card_knobs(board: Board, players: int) -> Array:
    """The knobs for so many players, as a desk keeps them."""
    return row_of({**KNOBS, **tuned_knobs(board, players, CardKnob)})


def row_of(knobs: dict[CardKnob, float]) -> Array:
    """Knobs as a desk keeps them."""
    row: Array = np.zeros(CARD_DESK["knob"].shape, np.float32)
    for knob, value in knobs.items():
        row[knob] = value
    return row
