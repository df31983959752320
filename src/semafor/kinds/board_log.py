"""From rows of the engine's log to typed events."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from semafor import events as ev
from semafor.boards.model import Board
from semafor.engine.log import Happened
from semafor.engine.state import WILD, Array, Facts, Goes, Log
from semafor.kinds.names import CARD_NAMES, card_name, names_of
from semafor.moves import Payment


class Reader:
    """Reads the log of one board."""

    def __init__(self, board: Board, facts: Facts) -> None:
        self.names = names_of(board)
        self.facts = facts

    def read(self, log: Log) -> list[ev.Event]:
        """The events of the log, in order."""
        happened: list[ev.Event] = []
        for row in log.rows[: log.count]:
            kind, seat, details = Happened(row[0]), int(row[1]), row[2:]
            if kind == Happened.FROM_RACK:
                happened[-1] = _from_rack(happened[-1], details)
            else:
                happened.append(_READERS[kind](self, seat, details))
        return happened

    def tickets(self, details: Array) -> tuple[str, ...]:
        """The tickets that a row names."""
        return tuple(self.names.tickets[n] for n in details if n >= 0)


def _from_rack(event: ev.Event, details: Array) -> ev.Event:
    """The event with what its payment took from the rack."""
    assert isinstance(event, ev.Claimed | ev.TunnelTried | ev.StationBuilt)
    payment = msgspec.structs.replace(event.payment, rack_plain=int(details[0]), rack_wild=int(details[1]))
    return msgspec.structs.replace(event, payment=payment)


def _payment(details: Array) -> Payment:
    plain, wild = int(details[2]), int(details[3])
    return Payment(CARD_NAMES[details[1] if plain else WILD], plain, wild)


def _claimed(reader: Reader, seat: int, details: Array) -> ev.Event:
    points = int(reader.facts.route_points[details[0]])
    return ev.Claimed(seat, reader.names.routes[details[0]], _payment(details), points)


def _offered(reader: Reader, seat: int, details: Array) -> ev.Event:
    tickets = reader.tickets(details)
    return ev.Offered(seat, len(tickets), tickets)


def _kept(reader: Reader, seat: int, details: Array) -> ev.Event:
    tickets = reader.tickets(details)
    return ev.Kept(seat, len(tickets), tickets)


def _card_placed(_reader: Reader, seat: int, details: Array) -> ev.Event:
    return ev.CardPlaced(seat, "rack" if details[0] == Goes.RACK else "hand", card_name(details[1]))


_READERS: dict[Happened, Callable[[Reader, int, Array], ev.Event]] = {
    Happened.TURN_BEGAN: lambda _r, seat, _d: ev.TurnBegan(seat),
    Happened.DREW_BLIND: lambda _r, seat, d: ev.Drew(seat, card_name(d[0])),
    Happened.DREW_OPEN: lambda _r, seat, d: ev.Drew(seat, card_name(d[1]), int(d[0]) + 1),
    Happened.MARKET_FILLED: lambda _r, _s, d: ev.MarketFilled(int(d[0]) + 1, CARD_NAMES[d[1]]),
    Happened.MARKET_SWEPT: lambda _r, _s, d: ev.MarketSwept(
        tuple(card_name(card) for card in d[:5]), int(d[5])
    ),
    Happened.DECK_SHUFFLED: lambda _r, _s, d: ev.DeckShuffled(int(d[0])),
    Happened.OFFERED: _offered,
    Happened.KEPT: _kept,
    Happened.CLAIMED: _claimed,
    Happened.TUNNEL_TRIED: lambda r, seat, d: ev.TunnelTried(seat, r.names.routes[d[0]], _payment(d)),
    Happened.TURNED_UP: lambda _r, seat, d: ev.TurnedUp(
        seat, tuple(CARD_NAMES[card] for card in d if card >= 0)
    ),
    Happened.TUNNEL_REFUSED: lambda r, seat, d: ev.TunnelRefused(seat, r.names.routes[d[0]]),
    Happened.STATION_BUILT: lambda r, seat, d: ev.StationBuilt(seat, r.names.places[d[0]], _payment(d)),
    Happened.PASSED: lambda _r, seat, _d: ev.Passed(seat),
    Happened.LAST_ROUND: lambda _r, seat, _d: ev.LastRound(seat),
    Happened.GAME_OVER: lambda _r, _s, _d: ev.GameOver(),
    Happened.CARD_PLACED: _card_placed,
    Happened.TICKET_RACKED: lambda r, seat, d: ev.TicketRacked(seat, r.names.tickets[d[0]]),
    Happened.FESTIVAL_OPENED: lambda r, _s, d: ev.FestivalOpened(r.names.festivals[d[0]]),
    Happened.FESTIVAL_TAKEN: lambda r, seat, d: ev.FestivalTaken(seat, r.names.festivals[d[0]], int(d[1])),
    Happened.DRAFT_CARD: lambda _r, _s, _d: ev.DraftCardDrawn(),
    Happened.DRAFT_BEGAN: lambda _r, _s, d: ev.DraftBegan(int(d[0])),
    Happened.PICKED: lambda r, seat, d: ev.Picked(seat, r.names.tickets[d[0]]),
}
