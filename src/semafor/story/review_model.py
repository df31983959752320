"""A review as typed values, as it is stored next to a record and sent to browsers."""

from typing import Literal

import msgspec

from semafor.moves import Card, Move
from semafor.words import Phrase

REVIEW_VERSION = 8
"""Increase this when the contents of reviews change; older reviews are computed again."""

Shares = tuple[float, ...]
"""One number per side."""
Cause = Literal["choice", "cards", "rivals", "count"]
"""What changed a win probability: the seat's decision, a draw, the others, or the count at the end."""


class Better(msgspec.Struct, frozen=True):
    """What the strongest player would have done."""

    move: str
    cost: float
    """How much win probability the played move lost, from 0 to 1."""
    reasons: tuple[Phrase, ...] = ()
    """The reasons, the most important first."""


class Decision(msgspec.Struct, frozen=True):
    """One decision, with the situation before it."""

    step: int
    """Its number in the record, counted from 1."""
    seat: int
    move: str
    options: int
    """The number of legal moves."""
    table: Shares
    """The win probability of every side, from the common knowledge of all seats."""
    points: Shares
    """The expected final points of every side, from the common knowledge of all seats."""
    better: Better | None = None
    """None if the strongest player would have done the same, or if the review has only the curve."""
    cards: float = 0.0
    """The change by what was drawn: cards, tickets, tunnels."""
    rivals: float = 0.0
    """The change by what the others did until the seat's next decision."""


class Moment(msgspec.Struct, frozen=True):
    """A turning point."""

    step: int
    seat: int
    cause: Cause
    change: float
    """The change of the seat's win probability."""
    played: Move
    better: Move | None = None
    """What would have been better, if the cause is the seat's choice."""
    reasons: tuple[Phrase, ...] = ()
    market: tuple[Card | None, ...] = ()
    """The market then, if a card was taken from it."""


class Finished(msgspec.Struct, frozen=True):
    """A completed ticket, and when it was completed."""

    step: int
    side: int
    ticket: str
    routes: tuple[str, ...] = ()
    """The routes of its connection; none in the Card Game."""


class SeatReview(msgspec.Struct, frozen=True):
    """One seat's game: `start + cards + rivals - given` is the result, 1 for a win and 0 for a loss."""

    seat: int
    side: int
    decisions: int
    """Decisions with more than one legal move."""
    accuracy: float
    """How many percent of its win probability it keeps in ten of its decisions."""
    start: float
    given: float
    """Win probability lost by its decisions."""
    cards: float
    """Luck of the draw."""
    rivals: float
    """Luck by what the others did."""


class Review(msgspec.Struct, frozen=True):
    """The review of one game."""

    record: str
    """The fingerprint of the record."""
    board: str
    players: int
    judge: str
    """The judge: `network` or `playouts`."""
    sides: tuple[tuple[int, ...], ...]
    """The seats of each side."""
    decisions: tuple[Decision, ...]
    won: Shares
    """The result: 1 for the winner, a part if several share it."""
    totals: tuple[int, ...]
    """Final points by side."""
    whole: bool
    """Whether it names better moves; otherwise it has the curve only."""
    moments: tuple[Moment, ...] = ()
    finished: tuple[Finished, ...] = ()
    """Tickets in the order in which they were completed."""
    seats: tuple[SeatReview, ...] = ()
    version: int = REVIEW_VERSION
