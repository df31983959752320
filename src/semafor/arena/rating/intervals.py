"""Parts of a whole with an interval that knows that the games of one deal belong together.

The interval is Wilson's, with the number of independent games that would scatter as the deals do:
for a rate p whose means by deal have the variance v over n deals, p (1 - p) n / v games, but never
more than were played. So a rate of 100 % has an honest lower end, which drawing deals again has not.

E. B. Wilson, "Probable inference, the law of succession, and statistical inference", Journal of the
American Statistical Association 22 (1927).
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

import msgspec
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

Z = 1.959964
"""Standard deviations from the middle to the ends of a 95 % interval."""


class Rate(msgspec.Struct, frozen=True):
    """A part of all games, and its 95 % interval."""

    rate: float
    low: float
    high: float
    games: int


def rate_of(wins: Floats, games_a_deal: float | None = None) -> Rate:
    """The rate of [deal, game] parts of wins; sums of several games where `games_a_deal` says so."""
    deals = len(wins)
    in_deal = wins.shape[1] if games_a_deal is None else games_a_deal
    means = wins.sum(axis=1) / in_deal
    rate = float(means.mean())
    games = round(deals * in_deal)
    low, high = wilson(rate, _independent(means, rate, games))
    return Rate(rate, low, high, games)


def _independent(means: Floats, rate: float, games: int) -> float:
    """How many independent games tell as much as these deals."""
    if len(means) < 2:
        return 1.0  # nothing is known of how deals differ
    spread = float(means.var(ddof=1))
    chance = rate * (1 - rate)
    return min(games, max(1.0, chance * len(means) / spread)) if spread > 0 else games


def wilson(rate: float, games: float) -> tuple[float, float]:
    """The ends of Wilson's 95 % interval."""
    base = 1 + Z * Z / games
    middle = (rate + Z * Z / (2 * games)) / base
    half = Z / base * sqrt(rate * (1 - rate) / games + Z * Z / (4 * games * games))
    return max(0.0, min(rate, middle - half)), min(1.0, max(rate, middle + half))
