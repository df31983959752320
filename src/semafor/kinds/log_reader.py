"""From rows of a log to typed events: what both kinds of games tell."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from semafor import events as ev
from semafor.boards.model import Board
from semafor.engine.log import Happened
from semafor.engine.state import Facts, Log
from semafor.kinds.names import CARD_NAMES, card_name, names_of

REMEMBERED = 10_000
"""Events that are kept, to be told again."""
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
