"""Anyone's network at a table: from views to observations and masks, from actions back to moves.

`PolicyBot(board, policy)` is a bot like all others: it sits at a table, in a tournament
(`my_module:make_bot@weights.npz`, where `make_bot(board, seed, argument)` returns it) and on a server.
A policy is any function of an observation and a mask, both as in `Batch`, that returns an action.
"""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from semafor.boards.model import Board
from semafor.engine.actions import ACTIONS
from semafor.games.arrays import Single
from semafor.games.kind import Plain
from semafor.games.lookup import kind_of
from semafor.knowledge.memory import SeatMemory
from semafor.knowledge.sampler import world_of_view
from semafor.moves import Move
from semafor.view import View

Observation = NDArray[np.uint8]
Mask = NDArray[np.int8]
Policy = Callable[[Observation, Mask], int]


class Bridge:
    """Translates between one seat's views and moves and the engine's observations and actions."""

    def __init__(self, board: Board) -> None:
        self._board, self._kind = board, kind_of(board)
        self._memory = SeatMemory(board)
        self._seat, self._link = 0, 0
        self._left: list[tuple[Move, tuple[int, ...]]] = []
        """The moves that are still possible after the actions so far, with their chains of actions."""

    def observe(self, view: View, moves: Sequence[Move]) -> tuple[Observation, Mask]:
        """Return the observation and the mask at the beginning of a decision."""
        assert view.own is not None, "somebody sits at the table"
        self._view, self._seat, self._link = view, view.own.seat, 0
        self.table = seen_game(self._board, view, self._memory)
        state = Plain(self.table.states)
        self._left = [(move, tuple(self._kind.chain_of(state, self._seat, move))) for move in moves]
        return self.sight()

    def sight(self) -> tuple[Observation, Mask]:
        """Return the present observation and mask, also in the middle of a move."""
        mask = np.zeros(ACTIONS, np.int8)
        mask[[chain[self._link] for _, chain in self._left]] = 1
        return self.table.observation(self._seat), mask

    def move_of(self, action: int) -> Move | None:
        """Apply an action; return the move that it completes, or None if another action is needed."""
        left = [(move, chain) for move, chain in self._left if chain[self._link] == action]
        if not left:
            raise ValueError(f"Action {action} is none of those that the mask offers.")
        self._left, self._link = left, self._link + 1
        if len(left) > 1:
            self.table.apply(self._seat, action)
            return None
        self._memory.note(self._view, left[0][0])
        return left[0][0]


class PolicyBot:
    """A bot that plays the actions of a policy."""

    def __init__(self, board: Board, policy: Policy) -> None:
        self._bridge, self._policy = Bridge(board), policy

    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        """Return the move that the policy's actions make."""
        observation, mask = self._bridge.observe(view, moves)
        while (move := self._bridge.move_of(_one_action(self._policy(observation, mask)))) is None:
            observation, mask = self._bridge.sight()
        return move


def _one_action(answer: object) -> int:
    """Return the action chosen by a policy; raise TypeError for a list of scores, a likely mistake."""
    if np.ndim(answer):  # type: ignore[arg-type]  # whatever a policy may answer
        raise TypeError("A policy names one action: of scores take np.where(mask, scores, -np.inf).argmax().")
    return int(answer)  # type: ignore[call-overload, no-any-return]  # a number of any library


def seen_game(board: Board, view: View, memory: SeatMemory | None = None) -> Single:
    """Return the game as its seat knows it; hidden parts are sampled."""
    return Single(board, view.players, world_of_view(board, view, memory))
