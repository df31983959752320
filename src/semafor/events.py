"""Events: what happened, as small typed values; what a viewer may not know is left out.

An event is stored whole and shown through `seen_by`, which empties the hidden fields.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from semafor.moves import Card, Payment

Viewer = int | None | Literal["all"]
"""A seat, a spectator (None), or someone who may see everything."""


class _Event(msgspec.Struct, frozen=True, tag_field="event", omit_defaults=True, gc=False):
    """Something that happened at the table."""

    def seen_by(self, viewer: Viewer, team: frozenset[int]) -> _Event:
        """Return the event as a viewer sees it; `team` are the seats that share the viewer's racks."""
        del viewer, team
        return self

    def __str__(self) -> str:
        fields = msgspec.to_builtins(self)
        tag = fields.pop("event")
        return " ".join(
            [tag, *(f"{key}={msgspec.json.encode(value).decode()}" for key, value in fields.items())]
        )


class _Secret(_Event, frozen=True):
    """An event with a part that only one seat may know."""

    seat: int

    def seen_by(self, viewer: Viewer, team: frozenset[int]) -> _Event:
        """Return the whole event for the seat itself, otherwise without its secret part."""
        del team
        return self if viewer in ("all", self.seat) else self.hidden()

    def hidden(self) -> _Event:
        """Return the event as everyone sees it."""
        return self


class TurnBegan(_Event, frozen=True, tag="turn-began"):
    """A seat's turn begins."""

    seat: int


class Drew(_Secret, frozen=True, tag="drew"):
    """A card was taken: from the market, or blind and then seen by the drawer alone."""

    card: Card | None = None
    market: int | None = None

    def hidden(self) -> _Event:
        """Return the event without a blind card."""
        return self if self.market is not None else msgspec.structs.replace(self, card=None)


class MarketFilled(_Event, frozen=True, tag="market-filled"):
    """A card was turned up at a place of the market."""

    market: int
    card: Card


class MarketSwept(_Event, frozen=True, tag="market-swept"):
    """Three wilds were face up: all face-up cards were discarded."""

    cards: tuple[Card | None, ...]
    times: int = 1
    """How often in a row, if very often: these cards, and then others that are not listed."""


class DeckShuffled(_Event, frozen=True, tag="deck-shuffled"):
    """The discards, in the Card Game all cards but the hands, became a new deck of this size."""

    cards: int


class Offered(_Secret, frozen=True, tag="offered"):
    """Tickets were dealt to a seat to choose from."""

    number: int
    tickets: tuple[str, ...] | None = None

    def hidden(self) -> _Event:
        """Return the event with the number only."""
        return msgspec.structs.replace(self, tickets=None)


class Kept(_Secret, frozen=True, tag="kept"):
    """A seat kept this number of the tickets it was offered."""

    number: int
    tickets: tuple[str, ...] | None = None

    def hidden(self) -> _Event:
        """Return the event with the number only."""
        return msgspec.structs.replace(self, tickets=None)


class Claimed(_Event, frozen=True, tag="claimed"):
    """A route was claimed with these cards."""

    seat: int
    route: str
    payment: Payment
    points: int


class TunnelTried(_Event, frozen=True, tag="tunnel-tried"):
    """Cards were played for a tunnel."""

    seat: int
    route: str
    payment: Payment


class TurnedUp(_Event, frozen=True, tag="turned-up"):
    """A tunnel turned up these cards."""

    seat: int
    cards: tuple[Card, ...]


class TunnelRefused(_Event, frozen=True, tag="tunnel-refused"):
    """The cards played for a tunnel were taken back."""

    seat: int
    route: str


class StationBuilt(_Event, frozen=True, tag="station-built"):
    """A station was built with these cards."""

    seat: int
    place: str
    payment: Payment


class Passed(_Event, frozen=True, tag="passed"):
    """A seat could not do anything."""

    seat: int


class LastRound(_Event, frozen=True, tag="last-round"):
    """Few pieces are left, or in the Card Game no cards: everyone has one more turn."""

    seat: int


class GameOver(_Event, frozen=True, tag="game-over"):
    """The game has ended."""


class CardPlaced(_Secret, frozen=True, tag="card-placed"):
    """Teams: a drawn card was put into the hand or on the rack."""

    to: Literal["hand", "rack"]
    card: Card | None = None

    def seen_by(self, viewer: Viewer, team: frozenset[int]) -> _Event:
        """Return the card for both partners if it is on the rack."""
        if self.to == "rack" and self.seat in team:
            return self
        return super().seen_by(viewer, team)

    def hidden(self) -> _Event:
        """Return the event without the card."""
        return msgspec.structs.replace(self, card=None)


