from __future__ import annotations

import numpy as np
import pytest

from semafor.arena.comparisons import rate_of, wilson
from semafor.arena.standings import ELO, fit_ratings, rate

STRENGTHS = np.array([200.0, 50.0, -40.0, -210.0])


def played(deals: int, seed: int, common: float = 0.0) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """Return results [deal, i, j] of two games per pair and deal; a deal favours the same bots in both."""
    dice = np.random.default_rng(seed)
    luck = dice.normal(0, common, (deals, len(STRENGTHS)))
    wins = np.zeros((deals, len(STRENGTHS), len(STRENGTHS)))
    for i in range(len(STRENGTHS)):
        for j in range(i):
            logit = (STRENGTHS[i] - STRENGTHS[j] + luck[:, i] - luck[:, j]) / ELO
            won = dice.binomial(2, 1 / (1 + np.exp(-logit)))
            wins[:, i, j], wins[:, j, i] = won, 2 - won
    return wins


def test_known_strengths_are_recovered() -> None:
    ratings, low, high = rate(played(4000, seed=1))
    assert np.abs(ratings - STRENGTHS).max() < 12
    assert (low < ratings).all()
    assert (ratings < high).all()
    assert (high - low).max() < 40


def test_two_bots_have_the_logit_of_their_results() -> None:
    ratings = fit_ratings(np.array([[0.0, 75.0], [25.0, 0.0]]), draws=0.0)
    assert ratings[0] - ratings[1] == pytest.approx(ELO * np.log(3), abs=1e-4)


def test_intervals_cover_also_when_the_games_of_a_deal_belong_together() -> None:
    covered, truth = 0, fit_ratings(played(20_000, seed=1000, common=150.0).sum(axis=0))
    for seed in range(60):
        _, low, high = rate(played(150, seed, common=150.0), times=200)
        covered += int(((low <= truth) & (truth <= high)).sum())
    assert 0.88 <= covered / (60 * len(STRENGTHS)) <= 0.99


def test_an_unbeaten_bot_has_a_finite_rating_with_an_interval() -> None:
    wins = np.zeros((50, 2, 2))
    wins[:, 0, 1] = 2
    ratings, low, high = rate(wins)
    assert np.isfinite(ratings).all()
    assert low[0] < ratings[0] < high[0]
    assert low[0] > 0


def test_the_interval_of_a_rate_is_wilsons_where_games_are_independent() -> None:
    dice = np.random.default_rng(3)
    found = rate_of(dice.binomial(1, 0.7, (500, 1)).astype(float))
    assert (found.low, found.high) == pytest.approx(wilson(found.rate, 500), abs=1e-4)


def test_deals_that_decide_both_games_count_once() -> None:
    dice = np.random.default_rng(3)
    once = dice.binomial(1, 0.7, (500, 1)).astype(float)
    twice = np.repeat(once, 2, axis=1)
    assert rate_of(twice).games == 1000
    assert rate_of(twice).low == pytest.approx(rate_of(once).low, abs=1e-3)


@pytest.mark.parametrize("games", [1, 4, 18, 999])
def test_a_rate_lies_in_its_interval(games: int) -> None:
    for part in (0.0, 1 / 3, 0.5, 1.0):
        low, high = wilson(part, games)
        assert 0 <= low <= part <= high <= 1


def test_a_rate_of_all_has_a_lower_end() -> None:
    found = rate_of(np.ones((50, 2)))
    assert found.high == 1.0
    assert 0.95 < found.low < 0.97
    assert rate_of(np.ones((1, 2))).low < 0.3
