"""What a picture shows besides the board: who owns what, and what is to be pointed out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True)
class ShownPosition:
    """A game's visible state on the board; the default is an empty board."""

    owners: tuple[int | None, ...] = ()
    """The seat that owns each route, in the board's order; routes beyond the end are free."""
    stations: Mapping[str, int] = field(default_factory=dict)
    """The seat whose station stands at a place."""
    festivals: Mapping[str, int] = field(default_factory=dict)
    """How many cards of a festival lie open."""
    routes: frozenset[int] = frozenset()
    """Routes to point out."""
    places: frozenset[str] = frozenset()
    """Places to point out."""
    names: tuple[str, ...] = ()
    """The players' names by seat; with names the picture has a key."""
    hues: tuple[int, ...] = ()
    """The colour of each seat, as an index into the player colours; without it, the seat itself."""

    def owner(self, route: int) -> int | None:
        """The seat that owns a route, or None."""
        return self.owners[route] if route < len(self.owners) else None

    def hue(self, seat: int) -> int:
        """The colour of a seat."""
        return self.hues[seat] if seat < len(self.hues) else seat


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
class ShownCardTable:
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
