"""From rows of a board game's log to typed events."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import msgspec

from semafor import events as ev
from semafor.engine.log import Happened
from semafor.engine.state import WILD, Goes
from semafor.kinds.log_reader import SHARED_ROWS, ReadRow, Row, RowReader
from semafor.kinds.names import CARD_NAMES, card_name
from semafor.moves import Payment


def _from_rack(event: ev.Event, details: Row) -> ev.Event:
    """The event with what its payment took from the rack."""
    assert isinstance(event, ev.Claimed | ev.TunnelTried | ev.StationBuilt)
    payment = msgspec.structs.replace(event.payment, rack_plain=details[0], rack_wild=details[1])
    return msgspec.structs.replace(event, payment=payment)


def _payment(details: Row) -> Payment:
    _target, colour, plain, wild, *_ = details
    return Payment(CARD_NAMES[colour if plain else WILD], plain, wild)


def _claimed(reader: RowReader, seat: int, details: Row) -> ev.Event:
    points = int(reader.facts.route_points[details[0]])
    return ev.Claimed(seat, reader.names.routes[details[0]], _payment(details), points)


def _card_placed(_reader: RowReader, seat: int, details: Row) -> ev.Event:
    return ev.CardPlaced(seat, "rack" if details[0] == Goes.RACK else "hand", card_name(details[1]))


class Reader(RowReader):
    """Reads the log of one board game."""

    rows: ClassVar[Mapping[int, ReadRow]] = {
        **SHARED_ROWS,
        Happened.MARKET_SWEPT: lambda _r, _s, d: ev.MarketSwept(
            tuple(card_name(card) for card in d[:5]), d[5]
        ),
        Happened.CLAIMED: _claimed,
        Happened.TUNNEL_TRIED: lambda r, seat, d: ev.TunnelTried(seat, r.names.routes[d[0]], _payment(d)),
        Happened.TURNED_UP: lambda _r, seat, d: ev.TurnedUp(
            seat, tuple(CARD_NAMES[card] for card in d if card >= 0)
        ),
        Happened.TUNNEL_REFUSED: lambda r, seat, d: ev.TunnelRefused(seat, r.names.routes[d[0]]),
        Happened.STATION_BUILT: lambda r, seat, d: ev.StationBuilt(seat, r.names.places[d[0]], _payment(d)),
        Happened.CARD_PLACED: _card_placed,
        Happened.TICKET_RACKED: lambda r, seat, d: ev.TicketRacked(seat, r.names.tickets[d[0]]),
        Happened.FESTIVAL_OPENED: lambda r, _s, d: ev.FestivalOpened(r.names.festivals[d[0]]),
        Happened.FESTIVAL_TAKEN: lambda r, seat, d: ev.FestivalTaken(seat, r.names.festivals[d[0]], d[1]),
        Happened.DRAFT_CARD: lambda _r, _s, _d: ev.DraftCardDrawn(),
        Happened.DRAFT_BEGAN: lambda _r, _s, d: ev.DraftBegan(d[0]),
        Happened.PICKED: lambda r, seat, d: ev.Picked(seat, r.names.tickets[d[0]]),
    }

    def add(self, happened: list[ev.Event], kind: int, seat: int, details: Row) -> None:
        """Take in one row; what was paid from the rack belongs to the event before."""
        if kind == Happened.FROM_RACK:
            happened[-1] = _from_rack(happened[-1], details)
        else:
            super().add(happened, kind, seat, details)
