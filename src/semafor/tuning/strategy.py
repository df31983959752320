"""A plain evolution strategy: candidates around a mean; the mean moves to the better half of them.

Candidates come in pairs, one on each side of the mean, so that chance pulls it nowhere. What is found in the
end is the average of the last means: single ones still carry the luck of their deals.
"""

from __future__ import annotations

import numpy as np

from semafor.tuning.knob_kinds import Floats

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
