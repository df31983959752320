"""The player trained by `ppo_berlin.py` as a bot, `ppo_bot:PpoBot`, which runs in NumPy and gets views.

It uses the weights in the folder of this file; `ppo_bot:PpoBot@runs/mine.npz` uses others.
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
    """Fully connected layers with ReLU between them, loaded from a file of `save_layers`."""

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
        """Raise ValueError if the network was trained for another board, number of players or version."""
        versions = self.parts["observation_version"], self.parts["actions_version"]
        if versions != (OBSERVATION_VERSION, ACTIONS_VERSION):
            raise ValueError("The network uses other versions of observations and actions; train it again.")
        made_for, number = str(self.parts["board"]), int(self.parts["players"])
        if made_for != board.board or players not in (None, number):
            raise ValueError(f"The network plays {made_for} with {number} players.")

    def preferences(self, observation: NDArray[np.uint8], mask: NDArray[np.int8]) -> Floats:
        """Return the logits of all actions; actions that the network does not know have minus infinity."""
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
    """Write weights and biases of a network in half precision, and the arrays that describe its inputs."""
    versions = {"observation_version": OBSERVATION_VERSION, "actions_version": ACTIONS_VERSION}
    arrays: dict[str, Any] = {"layers": len(layers), **versions, **parts}
    for number, (weight, bias) in enumerate(layers):
        arrays[f"weight_{number}"] = np.asarray(weight, np.float16)
        arrays[f"bias_{number}"] = np.asarray(bias, np.float16)
    np.savez_compressed(path, allow_pickle=False, **arrays)


class PpoBot:
    """Plays the action with the largest logit, decision by decision."""

    def __init__(self, board: Board, seed: int = 0, weights: str | Path = WEIGHTS) -> None:
        del seed  # the bot is deterministic
        self.board, self.network = board, Layers(weights)
        self.network.check(board, None)
        self._bot = PolicyBot(board, self._prefer)

    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        """Return the move made of the decisions that the network prefers."""
        self.network.check(self.board, view.players)
        return self._bot.choose(view, moves)

    def _prefer(self, observation: NDArray[np.uint8], mask: NDArray[np.int8]) -> int:
        """Return the legal action with the largest logit."""
        wanted = np.where(mask == 1, self.network.preferences(observation, mask), -np.inf)
        return int(wanted.argmax())
