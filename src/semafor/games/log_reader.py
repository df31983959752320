"""From rows of a log to typed events: what both kinds of games tell."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import msgspec

from semafor import events as ev
from semafor.boards.model import Board
from semafor.engine.cardgame.card_state import CardHappened
from semafor.engine.log import Happened
from semafor.engine.state import WILD, Facts, Goes, Log
from semafor.games.board_facts import CARD_NAMES, card_name, names_of
from semafor.moves import Payment

REMEMBERED = 10_000
"""Number of distinct events that are cached."""
Row = list[int]
"""The details of a row."""
ReadRow = Callable[[Any, int, Row], ev.Event]
"""Makes an event of a reader, a seat and the details."""


class RowReader:
    """Reads the log of one board."""

    rows: ClassVar[Mapping[int, ReadRow]]
    """For every kind of row how it is read."""

    def __init__(self, board: Board, facts: Facts) -> None:
        self.names = names_of(board)
        self.facts = facts
        self._known: dict[tuple[int, ...], ev.Event] = {}
        """Events by their rows: a thousand games tell of the same draws and turns again and again."""

    def read(self, log: Log) -> list[ev.Event]:
        """The events of the log, in order."""
        happened: list[ev.Event] = []
        for kind, seat, *details in log.rows[: log.count].tolist():
            self.add(happened, kind, seat, details)
        return happened

    def add(self, happened: list[ev.Event], kind: int, seat: int, details: Row) -> None:
        """Take in one row."""
        row = (kind, seat, *details)
        event = self._known.get(row)
        if event is None:
            if len(self._known) >= REMEMBERED:
                self._known.clear()
            event = self._known[row] = self.rows[kind](self, seat, details)
        happened.append(event)

    def tickets(self, details: Row) -> tuple[str, ...]:
        """The tickets that a row names."""
        return tuple(self.names.tickets[n] for n in details if n >= 0)


def _offered(reader: RowReader, seat: int, details: Row) -> ev.Event:
    tickets = reader.tickets(details)
    return ev.Offered(seat, len(tickets), tickets)


def _kept(reader: RowReader, seat: int, details: Row) -> ev.Event:
    tickets = reader.tickets(details)
    return ev.Kept(seat, len(tickets), tickets)


SHARED_ROWS: dict[int, ReadRow] = {
    Happened.TURN_BEGAN: lambda _r, seat, _d: ev.TurnBegan(seat),
    Happened.DREW_BLIND: lambda _r, seat, d: ev.Drew(seat, card_name(d[0])),
    Happened.DREW_OPEN: lambda _r, seat, d: ev.Drew(seat, card_name(d[1]), d[0] + 1),
    Happened.MARKET_FILLED: lambda _r, _s, d: ev.MarketFilled(d[0] + 1, CARD_NAMES[d[1]]),
    Happened.DECK_SHUFFLED: lambda _r, _s, d: ev.DeckShuffled(d[0]),
    Happened.OFFERED: _offered,
    Happened.KEPT: _kept,
    Happened.PASSED: lambda _r, seat, _d: ev.Passed(seat),
    Happened.LAST_ROUND: lambda _r, seat, _d: ev.LastRound(seat),
    Happened.GAME_OVER: lambda _r, _s, _d: ev.GameOver(),
}
"""Rows with one number in both kinds of games."""


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
