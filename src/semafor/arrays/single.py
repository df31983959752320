"""One game as arrays: what the environments for one game and the learned bot are made of."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from semafor.arrays import single_steps
from semafor.arrays.action_words import illegal_action
from semafor.arrays.rewards import Reward, reward_number
from semafor.arrays.works import work_of_thread
from semafor.boards.model import Board
from semafor.engine.actions import ACTIONS
from semafor.kinds.lookup import kind_of
from semafor.kinds.plain import copy_states

Array = NDArray[Any]


class Single:
    """A game that is stepped by the engine's small decisions; `states` is an array of one state."""

    def __init__(self, board: Board, players: int, states: Array) -> None:
        self.board, self.players, self.states = board, players, states
        self._kind = kind_of(board)

    @property
    def _work(self) -> Array:
        return work_of_thread(self._kind.name)

    def copy(self) -> Single:
        """The same game once more."""
        return Single(self.board, self.players, copy_states(self.states))

    def __deepcopy__(self, memo: dict[int, Any]) -> Single:
        return self.copy()

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.states["over"][0])

    @property
    def to_play(self) -> int:
        """The seat that must decide next, -1 at the end."""
        return -1 if self.over else int(single_steps.asked_one(self.states))

    def observation(self, seat: int) -> NDArray[np.uint8]:
        """What the seat may know."""
        out = np.empty(self._kind.observation.size, np.uint8)
        single_steps.observe_one(self.states, self._kind.table, seat, out, self._work)
        return out

    def mask(self, seat: int) -> NDArray[np.int8]:
        """1 for each of the 448 actions that the seat may take; all zero where it is not asked."""
        out = np.empty(ACTIONS, np.int8)
        single_steps.mask_one(self.states, self._kind.table, seat, out, self._work)
        return out

    def apply(self, seat: int, action: int) -> None:
        """Carry out a decision; ValueError where it is not legal."""
        if not (0 <= action < ACTIONS and self.mask(seat)[action]):
            raise illegal_action(self.board, action, f"of seat {seat} is not legal")
        single_steps.apply_one(self.states, self._kind.table, seat, action, self._work)

    def rewards(self, reward: Reward) -> NDArray[np.float64]:
        """The rewards of all seats, as if the game ended now (see `Batch`)."""
        out = np.empty(self.players, np.float64)
        single_steps.rewards_one(self.states, self._kind.table, reward_number(reward), out, self._work)
        return out
