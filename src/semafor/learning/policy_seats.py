"""Seats that the playout policy holds while a network learns."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from semafor.gym.batch import Batch
from semafor.gym.opponents import thinking_space
from semafor.learning.compiled.policy_answers import LEARNER, OLDER, POLICY, RIVAL, Seating, answer_games

__all__ = ["LEARNER", "OLDER", "POLICY", "RIVAL", "Opponents"]

Array = NDArray[Any]


class Opponents:
    """Answers for the seats that `holders` (by game and seat) give to the policy."""

    def __init__(self, batch: Batch, holders: Array) -> None:
        works, mind = thinking_space(batch.kind, 1, players=batch.players)
        self._seating = Seating(
            states=batch.states,
            facts=batch.kind.table,
            to_play=batch.to_play,
            holders=holders,
            minds=np.zeros((batch.games, batch.players), mind),
            works=works,
            dice=np.zeros(1, np.uint64),
        )
        self._answers = np.full(batch.games, -1, np.int64)
        self._fresh = True

    def answer(self, begun: Array) -> Array:
        """The policy's action in each game where it decides, -1 elsewhere; `begun`: games dealt anew."""
        answer_games(self._seating, begun | self._fresh, self._answers)
        self._fresh = False
        return self._answers
