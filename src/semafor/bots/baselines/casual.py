"""Plans like a careful player, but every now and then acts on impulse."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from semafor.boards.model import Board
from semafor.bots.protocol import Bot
from semafor.moves import Move
from semafor.view import View

IMPULSE = 1 / 3


class CasualBot:
    """Two players in one: a careful one, and in a third of its decisions a careless one."""

    def __init__(
        self,
        board: Board,
        seed: int = 0,
        *,
        careful: Callable[[Board, int], Bot],
        careless: Callable[[Board, int], Bot],
    ) -> None:
        self._dice = random.Random(seed)
        self._careful = careful(board, seed)
        self._careless = careless(board, seed)

    def choose(self, view: View, moves: Sequence[Move]) -> Move | str:
        """What the one of the two who is awake would do."""
        planned = self._careful.choose(view, moves)  # asked each time: it may keep what it has seen in mind
        if self._dice.random() < IMPULSE:
            return self._careless.choose(view, moves)
        return planned
