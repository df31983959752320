"""From rows of the Card Game's log to typed events."""

from __future__ import annotations

from collections.abc import Callable

from semafor import events as ev
from semafor.boards.model import Board
from semafor.engine.cardgame.log import CardHappened
from semafor.engine.state import Array, Facts, Log
from semafor.kinds.names import CARD_NAMES, card_name, names_of


class CardReader:
    """Reads the log of one Card Game."""

    def __init__(self, board: Board, facts: Facts) -> None:
        self.names = names_of(board)
        self.facts = facts

    def read(self, log: Log) -> list[ev.Event]:
        """The events of the log, in order."""
        return [
            _READERS[CardHappened(row[0])](self, int(row[1]), row[2:].tolist())
            for row in log.rows[: log.count]
        ]

    def tickets(self, details: Array) -> tuple[str, ...]:
        """The tickets that a row names."""
        return tuple(self.names.tickets[n] for n in details if n >= 0)


def _offered(reader: CardReader, seat: int, details: Array) -> ev.Event:
    tickets = reader.tickets(details)
    return ev.Offered(seat, len(tickets), tickets)


def _kept(reader: CardReader, seat: int, details: Array) -> ev.Event:
    tickets = reader.tickets(details)
    return ev.Kept(seat, len(tickets), tickets)


def _completed(reader: CardReader, seat: int, details: Array) -> ev.Event:
    ticket = details[0]
    return ev.Completed(seat, reader.names.tickets[ticket], int(reader.facts.ticket_points[ticket]))


_READERS: dict[CardHappened, Callable[[CardReader, int, Array], ev.Event]] = {
    CardHappened.TURN_BEGAN: lambda _r, seat, _d: ev.TurnBegan(seat),
    CardHappened.DREW_BLIND: lambda _r, seat, d: ev.Drew(seat, card_name(d[0])),
    CardHappened.DREW_OPEN: lambda _r, seat, d: ev.Drew(seat, card_name(d[1]), d[0] + 1),
    CardHappened.MARKET_FILLED: lambda _r, _s, d: ev.MarketFilled(d[0] + 1, CARD_NAMES[d[1]]),
    CardHappened.DECK_SHUFFLED: lambda _r, _s, d: ev.DeckShuffled(d[0]),
    CardHappened.OFFERED: _offered,
    CardHappened.KEPT: _kept,
    CardHappened.PASSED: lambda _r, seat, _d: ev.Passed(seat),
    CardHappened.LAST_ROUND: lambda _r, seat, _d: ev.LastRound(seat),
    CardHappened.GAME_OVER: lambda _r, _s, _d: ev.GameOver(),
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
