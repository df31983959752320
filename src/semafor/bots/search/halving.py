"""Sequential halving: all candidates share the first part of the budget, the better half the next.

The policy's choice, the first candidate, is what the others are compared with, world by world; it
stays to the end, and is left only for one that is better beyond doubt.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from semafor.bots.search.budget import Budget
from semafor.engine.state import Array

CHUNK = 0.006
"""Seconds of one compiled call, about."""
DOUBT = 1.0
"""Standard errors by which a candidate must be better than the policy's choice."""
Compare = Callable[[int, int], None]
"""Play the alive candidates on in the worlds from the first number to below the second."""


class Halving:
    """One decision's search: spends a budget on candidates that lie on a desk."""

    def __init__(self, desk: np.record, compare: Compare, budget: Budget) -> None:
        self._desk, self._compare, self._budget = desk, compare, budget
        self._candidates = int(desk.candidates)
        self._rounds = max(1, (self._candidates - 1).bit_length())
        self._worlds = 0
        """Worlds played so far."""
        self._speed = 0.0
        """Worlds a second, as measured so far."""

    def run(self) -> int:
        """The number of the best candidate."""
        if self._budget.seconds is not None:
            self._run_for(self._budget.seconds)
        else:
            self._run_playouts(self._budget.playouts or 0)
        return self._best()

    def _run_for(self, seconds: float) -> None:
        begin = time.perf_counter()
        for number in range(1, self._rounds + 1):
            end = begin + seconds * number / self._rounds
            while (left := end - time.perf_counter()) > 0:
                self._play(self._fitting(left))
            self._drop_worse()

    def _fitting(self, left: float) -> int:
        """Worlds for one call: a few milliseconds' worth, no more than the round has time for."""
        return max(1, int(self._speed * min(CHUNK, left)))

    def _play(self, worlds: int) -> None:
        """Play the next worlds, and see how fast that goes."""
        begin = time.perf_counter()
        if worlds > 0:
            self._compare(self._worlds, self._worlds + worlds)
        self._worlds += worlds
        self._speed = worlds / max(1e-6, time.perf_counter() - begin)

    def _run_playouts(self, playouts: int) -> None:
        """Every round gets an equal share of what is left; a world is played by all or by none."""
        for number in range(self._rounds):
            share = playouts // (self._rounds - number)
            alive = int(self._desk.alive[: self._candidates].sum())
            worlds = share // alive
            self._play(worlds)
            playouts -= worlds * alive
            self._drop_worse()

    def _gains(self) -> tuple[Array, Array]:
        """By how much each candidate does better than the policy's choice, and how sure that is."""
        desk, end = self._desk, self._candidates
        visits = np.maximum(1, desk.visits[:end])
        means = desk.gain[:end] / visits
        spread = np.maximum(0.0, desk.square[:end] / visits - means**2)
        return means, np.sqrt(spread / visits)

    def _best(self) -> int:
        """The candidate that gains most even if it was lucky; else the policy's choice."""
        means, errors = self._gains()
        sure = np.where(self._desk.alive[: self._candidates] == 1, means - DOUBT * errors, -1.0)
        best = int(np.argmax(sure))
        return best if sure[best] > 0 else 0

    def _drop_worse(self) -> None:
        means, _ = self._gains()
        others = [i for i in range(1, self._candidates) if self._desk.alive[i]]
        others.sort(key=lambda i: -means[i])
        for candidate in others[max(1, (len(others) + 1) // 2) :]:
            self._desk.alive[candidate] = 0
