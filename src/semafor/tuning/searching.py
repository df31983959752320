"""The search for better knobs, within a time: candidates against the shared knobs and the best so far."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from enum import IntEnum

import msgspec
import numpy as np

from semafor.boards.model import Board
from semafor.tuning.contest import Contest, Ends
from semafor.tuning.knob_kinds import knobs_of
from semafor.tuning.strategy import CANDIDATES, Strategy

GAMES = 3000
"""Of one generation, about."""
Progress = Callable[[float], None]
"""Told the part of the time that is over."""


class Found(msgspec.Struct, frozen=True):
    """What a search came to; not checked yet."""

    knobs: dict[IntEnum, float]
    games: int
    generations: int


class Search:
    """A search on one board for one number of players."""

    def __init__(self, board: Board, players: int, seed: str, cores: int) -> None:
        self._contest, self._kind, self._seed = Contest(board, players, cores), knobs_of(board), seed
        self._shared = self._kind.named(self._kind.shared)
        self.sides = self._contest.sides

    def run(
        self,
        seconds: float,
        start: dict[IntEnum, float] | None,
        progress: Progress,
        stop: threading.Event,
    ) -> Found:
        """Search until the time is over or somebody wishes to stop."""
        kind = self._kind
        first = np.array([(start or self._shared)[name] for name in kind.names])
        strategy = Strategy(first, kind.scales, kind.lowest, seed=len(self._seed))
        deals, scale = max(4, GAMES // (2 * self.sides * CANDIDATES)), self._scale()
        begin, games, generations, spent = time.monotonic(), 0, 0, 0.0
        while spent < 1.0 and not stop.is_set():
            candidates = strategy.ask(spent)
            others = [self._shared, kind.named(strategy.mean)]
            pairs = [(kind.named(one), other) for one in candidates for other in others]
            ends = self._contest.play(pairs, f"{self._seed} {generations}", deals)
            worths = np.array([worth_of(end, scale) for end in ends]).reshape(len(candidates), -1).mean(1)
            spent = min(1.0, (time.monotonic() - begin) / seconds)
            strategy.tell(candidates, worths, spent)
            games, generations = games + len(pairs) * self.sides * deals, generations + 1
            progress(spent)
        return Found(kind.named(strategy.found), games, generations)

    def _scale(self) -> float:
        """Points of margin that are usual on the board."""
        (ends,) = self._contest.play([(self._shared, self._shared)], f"{self._seed} scale", 32)
        return max(1.0, float(ends.margin.std()))


def worth_of(ends: Ends, scale: float) -> float:
    """Winning counts half; the other half is the margin, which tells more from fewer games."""
    return float(0.5 * ends.won.mean() + 0.25 * (1.0 + np.tanh(ends.margin / scale).mean()))
