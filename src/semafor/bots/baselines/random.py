"""Chooses any move, each equally likely."""

from __future__ import annotations

import random
from collections.abc import Sequence

from semafor.boards.model import Board
from semafor.moves import Move
from semafor.view import View


class RandomBot:
    """The baseline of all baselines."""

    def __init__(self, board: Board, seed: int = 0) -> None:
        del board
        self._dice = random.Random(seed)

    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        """Any of the moves."""
        del view
        return self._dice.choice(moves)
