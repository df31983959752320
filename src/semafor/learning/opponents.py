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
from semafor.learning.compiled.opponents import LEARNER, OLDER, POLICY, answer_boards, answer_card_games

__all__ = ["LEARNER", "OLDER", "POLICY", "Opponents"]

Array = NDArray[Any]


class Opponents:
    """Answers for the seats that `holders` (by game and seat) give to the policy."""

    def __init__(self, batch: Batch, holders: Array) -> None:
        self._batch, self._holders = batch, holders
        self._answers = np.full(batch.games, -1, np.int64)
        self._cards = batch.board.options.card_game is not None
        if self._cards:
            self._desks = np.zeros(1, CARD_DESK)
            for knob, value in KNOBS.items():
                self._desks[0].knob[knob] = value
            self._best = np.zeros((batch.games, SEATS), np.uint64)
            self._drew = np.zeros((batch.games, SEATS), np.int32)
        else:
            self._desks, self._charts = np.zeros(1, DESK), chart_of(batch.board)
            self._plans = np.zeros((batch.games, batch.players), PLAN)

    def answer(self, begun: Array) -> Array:
        """The policy's action in each game where it decides, -1 elsewhere; `begun`: games dealt anew."""
        batch = self._batch
        if self._cards:
            memory: tuple[Array, ...] = (self._desks, self._best, self._drew)
            call: Any = answer_card_games
        else:
            memory, call = (self._charts, self._desks, self._plans), answer_boards
        call(batch.states, batch.kind.facts, *memory, begun, self._holders, batch.to_play, self._answers)
        return self._answers
