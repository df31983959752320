"""Working space of compiled functions over games: one record a thread, allocated by the caller."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
from numpy.typing import NDArray

from semafor.engine.actions import MASK_WORDS
from semafor.engine.cardgame.state import CARD_RESULT
from semafor.engine.compile import compiled
from semafor.engine.longest import GRAPH
from semafor.engine.state import LOG_ROWS, PLACES, RESULT, WORDS, Log, i2, record_of
from semafor.engine.stations import BORROWING
from semafor.kinds import board_layout, card_layout
from semafor.kinds.base import KindName

QUIET_LOG = record_of(("count", i2), ("rows", i2, (1, 8)))
"""A log that takes nothing: nobody reads what happened in a batch."""

STEPPING = (
    ("mask", np.uint64, MASK_WORDS),
    ("routes", np.uint64, WORDS),
    ("label", np.int8, PLACES),  # components of a side's network
    ("log", QUIET_LOG),
)
"""What a decision and a look at the table need."""
SCORING = (("result", RESULT), ("graph", GRAPH), ("plan", BORROWING))
CARD_SCORING = (("result", CARD_RESULT),)
"""What a finished game needs."""


def fields_of(record: np.dtype[np.void], *names: str) -> list[tuple[str, np.dtype[Any]]]:
    """The named fields of a record, or all."""
    return [(name, record[name]) for name in names or record.names or () if name != "spare"]


BOARD_WORK = record_of(*STEPPING, *SCORING, ("sets", np.uint64, board_layout.SETS))
CARD_WORK = record_of(*STEPPING, *CARD_SCORING, ("sets", np.uint64, card_layout.SETS))


WORKS: dict[KindName, np.dtype[np.void]] = {"board": BOARD_WORK, "cards": CARD_WORK}
_OF_THIS_THREAD = threading.local()


def work_of_thread(kind: KindName) -> NDArray[Any]:
    """The working space that this thread keeps for one game at a time; what it holds lasts for one call."""
    kept: dict[str, NDArray[Any]] = _OF_THIS_THREAD.__dict__
    if kind not in kept:
        kept[kind] = np.zeros(1, WORKS[kind])
    return kept[kind]


@compiled
def hush(log: Log) -> None:
    """Let the rules take the log for full, whatever its size."""
    log.count = LOG_ROWS + 1
