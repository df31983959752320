"""The sequential test of two bots of a tournament: it takes the deals in their order, as far as there are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from semafor.arena.rating.comparisons import Deals
from semafor.arena.rating.sequential_test import Hypotheses, SequentialTest, Verdict

if TYPE_CHECKING:
    from semafor.arena.tournament.played_game import PlayedGame
    from semafor.arena.tournament.schedule import Tournament


class Comparison(msgspec.Struct, frozen=True):
    """What the test asks and what it knows."""

    bot: str
    against: str
    hypotheses: Hypotheses
    verdict: Verdict


class Duel:
    """The test while the tournament is going on.

    Games may come in any order: only the deals before the first gap are looked at, so the answer does
    not depend on how many processes play.
    """

    def __init__(self, tournament: Tournament, bot: str, against: str, hypotheses: Hypotheses) -> None:
        self.bots = bot, against
        self._numbers = tournament.bots.index(bot), tournament.bots.index(against)
        self._test = SequentialTest(hypotheses)
        self._deals = Deals(tournament, [])
        self._next = 0

    def add(self, game: PlayedGame) -> None:
        """Take in one more game."""
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
        """What is known so far."""
        return Comparison(*self.bots, self._test.hypotheses, self._test.verdict)
