"""The turning points of a game: where a win probability changed most, by choice, by cards or by rivals."""

from collections.abc import Hashable, Iterator, Sequence
from math import exp, log

from semafor.moves import Build, Card, Claim, Draw
from semafor.notation import parse_move
from semafor.story.positions import PlayedPosition, Walked
from semafor.story.review_model import Cause, Decision, Moment
from semafor.story.what_happened import final_count, what_came, what_rivals_did
from semafor.words import Phrase

MOST = 8
"""Maximum number of moments in a review."""
LEAST: dict[Cause, float] = {"choice": 0.03, "cards": 0.06, "rivals": 0.08, "count": 0.15}
"""Minimum changes that are reported."""
DECISIONS = 10
"""Decisions over which accuracy is counted, whatever the length of the game."""
LITTLE = 0.1
"""Probabilities below it are too uncertain to compare losses with."""
MOST_LOST = 0.9
"""The largest share that one decision can lose."""
OPEN = 0.06
"""Minimum probability, by common knowledge, that a side must still win or lose."""


def moments_of(walked: Walked, decisions: Sequence[Decision], doubt: float = 0.0) -> tuple[Moment, ...]:
    """Return the largest changes in order of the game: each seat's largest one first, then others.

    There is one per decision, the final count occurs once, and a side gets nothing twice. `doubt` is by how
    much a probability can change by chance.
    """
    found = [moment for n in range(len(decisions)) for moment in _changes(walked, decisions, n, doubt)]
    found.sort(key=lambda moment: -abs(moment.change))
    told, seen = list[Moment](), set[Hashable]()
    for moment in found:
        about = {moment.step, _about(walked, moment)}
        if not seen & about:
            seen |= about
            told.append(moment)
    largest = list({moment.seat: moment for moment in reversed(told)}.values())[::-1]
    kept = [*largest, *(moment for moment in told if moment not in largest)][:MOST]
    return tuple(sorted(kept, key=lambda moment: moment.step))


def _about(walked: Walked, moment: Moment) -> Hashable:
    """Return what identifies a moment for its side, so that it is reported once."""
    side = walked.side_of(moment.seat)
    match moment:
        case Moment(cause="count"):
            return "count"
        case Moment(better=Claim(route=name) | Build(place=name)):
            return side, "better", name
        case Moment(cause="rivals", reasons=(Phrase(details={"route": str(name)}), *_)):
            return side, "rivals", name
        case _:
            return moment.step


def _changes(walked: Walked, decisions: Sequence[Decision], number: int, doubt: float) -> Iterator[Moment]:
    """Return what a decision changed, as far as it can be explained; the rest is noise of the judge.

    If the game was decided by common knowledge, nothing changes it, whatever a seat thought itself.
    """
    chance = decisions[number].table[walked.side_of(decisions[number].seat)]
    for moment in _told(walked, decisions, number):
        large = abs(moment.change) >= max(LEAST[moment.cause], 0.0 if moment.cause == "choice" else doubt)
        room = chance if moment.change < 0.0 else 1.0 - chance
        if large and (room >= OPEN or moment.cause == "count"):
            yield moment


def _told(walked: Walked, decisions: Sequence[Decision], number: int) -> Iterator[Moment]:
    """Return all explainable changes of a decision."""
    one, position = decisions[number], walked.positions[number]
    played, market = position.move, _market_of(position)
    if one.better is not None:
        better = parse_move(one.better.move, walked.board)
        reasons = one.better.reasons
        yield Moment(one.step, one.seat, "choice", -one.better.cost, played, better, reasons, market)
    if abs(one.cards) >= LEAST["cards"] and (came := what_came(walked, number, one.cards)):
        yield Moment(one.step, one.seat, "cards", one.cards, played, None, came, market)
    if final := final_count(walked, number):
        yield Moment(one.step, one.seat, "count", one.rivals, played, None, final, market)
    elif one.rivals <= -LEAST["rivals"] and (done := what_rivals_did(walked, number)):
        # Return whether it is reported; what rivals do in favour of a seat is reported as their own choice.
        yield Moment(one.step, one.seat, "rivals", one.rivals, played, None, done, market)


def _market_of(position: PlayedPosition) -> tuple[Card | None, ...]:
    """Return the market if a card was taken from it; the move alone names only its place."""
    taken = isinstance(position.move, Draw) and position.move.market is not None
    return tuple(position.view.market) if taken else ()


def accuracy_of(costs: Sequence[tuple[float, float]]) -> float:
    """Return how many percent of its win probability a seat keeps in ten of its decisions; 100 without any.

    `costs` are pairs of what a decision cost and the probability before it. A loss counts by its share of
    that probability, so that mistakes in bad positions count as well.
    """
    kept = [log(1.0 - min(MOST_LOST, cost / max(chance, LITTLE))) for cost, chance in costs]
    return round(100.0 * exp(DECISIONS * sum(kept) / max(1, len(kept))), 1)
