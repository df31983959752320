"""Gymnasium's spaces for a board, and the registration of the environments."""

from typing import Any

import numpy as np

from semafor.boards.load import board_names
from semafor.boards.model import Board
from semafor.engine.actions import ACTIONS
from semafor.errors import missing
from semafor.games.lookup import kind_of

try:
    from gymnasium import spaces
    from gymnasium.envs.registration import register, registry
except ModuleNotFoundError as error:
    raise missing(error, "gym") from None


def slots_space(board: Board) -> Any:  # Gymnasium's types do not know boxes of bytes
    """Return the space of the observation alone: a box of bytes."""
    return spaces.Box(0, 255, (kind_of(board).observation.size,), np.uint8)


def observation_space(board: Board) -> spaces.Dict:
    """Return the space of the observation with the mask of legal actions, as PettingZoo expects it."""
    mask = spaces.Box(0, 1, (ACTIONS,), np.int8)
    parts: dict[str, spaces.Space[Any]] = {"observation": slots_space(board), "action_mask": mask}
    return spaces.Dict(parts)


def environment_name(board: str) -> str:
    """Return the name of a board's environment: `semafor/Berlin-v0`."""
    return f"semafor/{board.capitalize()}-v0"


def register_environments() -> None:
    """Register an environment for every board with Gymnasium, once."""
    for board in board_names():
        if environment_name(board) not in registry:
            register(
                id=environment_name(board),
                entry_point="semafor.gym.seat_env:SeatEnv",
                vector_entry_point="semafor.gym.vector_env:VectorEnv",
                kwargs={"board": board},
            )
