"""A review as typed values, as it is stored beside a record and sent to browsers."""

from typing import Literal

import msgspec

from semafor.moves import Card, Move
from semafor.words import Phrase

REVIEW_VERSION = 7
"""Increase this when the contents of reviews change; older reviews are computed again."""

Shares = tuple[float, ...]
"""One number a side."""
Cause = Literal["choice", "cards", "rivals", "count"]
"""What changed a chance: the own decision, what was drawn, what the others did, or the count at the end."""


class Better(msgspec.Struct, frozen=True):
    """What the strongest player would have done."""

    move: str
    cost: float
    """How much of the chance to win the played move gave away, from 0 to 1."""
    reasons: tuple[Phrase, ...] = ()
    """Why, the most important first."""


class Decision(msgspec.Struct, frozen=True):
    """One decision, as things stood before it was carried out."""

    step: int
    """Its number in the record, counted from 1."""
    seat: int
    move: str
    options: int
    """How many moves were legal."""
    own: Shares
    """The chance of every side to win, from what the seat could know."""
    table: Shares
    """The same from what all seats knew together."""
    points: Shares
    """The final points to be expected for every side, from what all seats knew together."""
    better: Better | None = None
    """None where the strongest player would have done the same, or the review has only the curve."""
    cards: float = 0.0
    """How much of the chance came with what was drawn: cards, tickets, tunnels."""
    rivals: float = 0.0
    """How much came with what the others did until the seat's next decision."""


class Moment(msgspec.Struct, frozen=True):
    """A decision at which much changed."""

    step: int
    seat: int
    cause: Cause
    change: float
    """Of the seat's chance to win."""
    played: Move
    better: Move | None = None
    """What would have been better, where the cause is the own choice."""
    reasons: tuple[Phrase, ...] = ()
    market: tuple[Card | None, ...] = ()
    """What lay open then, where a card was taken from it."""


class Finished(msgspec.Struct, frozen=True):
    """A ticket that was completed, and when."""

    step: int
    side: int
    ticket: str
    routes: tuple[str, ...] = ()
    """Of its connection; none in the Card Game."""


class SeatReview(msgspec.Struct, frozen=True):
    """One seat's game: `start + cards + rivals - given` is what came of it, 1 for a win and 0 for a loss."""

    seat: int
    side: int
    decisions: int
    """Those with more than one legal move."""
    accuracy: float
    """From 0 to 100: 100 where nothing was given away."""
    start: float
    given: float
    """Chances that its decisions gave away."""
    cards: float
    """Luck: what was drawn."""
    rivals: float
    """Luck: what the others did."""


class Review(msgspec.Struct, frozen=True):
    """The story of one game."""

    record: str
    """The fingerprint of the record."""
    board: str
    players: int
    judge: str
    """Whose values these are: `network` or `playouts`."""
    sides: tuple[tuple[int, ...], ...]
    """The seats of each side."""
    decisions: tuple[Decision, ...]
    won: Shares
    """What came of it: 1 for the winner, parts of it where several share."""
    totals: tuple[int, ...]
    """Final points by side."""
    whole: bool
    """Whether it says what would have been better; else it is the curve alone."""
    moments: tuple[Moment, ...] = ()
    finished: tuple[Finished, ...] = ()
    """Tickets in the order in which they were completed."""
    seats: tuple[SeatReview, ...] = ()
    version: int = REVIEW_VERSION
