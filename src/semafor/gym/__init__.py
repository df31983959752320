"""For researchers: games as arrays, environments, and learning.

- `Batch`: thousands of games stepped in one compiled call; needs nothing but the core.
- `env`, `TableEnv`: PettingZoo's AEC environment of any game (`semafor[gym]`).
- `SeatEnv`, `VectorEnv`: Gymnasium's environments, registered as `semafor/Berlin-v0` and so on.
- `semafor.gym.openspiel`: OpenSpiel's `python_semafor`.
- `PolicyBot`, `Bridge`: anyone's network at a table, in a tournament, on a server.

Names come when they are first asked for, so that nobody needs packages that they do not use.
"""

from __future__ import annotations

import importlib
from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from semafor.bots.bridge import Bridge, PolicyBot
    from semafor.games.observation_names import (
        ACTIONS_VERSION,
        OBSERVATION_VERSION,
        action_name,
        action_names,
        observation_names,
        observation_ranges,
        used_actions,
        used_slots,
    )
    from semafor.gym.batch import Batch
    from semafor.gym.seat_env import SeatEnv
    from semafor.gym.table_env import TableEnv, env
    from semafor.gym.vector_env import VectorEnv

_HOMES = {
    "ACTIONS_VERSION": "games.observation_names",
    "OBSERVATION_VERSION": "games.observation_names",
    "Batch": "gym.batch",
    "Bridge": "bots.bridge",
    "PolicyBot": "bots.bridge",
    "SeatEnv": "gym.seat_env",
    "TableEnv": "gym.table_env",
    "VectorEnv": "gym.vector_env",
    "action_name": "games.observation_names",
    "action_names": "games.observation_names",
    "env": "gym.table_env",
    "observation_names": "games.observation_names",
    "observation_ranges": "games.observation_names",
    "used_actions": "games.observation_names",
    "used_slots": "games.observation_names",
}

__all__ = [
    "ACTIONS_VERSION",
    "OBSERVATION_VERSION",
    "Batch",
    "Bridge",
    "PolicyBot",
    "SeatEnv",
    "TableEnv",
    "VectorEnv",
    "action_name",
    "action_names",
    "env",
    "observation_names",
    "observation_ranges",
    "used_actions",
    "used_slots",
]


def __getattr__(name: str) -> object:
    """Import a name from its module when it is first used."""
    if name not in _HOMES:
        raise AttributeError(f"module 'semafor.gym' has no attribute {name!r}")
    value = getattr(importlib.import_module(f"semafor.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


if find_spec("gymnasium"):
    from semafor.gym.spaces import register_environments

    register_environments()
