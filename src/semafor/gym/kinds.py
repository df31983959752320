"""The two kinds of games: what a board's states, facts and observations are made of."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from semafor.boards.model import Board
from semafor.engine.cardgame.state import CARD_FACTS, CARD_STATE, CARD_WORK
from semafor.engine.state import FACTS, STATE
from semafor.engine.work import WORK
from semafor.gym.compiled import card_layout, layout
from semafor.kinds.board_action_names import board_action_names
from semafor.kinds.board_facts import facts_of
from semafor.kinds.card_action_names import card_action_names
from semafor.kinds.card_facts import card_facts_of


class Kind(msgspec.Struct, frozen=True):
    """How a board is played by compiled code."""

    facts: NDArray[Any]
    """One read-only record."""
    state: np.dtype[np.void]
    work: np.dtype[np.void]
    observation_size: int
    action_names: dict[int, str]
    """What each action that the board has does, in words."""


@lru_cache(maxsize=64)
def kind_of(board: Board) -> Kind:
    """The kind of a board."""
    if board.options.card_game is None:
        facts = np.frombuffer(facts_of(board).tobytes(), FACTS)
        return Kind(facts, STATE, WORK, layout.SIZE, board_action_names(board))
    facts = np.frombuffer(card_facts_of(board).tobytes(), CARD_FACTS)
    return Kind(facts, CARD_STATE, CARD_WORK, card_layout.SIZE, card_action_names(board))
