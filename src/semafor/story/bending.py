"""A correction of told chances that keeps their order: one slope in the middle, its own at either end.

Weighed sums tell chances near 0 and 1 too cautiously or too boldly, whatever is in the sum: what decides a
game late is not what decides it early. The bend is fitted to chances told of games that the sum had not seen.
"""

from __future__ import annotations

import msgspec
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
TURN = 1.4
"""Odds at which the slope changes: chances of 20 and of 80 percent."""
FLATTEST = 0.2
"""No slope is smaller, so that a better standing is never told as a worse chance."""
SURE = 1e-4
"""Chances are kept so far from 0 and 1 while they are bent."""
BELIEF = 4.0
"""How much the games must say against telling chances as they are."""
ROUNDS = 30


class Bend(msgspec.Struct, frozen=True):
    """Odds as they should be told, from odds as they were summed up."""

    shift: float = 0.0
    middle: float = 1.0
    """The slope between the turns."""
    high: float = 0.0
    """How much steeper it is above them."""
    low: float = 0.0
    """How much steeper it is below them."""

    def odds(self, odds: Floats) -> Floats:
        """Odds as they should be told."""
        return np.asarray(_features(odds) @ np.array([self.shift, self.middle, self.high, self.low]))

    def chances(self, chances: Floats) -> Floats:
        """Chances as they should be told."""
        return chance_of(self.odds(odds_of(chances)))


def odds_of(chances: Floats) -> Floats:
    """The logarithm of the odds."""
    inside = np.clip(chances, SURE, 1.0 - SURE)
    return np.asarray(np.log(inside / (1.0 - inside)))


def chance_of(odds: Floats) -> Floats:
    """The chance with these odds."""
    return np.asarray(1.0 / (1.0 + np.exp(-odds)))


def _features(odds: Floats) -> Floats:
    above, below = np.maximum(0.0, odds - TURN), np.minimum(0.0, odds + TURN)
    return np.stack([np.ones_like(odds), odds, above, below], 1)


def fit_bend(told: Floats, won: Floats, weight: float) -> Bend:
    """The bend by which told chances come true, each decision with its weight; by Newton's method."""
    features, weights = _features(odds_of(told)), np.array([0.0, 1.0, 0.0, 0.0])
    prior = weights.copy()
    for _ in range(ROUNDS):
        chances = chance_of(features @ weights)
        slope = weight * features.T @ (won - chances) - BELIEF * (weights - prior)
        curve = weight * (features * (chances * (1.0 - chances))[:, None]).T @ features
        weights = weights + np.linalg.solve(curve + BELIEF * np.eye(4), slope)
    shift, middle, high, low = weights.tolist()
    middle = max(middle, FLATTEST)
    high, low = (max(one, FLATTEST - middle) for one in (high, low))
    return Bend(*(round(one, 4) for one in (shift, middle, high, low)))
