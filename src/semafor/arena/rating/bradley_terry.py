"""Ratings by the Bradley–Terry model: one number a bot, from who ended above whom.

A game is taken as comparisons between its sides: whoever stands higher in the final ranking has won
against the other, and sides of the same rank share the point. Two sides of the same bot are not
compared. The model says that i beats j with the chance 1 / (1 + 10^((r_j - r_i) / 400)), the scale of
chess ratings, and the ratings of a field have the mean 0. They are those of the greatest likelihood
after one drawn game is added to every two bots that met: without it a bot that wins every game would
have no finite rating.

The games of a deal are played with the same cards, so they are not independent, but deals are.
The 95 % intervals come from drawing whole deals again, with replacement (a bootstrap over deals). The
added draw is then weighed by chance too, or the interval of an unbeaten bot would be a single point.

R. A. Bradley, M. E. Terry, "Rank analysis of incomplete block designs", Biometrika 39 (1952);
D. R. Hunter, "MM algorithms for generalized Bradley–Terry models", Annals of Statistics 32 (2004).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

ELO = 400 / np.log(10)
"""Rating points of one unit of the logit."""
DRAWS_ADDED = 1.0
RESAMPLES = 1000
LOW, HIGH = 2.5, 97.5
"""The percentiles of a 95 % interval."""
STEPS = 10_000
CLOSE_ENOUGH = 1e-8


def fit_ratings(wins: Floats, draws: Floats | float = DRAWS_ADDED) -> Floats:
    """[…, bot]: ratings from […, i, j], how often i won against j, draws counting half for both."""
    games = wins + wins.swapaxes(-1, -2)
    met = games.sum(axis=tuple(range(games.ndim - 2))) > 0
    added = np.asarray(draws)[..., None, None] * met
    games, won = games + added, (wins + added / 2).sum(axis=-1)
    strength = np.ones_like(won)
    for _ in range(STEPS):
        pairs = games / (strength[..., :, None] + strength[..., None, :])
        better = won / pairs.sum(axis=-1)
        better /= np.exp(np.log(better).mean(axis=-1, keepdims=True))
        moved = np.abs(np.log(better / strength)).max()
        strength = better
        if moved < CLOSE_ENOUGH:
            break
    ratings: Floats = ELO * np.log(strength)
    return ratings


def rate(wins: Floats, times: int = RESAMPLES, seed: int = 0) -> tuple[Floats, Floats, Floats]:
    """Ratings and the ends of their intervals, from [deal, i, j]: how often i won against j."""
    dice = np.random.default_rng(seed)
    deals, bots, _ = wins.shape
    drawn = dice.multinomial(deals, np.full(deals, 1 / deals), size=times).astype(float)
    again = (drawn @ wins.reshape(deals, -1)).reshape(-1, bots, bots)
    low, high = np.percentile(fit_ratings(again, dice.exponential(DRAWS_ADDED, times)), (LOW, HIGH), axis=0)
    return fit_ratings(wins.sum(axis=0)), low, high
