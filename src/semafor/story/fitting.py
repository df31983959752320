"""Fitting curves to games that were played to the end."""

from __future__ import annotations

import numpy as np

from semafor.story.calibration import KNOTS, Floats, hats

ROUNDS = 40
"""Steps of Newton's method; it is there after ten."""
RIDGE = 2.0
"""How much a weight must explain to be believed."""


def spread(features: Floats, progress: Floats) -> Floats:
    """Features by knots: one column for each pair."""
    columns: Floats = (hats(progress)[:, :, None] * features[:, None, :]).reshape(len(features), -1)
    return columns


def table_of(weights: Floats) -> list[list[float]]:
    """Weights as the file has them: a row a knot."""
    return [[round(float(one), 5) for one in row] for row in weights.reshape(len(KNOTS), -1)]


def fit_shares(features: Floats, shares: Floats) -> Floats:
    """Weights by which alternatives (second axis) win their shares: a conditional logit, by Newton."""
    weights = np.zeros(features.shape[2])
    for _ in range(ROUNDS):
        worth = features @ weights
        chances = np.exp(worth - worth.max(1, keepdims=True))
        chances /= chances.sum(1, keepdims=True)
        slope = np.einsum("na,naf->f", shares - chances, features) - RIDGE * weights
        mean = np.einsum("na,naf->nf", chances, features)
        bend = np.einsum("na,naf,nag->fg", chances, features, features) - mean.T @ mean
        step = np.linalg.solve(bend + RIDGE * np.eye(len(weights)), slope)
        weights = weights + step
        if np.abs(step).max() < 1e-7:
            break
    return weights


def fit_chance(features: Floats, won: Floats) -> Floats:
    """Weights of a chance: winning against not winning."""
    both = np.stack([features, np.zeros_like(features)], 1)
    return fit_shares(both, np.stack([won, 1.0 - won], 1))


def fit_numbers(features: Floats, numbers: Floats) -> Floats:
    """Weights of a number, by least squares."""
    square = features.T @ features + RIDGE * np.eye(features.shape[1])
    return np.asarray(np.linalg.solve(square, features.T @ numbers))
