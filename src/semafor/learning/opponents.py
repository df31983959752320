"""The compiled playout policy as an opponent in a batch, with what it remembers of each game."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from semafor.bots.search.card_records import CARD_DESK, KNOBS
from semafor.bots.search.chart import chart_of
from semafor.bots.search.records import DESK, PLAN
from semafor.engine.state import SEATS
from semafor.gym.batch import Batch
from semafor.kinds.base import KindName
from semafor.kinds.lookup import kind_of
from semafor.learning.compiled.opponents import LEARNER, OLDER, POLICY, answer_boards, answer_card_games

__all__ = ["LEARNER", "OLDER", "POLICY", "Opponents"]

Array = NDArray[Any]


class _BoardPolicy:
    """What the policy of board games remembers of each game."""

    def __init__(self, batch: Batch) -> None:
        plans = np.zeros((batch.games, batch.players), PLAN)
        self.memory: tuple[Array, ...] = (chart_of(batch.board), np.zeros(1, DESK), plans)
        self.call: Any = answer_boards


class _CardPolicy:
    """What the policy of the Card Game remembers of each game."""

    def __init__(self, batch: Batch) -> None:
        desks = np.zeros(1, CARD_DESK)
        for knob, value in KNOBS.items():
            desks[0].knob[knob] = value
        best, drew = np.zeros((batch.games, SEATS), np.uint64), np.zeros((batch.games, SEATS), np.int32)
        self.memory: tuple[Array, ...] = (desks, best, drew)
        self.call: Any = answer_card_games


_POLICIES: dict[KindName, type[_BoardPolicy | _CardPolicy]] = {"board": _BoardPolicy, "cards": _CardPolicy}


class Opponents:
    """Answers for the seats that `holders` (by game and seat) give to the policy."""

    def __init__(self, batch: Batch, holders: Array) -> None:
        self._batch, self._holders = batch, holders
        self._answers = np.full(batch.games, -1, np.int64)
        self._policy = _POLICIES[kind_of(batch.board).name](batch)

    def answer(self, begun: Array) -> Array:
        """The policy's action in each game where it decides, -1 elsewhere; `begun`: games dealt anew."""
        batch, memory = self._batch, self._policy.memory
        seats = self._holders, batch.to_play, self._answers
        self._policy.call(batch.states, batch.kind.table, *memory, begun, *seats)
        return self._answers
