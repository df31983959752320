"""What the compiled environments need of each kind of game: working space and the observation's size."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from semafor.boards.model import Board
from semafor.gym.compiled import card_layout, layout, works
from semafor.kinds import lookup
from semafor.kinds.base import KindName


class Kind(msgspec.Struct, frozen=True):
    """How a board is played by compiled code."""

    facts: NDArray[Any]
    """One read-only record."""
    state: np.dtype[np.void]
    work: np.dtype[np.void]
    observation_size: int
    observation_sets: int
    """Words of the observation that are sets."""


_SIZES: dict[KindName, tuple[np.dtype[np.void], int, int]] = {
    "board": (works.BOARD_WORK, layout.SIZE, layout.SETS),
    "cards": (works.CARD_WORK, card_layout.SIZE, card_layout.SETS),
}


@lru_cache(maxsize=64)
def kind_of(board: Board) -> Kind:
    """The kind of a board, as compiled environments know it."""
    kind = lookup.kind_of(board)
    return Kind(kind.table, kind.state, *_SIZES[kind.name])
