from __future__ import annotations

import numpy as np
import pytest

from semafor.arena.sequential_test import Hypotheses, SequentialTest, log_ratio, rate_of_elo

TESTS = 150
HYPOTHESES = Hypotheses(0.5, 0.62)


def share_of_h1(truth: float, seed: int) -> float:
    """Return the share of tests that accept H1, for deals of two coins with a common bias."""
    dice = np.random.default_rng(seed)
    found = 0
    for _ in range(TESTS):
        bias = np.clip(dice.normal(truth, 0.1, 2000), 0, 1)
        verdict = SequentialTest(HYPOTHESES).add(dice.binomial(2, bias) / 2)
        assert verdict.answer != "open"
        found += verdict.answer == "H1"
    return found / TESTS


def test_error_rates_hold_roughly() -> None:
    assert share_of_h1(HYPOTHESES.rate0, seed=1) <= 0.09
    assert share_of_h1(HYPOTHESES.rate1, seed=2) >= 0.91


def test_a_clear_case_is_decided_soon() -> None:
    verdict = SequentialTest(HYPOTHESES).add([1.0] * 100)
    assert verdict.answer == "H1"
    assert verdict.deals < 20
    assert SequentialTest(HYPOTHESES).add([0.0] * 100).answer == "H0"


def test_nothing_changes_after_the_answer() -> None:
    test = SequentialTest(HYPOTHESES)
    verdict = test.add([1.0] * 100)
    assert test.add([0.0] * 1000) == verdict


def test_the_same_deals_one_by_one() -> None:
    deals = (np.random.default_rng(4).binomial(2, 0.6, 400) / 2).tolist()
    test = SequentialTest(HYPOTHESES)
    for deal in deals:
        test.add([deal])
    assert test.verdict == SequentialTest(HYPOTHESES).add(deals)


def test_coins_have_the_ratio_of_the_textbook() -> None:
    """If every deal is won or lost, only the mean is unknown, and the ratio is Wald's."""
    ratio = log_ratio({0.0: 40.0, 1.0: 60.0}, Hypotheses(0.5, 0.6))
    assert ratio == pytest.approx(60 * np.log(0.6 / 0.5) + 40 * np.log(0.4 / 0.5), abs=1e-6)


def test_rates_of_ratings() -> None:
    assert rate_of_elo(0) == 0.5
    assert rate_of_elo(400) == pytest.approx(10 / 11)
    assert rate_of_elo(-30) == pytest.approx(1 - rate_of_elo(30))
