"""What the compiled environments need of each kind of game: working space and the observation's size."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from semafor.boards.model import Board
from semafor.gym.compiled import card_layout, layout
from semafor.kinds import lookup
from semafor.kinds.base import KindName


class Kind(msgspec.Struct, frozen=True):
    """How a board is played by compiled code."""

    facts: NDArray[Any]
    """One read-only record."""
    state: np.dtype[np.void]
    work: np.dtype[np.void]
    observation_size: int


_SIZES: dict[KindName, int] = {"board": layout.SIZE, "cards": card_layout.SIZE}


@lru_cache(maxsize=64)
def kind_of(board: Board) -> Kind:
    """The kind of a board, as compiled environments know it."""
    kind = lookup.kind_of(board)
    return Kind(kind.table, kind.state, kind.work, _SIZES[kind.name])
