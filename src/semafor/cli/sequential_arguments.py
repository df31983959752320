"""The arguments of the sequential test of `semafor tournament`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter
from cyclopts.validators import Number

from semafor.cli.output import Refused
from semafor.cli.wording import figure, word

if TYPE_CHECKING:
    from semafor.arena.rating.duel import Duel
    from semafor.arena.rating.sequential_test import Hypotheses
    from semafor.arena.tournament.schedule import Tournament

ELO0, ELO1 = 0.0, 20.0

Part = Annotated[float, Parameter(validator=Number(gt=0, lt=1))]


@Parameter(name="*")
@dataclass(frozen=True)
class Odds:
    """The two answers that the test chooses between, as differences of ratings or as rates."""

    elo0: float | None = None
    elo1: float | None = None
    rate0: Part | None = None
    rate1: Part | None = None

    def hypotheses(self) -> Hypotheses:
        """The answers as rates, which must be different."""
        from semafor.arena.rating.sequential_test import Hypotheses, rate_of_elo

        rate0 = rate_of_elo(ELO0 if self.elo0 is None else self.elo0) if self.rate0 is None else self.rate0
        rate1 = rate_of_elo(ELO1 if self.elo1 is None else self.elo1) if self.rate1 is None else self.rate1
        if not 0 < rate0 < rate1 < 1:
            raise Refused(word("h0-below", low=figure(rate0, ".1%"), high=figure(rate1, ".1%")))
        return Hypotheses(rate0, rate1)


UNSAID = Odds()


def duel_of(tournament: Tournament, sprt: str | None, odds: Odds) -> Duel | None:
    """The test that `--sprt A,B` asks for."""
    from semafor.arena.rating.duel import Duel

    if sprt is None:
        if odds != UNSAID:
            raise Refused(word("only-for-sprt"))
        return None
    bots = sprt.split(",")
    if len(bots) != 2 or bots[0] == bots[1] or not set(bots) <= set(tournament.bots):
        raise Refused(word("two-bots", given=sprt))
    if tournament.challenger not in (None, *bots):
        raise Refused(word("do-not-meet", a=bots[0], b=bots[1]))
    return Duel(tournament, bots[0], bots[1], odds.hypotheses())
