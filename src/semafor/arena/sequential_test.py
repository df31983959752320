"""A sequential test: is one bot stronger than another? It stops as soon as the answer is safe enough.

Every deal gives one number, the part of the comparisons between the two bots that the first one won
(see `ratings`): deals are independent, the games of one deal are not. Two answers stand against each
other, an expected part of at most `rate0` (H0) and of at least `rate1` (H1). After every deal the test
looks at the generalised likelihood ratio: for each answer the likeliest distribution over the numbers
seen that has this mean, as a multinomial model. Where its logarithm leaves the interval from
log(beta / (1 - alpha)) to log((1 - beta) / alpha), the test is over; with alpha = beta = 0.05 about one
test in twenty is wrong if either answer is exactly true, and fewer where the truth lies beyond.

A. Wald, "Sequential tests of statistical hypotheses", Annals of Mathematical Statistics 16 (1945);
X. Li, J. Liu, Z. Ying, "Generalized sequential probability ratio test for separate families of
hypotheses", Sequential Analysis 33 (2014); M. Van den Bergh, "A practical introduction to the GSPRT"
(the form in which chess programs are tested).
"""

from __future__ import annotations

from math import log, log1p
from typing import TYPE_CHECKING, Literal

import msgspec

from semafor.arena.comparisons import Deals

if TYPE_CHECKING:
    from collections.abc import Iterable

    from semafor.arena.games_file import PlayedGame
    from semafor.arena.schedule import Tournament

ERROR = 0.05
"""Probability with which each answer may be wrong."""
HALVINGS = 40
UNSEEN = 1e-3
"""Count added to each extreme, so that every mean is possible."""

Answer = Literal["H0", "H1", "open"]


class Hypotheses(msgspec.Struct, frozen=True):
    """The two hypotheses, and the error probabilities."""

    rate0: float
    rate1: float
    alpha: float = ERROR
    beta: float = ERROR

    @property
    def bounds(self) -> tuple[float, float]:
        """Below the first value the answer is H0, above the second it is H1."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)


class TestVerdict(msgspec.Struct, frozen=True):
    """The state of the test."""

    answer: Answer
    deals: int
    """The number of deals so far."""
    ratio: float
    """The logarithm of the likelihood ratio."""


class SequentialTest:
    """Reads deals one by one until the answer is certain enough."""

    def __init__(self, hypotheses: Hypotheses) -> None:
        self.hypotheses = hypotheses
        self.verdict = TestVerdict("open", 0, 0.0)
        self._seen: dict[float, float] = {0.0: UNSEEN, 1.0: UNSEEN}

    def add(self, rates: Iterable[float]) -> TestVerdict:
        """Add deals; those after the answer are ignored."""
        for rate in rates:
            if self.verdict.answer != "open":
                break
            self._seen[rate] = self._seen.get(rate, 0.0) + 1.0
            self.verdict = self._judge(self.verdict.deals + 1)
        return self.verdict

    def _judge(self, deals: int) -> TestVerdict:
        ratio = log_ratio(self._seen, self.hypotheses)
        low, high = self.hypotheses.bounds
        answer: Answer = "H0" if ratio <= low else "H1" if ratio >= high else "open"
        return TestVerdict(answer, deals, ratio)


def log_ratio(seen: dict[float, float], hypotheses: Hypotheses) -> float:
    """Return the log-likelihood ratio of H1 and H0, from the counts of each number."""
    return _log_cost(seen, hypotheses.rate0) - _log_cost(seen, hypotheses.rate1)


def _log_cost(seen: dict[float, float], mean: float) -> float:
    """Return the log-likelihood that the likeliest distribution with this mean loses to the observed one.

    It divides the weight of a number v by 1 + tilt (v - mean), with the only tilt that gives this mean.
    """
    away = [(value - mean, count) for value, count in seen.items()]
    low, high = -1 / max(away)[0], -1 / min(away)[0]
    for _ in range(HALVINGS):
        tilt = (low + high) / 2
        if sum(count * far / (1 + tilt * far) for far, count in away) > 0:
            low = tilt
        else:
            high = tilt
    return sum(count * log1p(tilt * far) for far, count in away)


def rate_of_elo(difference: float) -> float:
    """Return the expected share of comparisons won for a difference of ratings."""
    return float(1 / (1 + 10 ** (-difference / 400)))


class Comparison(msgspec.Struct, frozen=True):
    """The question of the test and its state."""

    bot: str
    against: str
    hypotheses: Hypotheses
    verdict: TestVerdict


class Duel:
    """The test during a tournament.

    Games may come in any order. Only the deals before the first gap are used, so the answer does not depend
    on the number of processes.
    """

    def __init__(self, tournament: Tournament, bot: str, against: str, hypotheses: Hypotheses) -> None:
        self.bots = bot, against
        self._numbers = tournament.bots.index(bot), tournament.bots.index(against)
        self._test = SequentialTest(hypotheses)
        self._deals = Deals(tournament, [])
        self._next = 0

    def add(self, game: PlayedGame) -> None:
        """Add a game."""
        self._deals.add(game)
        while self._deals.is_whole(self._next):
            wins = self._deals.compared([self._next])[0]
            one, other = self._numbers
            self._test.add([float(wins[one, other] / (wins[one, other] + wins[other, one]))])
            self._next += 1

    @property
    def decided(self) -> bool:
        """Whether the answer is known."""
        return self._test.verdict.answer != "open"

    def comparison(self) -> Comparison:
        """Return the state so far."""
        return Comparison(*self.bots, self._test.hypotheses, self._test.verdict)
