"""What a picture of the Card Game shows: the market, the bonus cards, and what lies before each seat."""

from __future__ import annotations

from dataclasses import dataclass

Row = tuple[str, int, int]
"""A row of a siding: its colour, its plain cards, its wilds."""


@dataclass(frozen=True)
class SeatSpread:
    """What lies before a seat."""

    name: str
    siding: tuple[Row, ...] = ()
    track: int = 0
    """Cards on the on-track pile, face down."""
    cards: int = 0
    """In hand."""
    tickets: int = 0
    """Held in secret."""
    score: int = 0
    completed: tuple[int, ...] = ()
    """Tickets laid aside, as indexes of the board's tickets."""


@dataclass(frozen=True)
class CardTable:
    """A Card Game's visible state; the default is the box: all tickets and bonus cards."""

    market: tuple[str | None, ...] = ()
    deck: int = 0
    ticket_deck: int = 0
    seats: tuple[SeatSpread, ...] = ()
    standings: tuple[tuple[int | None, ...], ...] = ()
    """For each big city, completed tickets that name it, by seat; None where they lie face down."""
    hand: tuple[tuple[str, int], ...] = ()
    """The viewer's cards."""
    tickets: tuple[int, ...] = ()
    """The viewer's tickets."""
