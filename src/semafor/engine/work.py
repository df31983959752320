"""Working space: one record of everything a compiled call needs besides the game, allocated by the caller."""

from typing import Any

import numpy as np

from semafor.engine.actions import MASK_WORDS
from semafor.engine.compile import compiled
from semafor.engine.longest import GRAPH
from semafor.engine.state import PLACES, QUIET_LOG, RESULT, STATE, WORDS, Array, record_of
from semafor.engine.stations import BORROWING

WORK = record_of(
    ("state", STATE),
    ("result", RESULT),
    ("graph", GRAPH),
    ("plan", BORROWING),
    ("routes", np.uint64, WORDS),
    ("mask", np.uint64, MASK_WORDS),
    ("dice", np.uint64, 1),  # the players' own chance, never the game's
    ("log", QUIET_LOG),
)


def new_work() -> np.record:
    """Working space for one thread."""
    return np.zeros(1, WORK)[0]


STEPPING = (
    ("mask", np.uint64, MASK_WORDS),
    ("routes", np.uint64, WORDS),
    ("label", np.int8, PLACES),  # components of a side's network
    ("log", QUIET_LOG),
)
"""The fields that a decision and an observation need."""


@compiled
def copy_row(source: Array, target: Array) -> None:
    """Copy an array over one of the same size; Numba's own assignment would allocate a third."""
    for i in range(target.size):
        target[i] = source[i]


def fields_of(record: np.dtype[np.void], *names: str) -> list[tuple[str, np.dtype[Any]]]:
    """Return the named fields of a record, or all of them."""
    return [(name, record[name]) for name in names or record.names or () if name != "spare"]
