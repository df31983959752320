"""The search for better knobs, within a time: candidates against the shared knobs and the best so far."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from enum import IntEnum

import msgspec
import numpy as np

from lab.tuning.contest import Contest, Ends, Floats, knobs_of
from semafor.boards.model import Board

CANDIDATES = 16
WIDE, NARROW = 0.7, 0.2
"""How far candidates scatter at the beginning and at the end, in scales of each knob."""
STEP = 0.6
"""The part of the way to the better candidates that the mean goes."""
SETTLED = 0.5
"""The part of the time after which means are averaged."""


class Strategy:
    """The search for one choice of knobs."""

    def __init__(self, start: Floats, scales: Floats, lowest: Floats, seed: int) -> None:
        self.mean = start.copy()
        self._scales, self._lowest = scales, lowest
        self._dice = np.random.default_rng(seed)
        self._sum, self._means = np.zeros_like(start), 0

    def ask(self, spent: float) -> Floats:
        """Candidates to be tried, `spent` being the part of the time that is over."""
        width = WIDE + (NARROW - WIDE) * spent
        steps = width * self._scales * self._dice.standard_normal((CANDIDATES // 2, len(self.mean)))
        tried: Floats = np.maximum(self._lowest, self.mean + np.concatenate([steps, -steps]))
        return tried

    def tell(self, candidates: Floats, worths: Floats, spent: float) -> None:
        """Move towards the better half, the best counting most."""
        best = np.argsort(-worths)[: len(candidates) // 2]
        weights = np.log(len(best) + 0.5) - np.log(np.arange(1, len(best) + 1))
        aim = (weights / weights.sum()) @ candidates[best]
        self.mean = self.mean + STEP * (aim - self.mean)
        if spent >= SETTLED:
            self._sum += self.mean
            self._means += 1

    @property
    def found(self) -> Floats:
        """What the search has come to."""
        return self._sum / self._means if self._means else self.mean


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
