"""What a picture shows besides the board: owners, and highlights."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True)
class ShownPosition:
    """A game's visible state on the board; the default is an empty board."""

    owners: tuple[int | None, ...] = ()
    """The seat that owns each route, in the board's order; missing ones are free."""
    stations: Mapping[str, int] = field(default_factory=dict)
    """The seat whose station is at a place."""
    festivals: Mapping[str, int] = field(default_factory=dict)
    """The number of open cards of each festival."""
    routes: frozenset[int] = frozenset()
    """Highlighted routes."""
    places: frozenset[str] = frozenset()
    """Highlighted places."""
    names: tuple[str, ...] = ()
    """The players' names by seat; with names the picture has a legend."""
    hues: tuple[int, ...] = ()
    """The colour of each seat, as an index into the player colours; by default the seat itself."""

    def owner(self, route: int) -> int | None:
        """Return the seat that owns a route, or None."""
        return self.owners[route] if route < len(self.owners) else None

    def hue(self, seat: int) -> int:
        """Return the colour of a seat."""
        return self.hues[seat] if seat < len(self.hues) else seat


Row = tuple[str, int, int]
"""A row of a siding: its colour, its plain cards, its wilds."""


@dataclass(frozen=True)
class SeatSpread:
    """The cards in front of a seat."""

    name: str
    siding: tuple[Row, ...] = ()
    track: int = 0
    """Cards on the on-track pile, face down."""
    cards: int = 0
    """Cards in hand."""
    tickets: int = 0
    """Tickets held."""
    score: int = 0
    completed: tuple[int, ...] = ()
    """Completed tickets, as indexes of the board's tickets."""


@dataclass(frozen=True)
class ShownCardTable:
    """A Card Game's visible state; by default all tickets and bonus cards."""

    market: tuple[str | None, ...] = ()
    deck: int = 0
    ticket_deck: int = 0
    seats: tuple[SeatSpread, ...] = ()
    standings: tuple[tuple[int | None, ...], ...] = ()
    """For each big city the completed tickets that name it, by seat; None if they are face down."""
    hand: tuple[tuple[str, int], ...] = ()
    """The viewer's cards."""
    tickets: tuple[int, ...] = ()
    """The viewer's tickets."""
