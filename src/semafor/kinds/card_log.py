"""From rows of the Card Game's log to typed events."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from semafor import events as ev
from semafor.engine.cardgame.log import CardHappened
from semafor.kinds.log_reader import SHARED_ROWS, ReadRow, Row, RowReader
from semafor.kinds.names import CARD_NAMES, card_name


def _completed(reader: RowReader, seat: int, details: Row) -> ev.Event:
    ticket = details[0]
    return ev.Completed(seat, reader.names.tickets[ticket], int(reader.facts.ticket_points[ticket]))


class CardReader(RowReader):
    """Reads the log of one Card Game."""

    rows: ClassVar[Mapping[int, ReadRow]] = {
        **{CardHappened(kind): read for kind, read in SHARED_ROWS.items()},
        CardHappened.ROLLED_OUT: lambda _r, seat, d: ev.RolledOut(seat, CARD_NAMES[d[0]], CARD_NAMES[d[1]]),
        CardHappened.PLACED: lambda _r, seat, d: ev.RowPlaced(seat, CARD_NAMES[d[0]], d[1], d[2]),
        CardHappened.PLACED_THREE: lambda _r, seat, d: ev.ThreePlaced(
            seat, tuple(CARD_NAMES[card] for card in d[:3])
        ),
        CardHappened.ROBBED: lambda _r, seat, d: ev.Robbed(seat, d[0], CARD_NAMES[d[1]], d[2], d[3]),
        CardHappened.STOPPED: lambda _r, seat, _d: ev.Stopped(seat),
        CardHappened.SCORING_BEGAN: lambda _r, _s, d: ev.ScoringBegan(d[0]),
        CardHappened.COMPLETED: _completed,
        CardHappened.SCORED: lambda _r, seat, d: ev.Scored(seat, d[0]),
        CardHappened.SECOND_HALF: lambda _r, seat, _d: ev.SecondHalf(seat),
        CardHappened.DEALT: lambda _r, seat, d: ev.Dealt(seat, card_name(d[0])),
    }
