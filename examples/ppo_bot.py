"""The player that `ppo_berlin.py` trains as a bot: `ppo_bot:PpoBot`, in NumPy, from views like every bot.

It plays with the weights that lie beside this file, `ppo_bot:PpoBot@runs/mine.npz` with others.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from semafor.boards.model import Board
from semafor.gym import ACTIONS_VERSION, OBSERVATION_VERSION, PolicyBot
from semafor.moves import Move
from semafor.view import View

WEIGHTS = Path(__file__).with_name("ppo_berlin.npz")

Floats = NDArray[np.float32]


class Layers:
    """Fully connected layers with rectifiers between them, as `save_layers` wrote them."""

    def __init__(self, path: str | Path) -> None:
        with np.load(path) as file:
            self.parts = {name: file[name] for name in file.files}
        layers = range(int(self.parts["layers"]))
        self.layers = [(self._floats(f"weight_{n}"), self._floats(f"bias_{n}")) for n in layers]
        self.slots, self.actions = self.parts["slots"], self.parts["actions"]
        self.scale = self._floats("scale")

    def _floats(self, name: str) -> Floats:
        return np.asarray(self.parts[name], np.float32)

    def check(self, board: Board, players: int | None) -> None:
        """ValueError where the network was made for something else."""
        versions = self.parts["observation_version"], self.parts["actions_version"]
        if versions != (OBSERVATION_VERSION, ACTIONS_VERSION):
            raise ValueError("The network knows other observations and actions; train it anew.")
        made_for, number = str(self.parts["board"]), int(self.parts["players"])
        if made_for != board.board or players not in (None, number):
            raise ValueError(f"The network plays {made_for} with {number} players.")

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


def save_layers(path: Path, layers: Sequence[tuple[Any, Any]], **parts: Any) -> None:
    """Write the layers of a network, weight and bias, in half precision, and what it reads."""
    versions = {"observation_version": OBSERVATION_VERSION, "actions_version": ACTIONS_VERSION}
    arrays: dict[str, Any] = {"layers": len(layers), **versions, **parts}
    for number, (weight, bias) in enumerate(layers):
        arrays[f"weight_{number}"] = np.asarray(weight, np.float16)
        arrays[f"bias_{number}"] = np.asarray(bias, np.float16)
    np.savez_compressed(path, allow_pickle=False, **arrays)


class PpoBot:
    """Plays what its network prefers, small decision by small decision."""

    def __init__(self, board: Board, seed: int = 0, weights: str | Path = WEIGHTS) -> None:
        del seed  # it rolls no dice
        self.board, self.network = board, Layers(weights)
        self.network.check(board, None)
        self._bot = PolicyBot(board, self._prefer)

    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        """The move whose small decisions the network prefers one after the other."""
        self.network.check(self.board, view.players)
        return self._bot.choose(view, moves)

    def _prefer(self, observation: NDArray[np.uint8], mask: NDArray[np.int8]) -> int:
        """The legal action that the network prefers."""
        wanted = np.where(mask == 1, self.network.preferences(observation, mask), -np.inf)
        return int(wanted.argmax())
