"""Search for better knobs within a time limit: candidates play the shared knobs and the best so far."""

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
"""Standard deviation of candidates at the beginning and at the end, in steps of each knob."""
STEP = 0.6
"""Step of the mean towards the better candidates."""
SETTLED = 0.5
"""Share of the time after which means are averaged."""


class Strategy:
    """An evolution strategy over knobs."""

    def __init__(self, start: Floats, scales: Floats, lowest: Floats, seed: int) -> None:
        self.mean = start.copy()
        self._scales, self._lowest = scales, lowest
        self._dice = np.random.default_rng(seed)
        self._sum, self._means = np.zeros_like(start), 0

    def ask(self, spent: float) -> Floats:
        """Return candidates; `spent` is the share of time used."""
        width = WIDE + (NARROW - WIDE) * spent
        steps = width * self._scales * self._dice.standard_normal((CANDIDATES // 2, len(self.mean)))
        tried: Floats = np.maximum(self._lowest, self.mean + np.concatenate([steps, -steps]))
        return tried

    def tell(self, candidates: Floats, worths: Floats, spent: float) -> None:
        """Move the mean towards the better half, weighted by rank."""
        best = np.argsort(-worths)[: len(candidates) // 2]
        weights = np.log(len(best) + 0.5) - np.log(np.arange(1, len(best) + 1))
        aim = (weights / weights.sum()) @ candidates[best]
        self.mean = self.mean + STEP * (aim - self.mean)
        if spent >= SETTLED:
            self._sum += self.mean
            self._means += 1

    @property
    def found(self) -> Floats:
        """Return the current result."""
        return self._sum / self._means if self._means else self.mean


GAMES = 3000
"""Approximate duration of a generation, in seconds."""
Progress = Callable[[float], None]
"""Called with the share of time used."""


class Found(msgspec.Struct, frozen=True):
    """The unchecked result of a search."""

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
        """Search until the time is over or a stop is requested."""
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
        """The typical margin on the board, in points."""
        (ends,) = self._contest.play([(self._shared, self._shared)], f"{self._seed} scale", 32)
        return max(1.0, float(ends.margin.std()))


def worth_of(ends: Ends, scale: float) -> float:
    """Return the fitness: half the win rate, half the margin, which has less noise."""
    return float(0.5 * ends.won.mean() + 0.25 * (1.0 + np.tanh(ends.margin / scale).mean()))
