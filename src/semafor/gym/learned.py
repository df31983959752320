"""A trained network as a bot: `semafor.gym.learned:LearnedBot`, in NumPy, from views like every bot.

The weights are a file of `examples/ppo_berlin.py`, named by the environment variable
SEMAFOR_WEIGHTS; without it, the one that lies in the examples' folder of the source.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from semafor.arrays.observing import OBSERVATION_VERSION
from semafor.boards.model import Board
from semafor.bots.bridge import Mask, Observation, PolicyBot
from semafor.engine.actions import ACTIONS_VERSION
from semafor.errors import BadSetup
from semafor.moves import Move
from semafor.view import View

VARIABLE = "SEMAFOR_WEIGHTS"
FIRST_ACTIONS = 1
"""The version of the actions in weights that were stored without one."""
SHIPPED = Path(__file__).parents[3] / "examples" / "ppo_berlin.npz"

Floats = NDArray[np.float32]


class Network:
    """Fully connected layers with rectifiers between them, as `save_network` wrote them."""

    def __init__(self, path: Path) -> None:
        with np.load(path) as file:
            self.parts = {name: file[name] for name in file.files}
        layers = range(int(self.parts["layers"]))
        self.layers = [(self._floats(f"weight_{n}"), self._floats(f"bias_{n}")) for n in layers]
        self.slots, self.actions = self.parts["slots"], self.parts["actions"]
        self.scale = self._floats("scale")

    def _floats(self, name: str) -> Floats:
        return np.asarray(self.parts[name], np.float32)

    def check(self, board: Board, players: int | None) -> None:
        """BadSetup where the network was made for something else."""
        made_for, version = str(self.parts["board"]), int(self.parts["observation_version"])
        if version != OBSERVATION_VERSION:
            raise BadSetup("weights", version=version)
        numbered = int(self.parts.get("actions_version", FIRST_ACTIONS))
        if numbered != ACTIONS_VERSION:
            raise BadSetup("weights", actions=numbered)
        if made_for != board.board or players not in (None, int(self.parts["players"])):
            raise BadSetup("weights", board=made_for, players=int(self.parts["players"]))

    def preferences(self, observation: NDArray[np.uint8], mask: NDArray[np.int8]) -> Floats:
        """How much each of its actions is to be preferred; the others are at minus infinity."""
        legal = mask[self.actions]
        flow = np.concatenate([observation[self.slots] / self.scale, legal]).astype(np.float32)
        for number, (weight, bias) in enumerate(self.layers):
            flow = weight @ flow + bias
            if number + 1 < len(self.layers):
                flow = np.maximum(flow, 0)
        wanted = np.full(mask.size, -np.inf, np.float32)
        wanted[self.actions] = flow[: len(self.actions)]
        return wanted


def save_network(path: Path, layers: Sequence[tuple[Any, Any]], **parts: Any) -> None:
    """Write the layers of a network, weight and bias, in half precision, and what it reads."""
    versions = {"observation_version": OBSERVATION_VERSION, "actions_version": ACTIONS_VERSION}
    arrays: dict[str, Any] = {"layers": len(layers), **versions, **parts}
    for number, (weight, bias) in enumerate(layers):
        arrays[f"weight_{number}"] = np.asarray(weight, np.float16)
        arrays[f"bias_{number}"] = np.asarray(bias, np.float16)
    np.savez_compressed(path, allow_pickle=False, **arrays)


class LearnedBot:
    """Plays what its network prefers, small decision by small decision."""

    def __init__(self, board: Board, seed: int = 0, weights: Path | None = None) -> None:
        del seed  # it rolls no dice
        path = weights or Path(os.environ.get(VARIABLE) or SHIPPED)
        if not path.exists():
            raise BadSetup("weights", path=str(path), variable=VARIABLE)
        self.board, self.network = board, Network(path)
        self.network.check(board, None)
        self._bot = PolicyBot(board, self._prefer)

    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        """The move whose small decisions the network prefers one after the other."""
        self.network.check(self.board, view.players)
        return self._bot.choose(view, moves)

    def _prefer(self, observation: Observation, mask: Mask) -> int:
        """The legal action that the network prefers."""
        wanted = np.where(mask == 1, self.network.preferences(observation, mask), -np.inf)
        return int(wanted.argmax())
