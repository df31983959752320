"""Working space on the device: a few kilobytes for each of thousands of threads, much for a few of them."""

from __future__ import annotations

import numpy as np

from semafor.arrays.works import STEPPING
from semafor.engine.linegraph import GRAPH, graph_record
from semafor.engine.state import WORDS, record_of
from semafor.engine.stations import borrowing_record
from semafor.kinds import board_layout, card_layout

SHAPES, CHAINS = 64, 32
"""Shapes kept at once in the first tries at a longest line: one side in many thousands needs more."""

BOARD_SEEING = (("sets", np.uint64, board_layout.SETS), ("cells", np.uint64, board_layout.SIZE // 8))
CARD_SEEING = (("sets", np.uint64, card_layout.SETS), ("cells", np.uint64, card_layout.SIZE // 8))
"""The sets of an observation, and all its slots as 64-bit words."""

PLAYING = record_of(*STEPPING)
BOARD_STEPPING = record_of(*STEPPING, *BOARD_SEEING)
CARD_STEPPING = record_of(*STEPPING, *CARD_SEEING)

LINE = record_of(
    ("routes", np.uint64, WORDS),
    ("graph", graph_record(SHAPES, CHAINS, narrow=True)),
)
LONG_LINE = record_of(("routes", np.uint64, WORDS), ("graph", GRAPH))
"""What a side's longest line needs: nearly always, and at worst."""
TICKETS = record_of(("routes", np.uint64, WORDS), ("plan", borrowing_record(narrow=True)))
"""What its tickets need."""


def words_of(record: np.dtype[np.void]) -> int:
    """64-bit words of a record."""
    return record.itemsize // 8
