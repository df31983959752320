"""Moves as small typed values, each with a one-line text form that `notation` parses back.

A move is what a person decides in one breath: `claim Palermo-Smyrna 4 red 2 wild`. The engine
takes it as a chain of small decisions. Places, routes and tickets go by their English names,
which `Board.route_names` and `Board.ticket_names` make unique.
"""

from typing import Literal

import msgspec

Card = str
"""A colour, or `wild`."""


class Payment(msgspec.Struct, frozen=True, omit_defaults=True, gc=False, cache_hash=True):
    """Cards played: plain ones of one colour, and wilds; in teams, how many came from the rack."""

    colour: Card
    """`wild` if only wilds are played."""
    plain: int
    wild: int
    rack_plain: int = 0
    rack_wild: int = 0

    @property
    def total(self) -> int:
        """The number of cards."""
        return self.plain + self.wild

    def __str__(self) -> str:
        text = _format_cards(self.colour, self.plain, self.wild)
        if self.rack_plain or self.rack_wild:
            text += f" (rack {_format_cards(self.colour, self.rack_plain, self.rack_wild)})"
        return text


def _format_cards(colour: Card, plain: int, wild: int) -> str:
    parts = [f"{plain} {colour}"] if plain else []
    return " ".join([*parts, f"{wild} wild"] if wild else parts)


class _Move(msgspec.Struct, frozen=True, tag_field="move", gc=False, cache_hash=True):
    """A decision of one seat."""


class Draw(_Move, frozen=True, tag="draw"):
    """Take a card: from a place of the market (1 to 5), or blind from the deck."""

    market: int | None = None

    def __str__(self) -> str:
        return "draw deck" if self.market is None else f"draw market {self.market}"


class DrawTickets(_Move, frozen=True, tag="draw-tickets"):
    """Draw tickets to choose from."""

    def __str__(self) -> str:
        return "draw tickets"


class Claim(_Move, frozen=True, tag="claim"):
    """Claim a route with these cards."""

    route: str
    payment: Payment

    def __str__(self) -> str:
        return f"claim {self.route} {self.payment}"


class Build(_Move, frozen=True, tag="build"):
    """Build a station with these cards."""

    place: str
    payment: Payment

    def __str__(self) -> str:
        return f"build {self.place} {self.payment}"


class PayExtra(_Move, frozen=True, tag="pay"):
    """Pay the extra cards of a tunnel."""

    payment: Payment

    def __str__(self) -> str:
        return f"pay {self.payment}"


class Refuse(_Move, frozen=True, tag="refuse"):
    """Take back the cards played for a tunnel."""

    def __str__(self) -> str:
        return "refuse"


class Keep(_Move, frozen=True, tag="keep"):
    """Keep these of the offered tickets."""

    tickets: tuple[str, ...]

    def __str__(self) -> str:
        return f"keep {', '.join(self.tickets) or 'nothing'}"


class Pick(_Move, frozen=True, tag="pick"):
    """Take one ticket of the hand that is passed on in a draft."""

    ticket: str

    def __str__(self) -> str:
        return f"pick {self.ticket}"


class RackTicket(_Move, frozen=True, tag="rack"):
    """Put one of the tickets just kept on the team's rack."""

    ticket: str

    def __str__(self) -> str:
        return f"rack {self.ticket}"


class Share(_Move, frozen=True, tag="share"):
    """Put one or two tickets of the hand on the team's rack, as the action of the turn."""

    tickets: tuple[str, ...]

    def __str__(self) -> str:
        return f"share {', '.join(self.tickets)}"


class PutCard(_Move, frozen=True, tag="put"):
    """Put the card just drawn into the hand or on the rack."""

    to: Literal["hand", "rack"]

    def __str__(self) -> str:
        return f"put {self.to}"


class TakeFestival(_Move, frozen=True, tag="festival"):
    """Take the open cards of one festival at the claimed route, by its id, or none."""

    festival: str | None

    def __str__(self) -> str:
        return f"festival {self.festival or 'none'}"


class Stop(_Move, frozen=True, tag="stop"):
    """Card Game: take no second card."""

    def __str__(self) -> str:
        return "stop"


class PlaceRow(_Move, frozen=True, tag="place"):
    """Card Game: place a row of one colour in the siding."""

    colour: Card
    plain: int
    wild: int = 0

    def __str__(self) -> str:
        return f"place {_format_cards(self.colour, self.plain, self.wild)}"


class PlaceThree(_Move, frozen=True, tag="place-three"):
    """Card Game: place three cards of different colours in the siding, each as a row of its own."""

    colours: tuple[Card, ...]

    def __str__(self) -> str:
        return f"place {', '.join(self.colours)}"


class Complete(_Move, frozen=True, tag="complete"):
    """Card Game: complete one more ticket with cards of the on-track pile."""

    ticket: str

    def __str__(self) -> str:
        return f"complete {self.ticket}"


class Done(_Move, frozen=True, tag="done"):
    """Card Game: complete no more tickets in this scoring round."""

    def __str__(self) -> str:
        return "done"


class Pass(_Move, frozen=True, tag="pass"):
    """Pass, if nothing else is possible."""

    def __str__(self) -> str:
        return "pass"


Move = (
    Draw
    | DrawTickets
    | Claim
    | Build
    | PayExtra
    | Refuse
    | Keep
    | Pick
    | RackTicket
    | Share
    | PutCard
    | TakeFestival
    | Stop
    | PlaceRow
    | PlaceThree
    | Complete
    | Done
    | Pass
)
