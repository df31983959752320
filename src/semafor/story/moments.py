"""The moments that decided: where a chance changed most, by choice, by cards or by rivals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from semafor.moves import Card, Draw
from semafor.notation import parse_move
from semafor.story.model import Cause, Decision, Moment
from semafor.story.positions import Position, Walked
from semafor.story.what_happened import final_count, what_came, what_rivals_did

MOST = 8
"""So many are told."""
LEAST: dict[Cause, float] = {"choice": 0.03, "cards": 0.06, "rivals": 0.08, "count": 0.15}
"""Changes that are worth telling."""


def moments_of(walked: Walked, decisions: Sequence[Decision]) -> tuple[Moment, ...]:
    """The largest changes, in the order in which they came; one a decision, and the count at the end once."""
    found = [moment for n in range(len(decisions)) for moment in _changes(walked, decisions, n)]
    found.sort(key=lambda moment: -abs(moment.change))
    kept: dict[int, Moment] = {}
    counted = False
    for moment in found:
        if not (counted and moment.cause == "count"):
            kept.setdefault(moment.step, moment)
        counted |= moment.cause == "count"
    return tuple(sorted(list(kept.values())[:MOST], key=lambda moment: moment.step))


def _changes(walked: Walked, decisions: Sequence[Decision], number: int) -> Iterator[Moment]:
    """What a decision changed, as far as it can be shown why: the rest is a judge's change of mind."""
    one, position = decisions[number], walked.positions[number]
    played, market = position.move, _market_of(position)
    if one.better is not None and one.better.cost >= LEAST["choice"]:
        better = parse_move(one.better.move, walked.board)
        reasons = one.better.reasons
        yield Moment(one.step, one.seat, "choice", -one.better.cost, played, better, reasons, market)
    if abs(one.cards) >= LEAST["cards"] and (came := what_came(walked, number)):
        yield Moment(one.step, one.seat, "cards", one.cards, played, None, came, market)
    if final := final_count(walked, number):
        if abs(one.rivals) >= LEAST["count"]:
            yield Moment(one.step, one.seat, "count", one.rivals, played, None, final, market)
    elif one.rivals <= -LEAST["rivals"] and (done := what_rivals_did(walked, number)):
        # What rivals do to the good of a seat is told as their own choice.
        yield Moment(one.step, one.seat, "rivals", one.rivals, played, None, done, market)


def _market_of(position: Position) -> tuple[Card | None, ...]:
    """What lay open, where a card was taken from it: a place of the market alone names no card."""
    taken = isinstance(position.move, Draw) and position.move.market is not None
    return tuple(position.view.market) if taken else ()
