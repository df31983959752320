"""The moments that decided: where a chance changed most, by choice, by cards or by rivals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from semafor.events import Claimed, Drew
from semafor.notation import parse_move
from semafor.story.model import Cause, Decision, Moment
from semafor.story.positions import Walked
from semafor.words import Phrase

MOST = 8
"""So many are told."""
LEAST: dict[Cause, float] = {"choice": 0.03, "cards": 0.06, "rivals": 0.08}
"""Changes that are worth telling."""


def moments_of(walked: Walked, decisions: Sequence[Decision]) -> tuple[Moment, ...]:
    """The largest changes, in the order in which they came."""
    found = [moment for n in range(len(decisions)) for moment in _changes(walked, decisions, n)]
    found.sort(key=lambda moment: -abs(moment.change))
    kept: dict[int, Moment] = {}
    for moment in found:
        kept.setdefault(moment.step, moment)
    return tuple(sorted(list(kept.values())[:MOST], key=lambda moment: moment.step))


def _changes(walked: Walked, decisions: Sequence[Decision], number: int) -> Iterator[Moment]:
    one, played = decisions[number], walked.positions[number].move
    if one.better is not None and one.better.cost >= LEAST["choice"]:
        better = parse_move(one.better.move, walked.board)
        yield Moment(one.step, one.seat, "choice", -one.better.cost, played, better, one.better.reasons)
    if abs(one.cards) >= LEAST["cards"]:
        yield Moment(one.step, one.seat, "cards", one.cards, played, None, _what_came(walked, number))
    if abs(one.rivals) >= LEAST["rivals"]:
        done = _what_rivals_did(walked, number)
        yield Moment(one.step, one.seat, "rivals", one.rivals, played, None, done)


def _what_came(walked: Walked, number: int) -> tuple[Phrase, ...]:
    """The cards that came with a decision, as its seat saw them."""
    position = walked.positions[number]
    cards = [event.card for event in position.events if isinstance(event, Drew) and event.card]
    return (Phrase("reason.came", {"cards": cards}),) if cards else ()


def _what_rivals_did(walked: Walked, number: int) -> tuple[Phrase, ...]:
    """The largest claim of the others until the seat decides again."""
    seat, routes = walked.positions[number].seat, []
    for position in walked.positions[number + 1 :]:
        if position.seat == seat:
            break
        claimed = [event for event in position.events if isinstance(event, Claimed)]
        routes += [(event.points, event.route, position.seat) for event in claimed]
    if not routes:
        return ()
    _, route, rival = max(routes)
    return (Phrase("reason.rival-claimed", {"route": route, "seat": rival}),)
