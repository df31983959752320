"""The environments by name: `gymnasium.make("semafor/Berlin-v0")` after `import semafor.gym`."""

from __future__ import annotations

from semafor.boards.load import board_names
from semafor.optional_packages import missing

try:
    from gymnasium.envs.registration import register, registry
except ModuleNotFoundError as error:
    raise missing(error, "gym") from None


def environment_name(board: str) -> str:
    """The name of a board's environment: `semafor/Berlin-v0`."""
    return f"semafor/{board.capitalize()}-v0"


def register_environments() -> None:
    """Make every board known to Gymnasium, once."""
    for board in board_names():
        if environment_name(board) not in registry:
            register(
                id=environment_name(board),
                entry_point="semafor.gym.seat_env:SeatEnv",
                vector_entry_point="semafor.gym.vector_env:VectorEnv",
                kwargs={"board": board},
            )
