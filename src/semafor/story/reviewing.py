"""`review(record)`: the review of a finished game."""

import hashlib
import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

import msgspec

from semafor.errors import BadSetup
from semafor.events import Dealt, Drew, Offered, TurnedUp
from semafor.record import Record, check_record
from semafor.story.judging import Judge, MoveVerdict, PositionValue, Progress
from semafor.story.moments import accuracy_of, moments_of
from semafor.story.playout_judge import PlayoutJudge
from semafor.story.positions import PlayedPosition, Walked, walk
from semafor.story.reasons import reasons_for
from semafor.story.review_model import REVIEW_VERSION, Better, Decision, Review, SeatReview
from semafor.story.what_happened import finished_tickets

DRAWN = (Drew, Offered, TurnedUp, Dealt)
"""Events that reveal something hidden."""
HOARD = 12
"""Tickets more than another seat's beyond which a network's values are unreliable."""


def silent(done: int, of: int) -> None:
    """Ignore progress reports."""


def record_name(record: Record) -> str:
    """Return a hash of exactly this game."""
    return hashlib.sha256(record.to_json().encode()).hexdigest()[:16]


def judge_of(walked: Walked) -> Judge:
    """Return the best judge for a game: the board's network, otherwise playouts.

    Playouts are also used if somebody hoarded tickets as in no game that the network learned from.
    """
    from semafor.story.network_judge import NetworkJudge  # loads a network only if it is used

    if not _hoarded(walked):
        with suppress(BadSetup):
            return NetworkJudge(walked.board, walked.players)
    return PlayoutJudge(walked.board, walked.players)


def _hoarded(walked: Walked) -> bool:
    held = ([seat.tickets for seat in position.view.seats] for position in walked.positions)
    return any(max(tickets) - min(tickets) >= HOARD for tickets in held)


def review(
    record: Record | bytes | str,
    *,
    whole: bool = True,
    progress: Progress = silent,
    show_curve: Callable[[Review], None] | None = None,
) -> Review:
    """Return the review of a finished game; without `whole` only its curve, which is fast.

    `progress` is called with the number of judged decisions and their total, `show_curve` with the curve
    before the first of them. Raise BadRecord if the record cannot be replayed here or its game is not over.
    """
    record = check_record(record)
    walked = walk(record)
    judge = judge_of(walked)
    values = judge.evaluate(walked.positions)
    if show_curve is not None:
        show_curve(_told(record, walked, judge, values, None))
    return _told(record, walked, judge, values, judge.judge(walked.positions, progress) if whole else None)


def _told(
    record: Record,
    walked: Walked,
    judge: Judge,
    values: Sequence[PositionValue],
    verdicts: Sequence[MoveVerdict] | None,
) -> Review:
    """Return the review of one judge; without verdicts only the curve."""
    whole, decisions = verdicts is not None, _decisions(walked, values, verdicts)
    return Review(
        record=record_name(record),
        board=walked.board.board,
        players=walked.players,
        judge=judge.name,
        sides=walked.sides,
        decisions=decisions,
        won=_won(walked),
        totals=tuple(side.total for side in walked.result.sides),
        whole=whole,
        moments=moments_of(walked, decisions, judge.doubt) if whole else (),
        finished=finished_tickets(walked),
        seats=tuple(_seat(walked, decisions, seat) for seat in range(walked.players)) if whole else (),
    )


def _won(walked: Walked) -> tuple[float, ...]:
    winners = [set(side) & set(walked.result.winners) for side in walked.sides]
    number = sum(bool(one) for one in winners)
    return tuple(round(1.0 / number, 4) if one else 0.0 for one in winners)


def _decisions(
    walked: Walked, values: Sequence[PositionValue], verdicts: Sequence[MoveVerdict] | None
) -> tuple[Decision, ...]:
    nexts = _next_chances(walked, values)
    found = []
    for n, (position, value) in enumerate(zip(walked.positions, values, strict=True)):
        chance = value.table[walked.side_of(position.seat)]
        verdict = _within(chance, verdicts[n]) if verdicts else None
        cost = verdict.cost if verdict else 0.0
        luck = nexts[n] - chance + cost
        cards = _part_of_cards(position, verdict, luck)
        found.append(
            Decision(
                step=position.step,
                seat=position.seat,
                move=str(position.move),
                options=len(position.moves),
                table=value.table,
                points=value.points,
                better=_better(walked, n, verdict),
                cards=round(cards, 4) if verdicts else 0.0,
                rivals=round(luck - cards, 4) if verdicts else 0.0,
            )
        )
    return tuple(found)


def _within(chance: float, verdict: MoveVerdict) -> MoveVerdict:
    """Limit a verdict's cost to the seat's probability; the two come from different computations."""
    return msgspec.structs.replace(verdict, cost=round(min(verdict.cost, chance), 4))


def _next_chances(walked: Walked, values: Sequence[PositionValue]) -> list[float]:
    """Return for each decision the seat's probability at its next one; at the end the result."""
    won, found = _won(walked), [0.0] * len(values)
    coming = {seat: won[walked.side_of(seat)] for seat in range(walked.players)}
    for n in range(len(values) - 1, -1, -1):
        seat = walked.positions[n].seat
        found[n], coming[seat] = coming[seat], values[n].table[walked.side_of(seat)]
    return found


def _part_of_cards(position: PlayedPosition, verdict: MoveVerdict | None, luck: float) -> float:
    """Return the part of the luck that came with draws: all at the deal, or if the same seat decides next."""
    if verdict is not None and verdict.cards is not None:
        return verdict.cards
    if position.opening:
        return luck
    own = position.after.own
    drew = any(isinstance(event, DRAWN) for event in position.events)
    return luck if drew and own is not None and own.ask != "nothing" else 0.0


def _better(walked: Walked, number: int, verdict: MoveVerdict | None) -> Better | None:
    position = walked.positions[number]
    if verdict is None or verdict.best == position.move:
        return None
    reasons = reasons_for(walked, number, verdict.best) if verdict.cost > 0.0 else ()
    return Better(str(verdict.best), verdict.cost, reasons)


def _seat(walked: Walked, decisions: Sequence[Decision], seat: int) -> SeatReview:
    own = [one for one in decisions if one.seat == seat]
    side = walked.side_of(seat)
    costs = [(one.better.cost if one.better else 0.0, one.table[side]) for one in own if one.options > 1]
    return SeatReview(
        seat=seat,
        side=side,
        decisions=len(costs),
        accuracy=accuracy_of(costs),
        start=own[0].table[side] if own else 0.0,
        given=round(sum(cost for cost, _ in costs), 4),
        cards=round(sum(one.cards for one in own), 4),
        rivals=round(sum(one.rivals for one in own), 4),
    )


def stored_beside(record: Path) -> Path:
    """Return the path of the review of a record file."""
    return record.with_name(f"{record.stem}.review.json")


def load_review(path: Path, record: Record) -> Review | None:
    """Return the stored review of exactly this record by this version, or None."""
    try:
        found = msgspec.json.decode(path.read_bytes(), type=Review)
    except (OSError, msgspec.MsgspecError):
        return None
    fits = found.version == REVIEW_VERSION and found.whole and found.record == record_name(record)
    return found if fits else None


def save_review(path: Path, review: Review) -> None:
    """Write a review atomically."""
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    draft.write_bytes(msgspec.json.encode(review))
    draft.replace(path)
