"""Gymnasium's words for what a seat sees."""

from __future__ import annotations

from typing import Any

import numpy as np

from semafor.boards.model import Board
from semafor.engine.actions import ACTIONS
from semafor.kinds.lookup import kind_of
from semafor.optional_packages import missing

try:
    from gymnasium import spaces
except ModuleNotFoundError as error:
    raise missing(error, "gym") from None


def slots_space(board: Board) -> Any:  # Gymnasium's types do not know boxes of bytes
    """The observation alone: a box of bytes."""
    return spaces.Box(0, 255, (kind_of(board).observation.size,), np.uint8)


def observation_space(board: Board) -> spaces.Dict:
    """The observation with the mask of legal actions, as PettingZoo expects them."""
    mask = spaces.Box(0, 1, (ACTIONS,), np.int8)
    parts: dict[str, spaces.Space[Any]] = {"observation": slots_space(board), "action_mask": mask}
    return spaces.Dict(parts)
