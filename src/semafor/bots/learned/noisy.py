"""The bot `noisy`: the network's player with less judgement; what it takes is among what it finds good."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random

import msgspec
import numpy as np
from numpy.typing import NDArray

from semafor.arrays.single import Single
from semafor.boards.model import Board
from semafor.bots.learned.network_bot import NetworkBot
from semafor.bots.learned.weights import SHIPPED, Floats
from semafor.errors import BadSetup
from semafor.moves import Move
from semafor.view import View

NEAREST, REACH = 1.5, 1.5
"""What is preferred less than the best action by more than NEAREST + REACH times the noise is not taken."""
LEVEL_NOISE = SHIPPED / "levels.json"
"""How much noise makes each level, board by board: written by `tools/space_levels.py`."""
CALM = ("start-keep", "keep", "pick", "draft-keep")
"""What is decided without noise: nobody chooses tickets in a hurry, and a bad one spoils a whole game."""
CLAIMS_WITHIN = 2.0
"""A route is claimed only where it is preferred nearly as much as the best: pieces laid elsewhere are what
loses tickets, and people who play badly draw too long rather than build nonsense."""


class NoisyBot(NetworkBot):
    """A player whose choices are drawn: the louder the noise, the less its preferences matter.

    `noisy@3` has a noise of three, `noisy@easy` the one that was measured to make that level.
    """

    def __init__(self, board: Board, seed: int = 0, noise: str = "1", weights: Path | None = None) -> None:
        super().__init__(board, seed, weights)
        self._noise, self._dice, self._first = parse_noise(board, noise), Random(seed), True
        self._routes = len(board.routes)

    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        """A move whose first decision is drawn, and whose payment is the network's best."""
        self._first = view.own is not None and view.own.ask not in CALM
        return super().choose(view, moves)

    def _best(self, table: Single, seat: int, actions: list[int]) -> int:
        if not self._first or len(actions) == 1:
            return super()._best(table, seat, actions)
        self._first = False
        among = np.array([self._place[action] for action in actions])
        wanted = self._network.preferences(self._writer.row(table, seat), among)
        claims = np.array(actions) < self._routes
        return self._dice.choices(actions, noisy_chances(wanted, self._noise, claims).tolist())[0]


def noisy_chances(wanted: Floats, noise: float, claims: NDArray[np.bool_]) -> Floats:
    """With how much weight each action is taken, for preferences along the last axis; which are claims."""
    behind = wanted - wanted.max(-1, keepdims=True)
    near = behind >= np.where(claims, -CLAIMS_WITHIN, -NEAREST - REACH * noise)
    weights: Floats = np.exp(behind / noise) * near
    return weights


def parse_noise(board: Board, text: str) -> float:
    """A number above zero, or the noise of a level; BadSetup for anything else."""
    levels = _measured().get(board.board, {})
    if text in levels:
        return levels[text]
    try:
        noise = float(text)
    except ValueError:
        noise = 0.0
    if not 0 < noise < 1000:
        raise BadSetup("bad-noise", text=text)
    return noise


@cache
def _measured() -> dict[str, dict[str, float]]:
    return msgspec.json.decode(LEVEL_NOISE.read_bytes(), type=dict[str, dict[str, float]])
