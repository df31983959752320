"""Working space on the device: small for the thousands who step, larger for the few who score."""

from __future__ import annotations

import numpy as np

from semafor.arrays.works import CARD_SCORING, SCORING, STEPPING
from semafor.engine.linegraph import graph_record
from semafor.engine.state import Array, record_of
from semafor.kinds import board_layout, card_layout

SHAPES, CHAINS = 512, 128
"""Shapes kept at once in the first try at a longest line; a network that needs more is scored again."""


def hasty(works: Array) -> Array:
    """The same working spaces, which give up where a network needs a larger one."""
    if "graph" in (works.dtype.names or ()):
        works["graph"]["hasty"] = 1
    return works


BOARD_SEEING = (("sets", np.uint64, board_layout.SETS), ("cells", np.uint64, board_layout.SIZE // 8))
CARD_SEEING = (("sets", np.uint64, card_layout.SETS), ("cells", np.uint64, card_layout.SIZE // 8))
"""The sets of an observation, and all its slots as 64-bit words."""

PLAYING = record_of(*STEPPING)
BOARD_STEPPING = record_of(*STEPPING, *BOARD_SEEING)
CARD_STEPPING = record_of(*STEPPING, *CARD_SEEING)
SMALL_SCORING = (
    ("graph", graph_record(SHAPES, CHAINS)),
    *(field for field in SCORING if field[0] != "graph"),
)
BOARD_SMALL = record_of(*STEPPING, *BOARD_SEEING, *SMALL_SCORING)
BOARD_LARGE = record_of(*STEPPING, *BOARD_SEEING, *SCORING)
CARD_FINISHING = record_of(*STEPPING, *CARD_SEEING, *CARD_SCORING)
