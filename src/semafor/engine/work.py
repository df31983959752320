"""Working space: one record of everything a compiled call needs beside the game, allocated by the caller.

Compiled code must not take a record out of an array it allocates itself: the array is freed
after its last mention, and the record would point nowhere.
"""

from __future__ import annotations

import numpy as np

from semafor.engine.actions import MASK_WORDS
from semafor.engine.longest import GRAPH
from semafor.engine.state import LOG, RESULT, STATE, WORDS, record_of
from semafor.engine.stations import BORROWING

WORK = record_of(
    ("state", STATE),
    ("result", RESULT),
    ("graph", GRAPH),
    ("plan", BORROWING),
    ("routes", np.uint64, WORDS),
    ("mask", np.uint64, MASK_WORDS),
    ("dice", np.uint64, 1),  # the players' own chance, never the game's
    ("log", LOG),
)


def new_work() -> np.record:
    """Working space for one thread."""
    return np.zeros(1, WORK)[0]
