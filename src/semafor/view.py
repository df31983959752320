"""What a seat may know, as typed values: the only thing that leaves the engine toward players."""

from __future__ import annotations

import msgspec

from semafor.moves import Card, Payment

Cards = dict[Card, int]


class SeatView(msgspec.Struct, frozen=True):
    """What everyone sees of a seat."""

    seat: int
    side: int
    cards: int
    tickets: int
    pieces: dict[str, int]
    stations: int
    """Stations left to build."""
    festivals: int
    """Festival cards in the pile."""
    asked: bool
    """Whether the table waits for this seat."""


class SideView(msgspec.Struct, frozen=True):
    """What everyone sees of a side: a seat, or a team with its racks."""

    side: int
    seats: tuple[int, ...]
    score: int
    rack_cards: int
    rack_tickets: int


class Attempt(msgspec.Struct, frozen=True):
    """A tunnel that is being tried: the cards laid down, those turned up, and how many are asked for."""

    seat: int
    route: str
    payment: Payment
    turned: tuple[Card, ...]
    extra: int


class Own(msgspec.Struct, frozen=True):
    """What only the viewer knows, and on the racks the partner."""

    seat: int
    ask: str
    """What the viewer must decide now, or `nothing`."""
    hand: Cards
    tickets: tuple[str, ...]
    offer: tuple[str, ...]
    """Tickets to choose from."""
    chosen: tuple[str, ...]
    """Tickets already chosen while the table waits for others."""
    festivals: dict[str, int]
    rack: Cards
    rack_tickets: tuple[str, ...]
    drawn: Card | None
    """Teams: the card that is to be put into the hand or on the rack."""


class View(msgspec.Struct, frozen=True):
    """A board game as one viewer sees it."""

    board: str
    players: int
    turn: int
    turns: int
    pending: tuple[int, ...]
    over: bool
    last_turns: int | None
    """Turns left once the last round began."""
    market: tuple[Card | None, ...]
    deck: int
    discards: Cards
    ticket_deck: int
    routes: dict[str, int]
    """Claimed routes and their owners."""
    stations: dict[str, int]
    festivals: dict[str, int]
    """Open festival cards."""
    drafts: int
    """Drafts finished."""
    seats: tuple[SeatView, ...]
    sides: tuple[SideView, ...]
    attempt: Attempt | None
    own: Own | None
    """None for a spectator."""