class TicketRacked(_Secret, frozen=True, tag="ticket-racked"):
    """Teams: a ticket was put on the rack."""

    ticket: str | None = None

    def seen_by(self, viewer: Viewer, team: frozenset[int]) -> _Event:
        """Return the ticket for both partners."""
        return self if self.seat in team else super().seen_by(viewer, team)

    def hidden(self) -> _Event:
        """Return the event without the ticket."""
        return msgspec.structs.replace(self, ticket=None)


class FestivalOpened(_Event, frozen=True, tag="festival-opened"):
    """A festival card came off the deck."""

    festival: str


class FestivalTaken(_Event, frozen=True, tag="festival-taken"):
    """Festival cards went to the player who claimed a route there."""

    seat: int
    festival: str
    cards: int


class DraftCardDrawn(_Event, frozen=True, tag="draft-card"):
    """The draft card came off the deck."""


class DraftBegan(_Event, frozen=True, tag="draft-began"):
    """Tickets are drafted, for the first or the second time."""

    number: int


class Picked(_Secret, frozen=True, tag="picked"):
    """A seat took a ticket of the passed hand."""

    ticket: str | None = None

    def hidden(self) -> _Event:
        """Return the event without the ticket."""
        return msgspec.structs.replace(self, ticket=None)


class RolledOut(_Event, frozen=True, tag="rolled-out"):
    """Card Game: a card of a row moved from the siding onto the on-track pile."""

    seat: int
    row: Card
    card: Card


class RowPlaced(_Event, frozen=True, tag="row-placed"):
    """Card Game: a row was placed in a siding."""

    seat: int
    colour: Card
    plain: int
    wild: int


class ThreePlaced(_Event, frozen=True, tag="three-placed"):
    """Card Game: three colours were placed as one row each."""

    seat: int
    colours: tuple[Card, ...]


class Robbed(_Event, frozen=True, tag="robbed"):
    """Card Game: a larger row made another seat discard its row of that colour."""

    seat: int
    victim: int
    colour: Card
    plain: int
    wild: int


class Withdrawn(_Event, frozen=True, tag="withdrawn"):
    """Card Game: an earlier event of a siding that viewers have to remember themselves (CRD-5)."""

    seat: int


class Stopped(_Event, frozen=True, tag="stopped"):
    """Card Game: a seat took no second card."""

    seat: int


class ScoringBegan(_Event, frozen=True, tag="scoring-began"):
    """Card Game: all seats choose which tickets they complete."""

    half: int


class Completed(_Event, frozen=True, tag="completed"):
    """Card Game: a ticket was completed."""

    seat: int
    ticket: str
    points: int


class Scored(_Event, frozen=True, tag="scored"):
    """Card Game: a seat completed this number of tickets in this scoring round."""

    seat: int
    number: int


class SecondHalf(_Event, frozen=True, tag="second-half"):
    """Card Game: the second half begins with this seat."""

    seat: int


class Dealt(_Secret, frozen=True, tag="dealt"):
    """Card Game: a card was dealt to a seat for the second half."""

    card: Card | None = None

    def hidden(self) -> _Event:
        """Return the event without the card."""
        return msgspec.structs.replace(self, card=None)


Event = (
    TurnBegan
    | Drew
    | MarketFilled
    | MarketSwept
    | DeckShuffled
    | Offered
    | Kept
    | Claimed
    | TunnelTried
    | TurnedUp
    | TunnelRefused
    | StationBuilt
    | Passed
    | LastRound
    | GameOver
    | CardPlaced
    | TicketRacked
    | FestivalOpened
    | FestivalTaken
    | DraftCardDrawn
    | DraftBegan
    | Picked
    | RolledOut
    | RowPlaced
    | ThreePlaced
    | Robbed
    | Withdrawn
    | Stopped
    | ScoringBegan
    | Completed
    | Scored
    | SecondHalf
    | Dealt
)


def forget_sidings(events: Sequence[Event]) -> list[Event]:
    """Return the events without those that tell what lies on the hidden on-track piles (CRD-5).

    Cards that rolled out are listed until the turn ends, placed cards until their owner's next turn.
    """
    shown: list[Event] = []
    later: set[int] = set()  # seats that had a turn afterwards
    for event in reversed(events):
        if isinstance(event, TurnBegan | ScoringBegan):
            later.add(event.seat if isinstance(event, TurnBegan) else -1)
        if isinstance(event, RolledOut | RowPlaced | ThreePlaced) and (
            event.seat in later or (later and isinstance(event, RolledOut))
        ):
            shown.append(Withdrawn(event.seat))
        else:
            shown.append(event)
    return shown[::-1]


_FIELD = re.compile(r" (\w+)=")


def parse_event(text: str) -> Event:
    """Return the event of a line of text; the inverse of `str(event)`."""
    parts = _FIELD.split(text)
    fields: dict[str, Any] = {"event": parts[0]}
    for key, value in zip(parts[1::2], parts[2::2], strict=True):
        fields[key] = msgspec.json.decode(value)
    return msgspec.convert(fields, Event)  # type: ignore[no-any-return]  # msgspec knows the union, mypy does not
