"""Fit curves to finished games."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from semafor.story.calibration import KNOTS, CalibrationCurve, Floats, chance_of, fit_bend, hats

ROUNDS = 40
"""Steps of Newton's method; it converges after ten."""
RIDGE = 2.0
"""Strength of the regularisation."""
FOLDS = 6
"""Number of folds of the cross-validation."""
A_GAME = 8.0
"""Effective number of decisions per game, because decisions of a game are correlated."""


def spread(features: Floats, progress: Floats) -> Floats:
    """Return the products of features and knots, one column for each pair."""
    columns: Floats = (hats(progress)[:, :, None] * features[:, None, :]).reshape(len(features), -1)
    return columns


def table_of(weights: Floats) -> list[list[float]]:
    """Return weights in the shape of the file: one row per knot."""
    return [[round(float(one), 5) for one in row] for row in weights.reshape(len(KNOTS), -1)]


def shares_of(features: Floats, weights: Floats) -> Floats:
    """Return the probabilities of the alternatives (second axis)."""
    worth = features @ weights
    chances: Floats = np.exp(worth - worth.max(1, keepdims=True))
    return np.asarray(chances / chances.sum(1, keepdims=True))


def fit_shares(features: Floats, shares: Floats, ridge: float = RIDGE) -> Floats:
    """Fit a conditional logit over alternatives (second axis) by Newton's method and return its weights."""
    weights = np.zeros(features.shape[2])
    for _ in range(ROUNDS):
        chances = shares_of(features, weights)
        slope = np.einsum("na,naf->f", shares - chances, features) - ridge * weights
        mean = np.einsum("na,naf->nf", chances, features)
        bend = np.einsum("na,naf,nag->fg", chances, features, features) - mean.T @ mean
        step = np.linalg.solve(bend + ridge * np.eye(len(weights)), slope)
        weights = weights + step
        if np.abs(step).max() < 1e-7:
            break
    return weights


def fit_chance(features: Floats, won: Floats, ridge: float = RIDGE) -> Floats:
    """Fit the probability of winning and return its weights."""
    both = np.stack([features, np.zeros_like(features)], 1)
    return fit_shares(both, np.stack([won, 1.0 - won], 1), ridge)


def own_bend(features: Floats, won: Floats, games: Floats) -> CalibrationCurve:
    """Return the correction of the probabilities of `fit_chance`, fitted by cross-validation."""

    def tell(rows: Floats, weights: Floats) -> Floats:
        return chance_of(rows @ weights)

    return _bend(features, won, games, (fit_chance, tell))


def table_bend(features: Floats, shares: Floats, games: Floats) -> CalibrationCurve:
    """Return the correction of the probabilities of `fit_shares`, fitted by cross-validation."""
    return _bend(features, shares, games, (fit_shares, shares_of))


Fitting = tuple[Callable[[Floats, Floats], Floats], Callable[[Floats, Floats], Floats]]
"""A way to fit weights and to compute probabilities from them."""


def _bend(features: Floats, won: Floats, games: Floats, fitting: Fitting) -> CalibrationCurve:
    fit, tell = fitting
    told = np.full_like(won, 0.5)
    for part in range(FOLDS):
        unseen = games % FOLDS == part
        told[unseen] = tell(features[unseen], fit(features[~unseen], won[~unseen]))
    return fit_bend(told.ravel(), won.ravel(), A_GAME * len(np.unique(games)) / len(games))


def fit_numbers(features: Floats, numbers: Floats) -> Floats:
    """Fit a number by least squares and return the weights."""
    square = features.T @ features + RIDGE * np.eye(features.shape[1])
    return np.asarray(np.linalg.solve(square, features.T @ numbers))
