"""Moves as small typed values, each with a one-line text form that parses back.

A move is what a person decides in one breath: `claim Palermo-Smyrna 4 red 2 wild`. The engine
takes it as a chain of small decisions. Places, routes and tickets go by their English names,
which `Board.route_names` and `Board.ticket_names` make unique.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from typing import Literal

import msgspec

from semafor.boards.model import COLOURS, WILD, Board
from semafor.errors import UnknownMove

Card = str
"""A colour, or `wild`."""


class Payment(msgspec.Struct, frozen=True, omit_defaults=True):
    """Cards played: plain ones of one colour, and wilds; in teams, how many came from the rack."""

    colour: Card
    """`wild` where only wilds are played."""
    plain: int
    wild: int
    rack_plain: int = 0
    rack_wild: int = 0

    @property
    def total(self) -> int:
        """How many cards."""
        return self.plain + self.wild

    def __str__(self) -> str:
        text = _format_cards(self.colour, self.plain, self.wild)
        if self.rack_plain or self.rack_wild:
            text += f" (rack {_format_cards(self.colour, self.rack_plain, self.rack_wild)})"
        return text


def _format_cards(colour: Card, plain: int, wild: int) -> str:
    parts = [f"{plain} {colour}"] if plain else []
    return " ".join([*parts, f"{wild} wild"] if wild else parts)


class _Move(msgspec.Struct, frozen=True, tag_field="move"):
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
    """Claim a route and say with which cards."""

    route: str
    payment: Payment

    def __str__(self) -> str:
        return f"claim {self.route} {self.payment}"


class Build(_Move, frozen=True, tag="build"):
    """Build a station and say with which cards."""

    place: str
    payment: Payment

    def __str__(self) -> str:
        return f"build {self.place} {self.payment}"


class PayExtra(_Move, frozen=True, tag="pay"):
    """Pay the extra cards that a tunnel asks for."""

    payment: Payment

    def __str__(self) -> str:
        return f"pay {self.payment}"


class Refuse(_Move, frozen=True, tag="refuse"):
    """Take the cards laid down for a tunnel back."""

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
    """Put one or two tickets of the own hand on the team's rack, as the action of the turn."""

    tickets: tuple[str, ...]

    def __str__(self) -> str:
        return f"share {', '.join(self.tickets)}"


class PutCard(_Move, frozen=True, tag="put"):
    """Put the card just drawn into the hand or on the rack."""

    to: Literal["hand", "rack"]

    def __str__(self) -> str:
        return f"put {self.to}"


class TakeFestival(_Move, frozen=True, tag="festival"):
    """Take the open festival cards of one end of the claimed route, or none."""

    place: str | None

    def __str__(self) -> str:
        return f"festival {self.place or 'none'}"


class Pass(_Move, frozen=True, tag="pass"):
    """Pass, where nothing else is possible."""

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
    | Pass
)

_CARDS = re.compile(r"(\d{1,3}) (?:(wild)|([a-z]+)(?: (\d{1,3}) wild)?)")
_PAYMENT = re.compile(r"(.*?)(?: \(rack (.*)\))?$")


def parse_move(text: str, board: Board) -> Move:
    """The move that a line of text means on a board; UnknownMove where it means none."""
    word, _, rest = text.strip().partition(" ")
    if word not in _PARSERS:
        raise UnknownMove("unknown-move", f"'{text}' is no move; moves begin with {', '.join(_PARSERS)}.")
    return _PARSERS[word](rest.strip(), board)


def _parse_draw(rest: str, _board: Board) -> Move:
    if rest == "deck":
        return Draw()
    if rest == "tickets":
        return DrawTickets()
    match = re.fullmatch(r"market ([1-5])", rest)
    if not match:
        raise UnknownMove(
            "unknown-move", "Say 'draw deck', 'draw market 1' to 'draw market 5', or 'draw tickets'."
        )
    return Draw(int(match[1]))


def _parse_cards(text: str) -> tuple[Card, int, int]:
    match = _CARDS.fullmatch(text)
    if not match or (match[3] not in COLOURS and not match[2]):
        raise UnknownMove("unknown-payment", f"'{text}' names no cards; say for example '4 red 2 wild'.")
    if match[2]:
        return WILD, 0, int(match[1])
    return match[3], int(match[1]), int(match[4] or 0)


def parse_payment(text: str) -> Payment:
    """The payment that a text such as `4 red 2 wild (rack 1 red)` means."""
    match = _PAYMENT.fullmatch(text)
    colour, plain, wild = _parse_cards(match[1] if match else text)
    if not match or match[2] is None:
        return Payment(colour, plain, wild)
    rack_colour, rack_plain, rack_wild = _parse_cards(match[2])
    if rack_colour not in (colour, WILD):
        raise UnknownMove("unknown-payment", f"The rack pays {rack_colour} for a payment in {colour}.")
    return Payment(colour, plain, wild, rack_plain, rack_wild)


def _name_before_cards(text: str, names: Sequence[str], what: str) -> tuple[str, str]:
    """The known name that a text begins with, and what follows it."""
    fitting = [name for name in names if text == name or text.startswith(name + " ")]
    if not fitting:
        asked = re.split(r" \d", text, maxsplit=1)[0]
        raise UnknownMove(f"unknown-{what}", f"'{asked}' is no {what} of this board.{_hint(asked, names)}")
    name = max(fitting, key=len)
    return name, text[len(name) :].strip()


def _hint(asked: str, names: Sequence[str]) -> str:
    close = get_close_matches(asked, names, n=3, cutoff=0.5)
    return f" Did you mean {' or '.join(close)}?" if close else ""


def _parse_claim(rest: str, board: Board) -> Move:
    route, cards = _name_before_cards(rest, board.route_names, "route")
    return Claim(route, parse_payment(cards))


def place_names(board: Board) -> tuple[str, ...]:
    """The English names of the places, in order."""
    return tuple(place.name.en for place in board.places)


def _parse_build(rest: str, board: Board) -> Move:
    place, cards = _name_before_cards(rest, place_names(board), "place")
    return Build(place, parse_payment(cards))


def _known(name: str, names: Sequence[str], what: str) -> str:
    if name not in names:
        raise UnknownMove(f"unknown-{what}", f"'{name}' is no {what} of this board.{_hint(name, names)}")
    return name


def _tickets(rest: str, board: Board) -> tuple[str, ...]:
    if rest in ("", "nothing"):
        return ()
    return tuple(_known(name.strip(), board.ticket_names, "ticket") for name in rest.split(","))


def _parse_festival(rest: str, board: Board) -> Move:
    return TakeFestival(None if rest == "none" else _known(rest, place_names(board), "place"))


def _parse_put(rest: str, _board: Board) -> Move:
    if rest == "hand":
        return PutCard("hand")
    if rest == "rack":
        return PutCard("rack")
    raise UnknownMove("unknown-move", "Say 'put hand' or 'put rack'.")


def _bare(move: Move) -> Callable[[str, Board], Move]:
    def parse(rest: str, _board: Board) -> Move:
        if rest:
            raise UnknownMove("unknown-move", f"'{move}' takes nothing behind it.")
        return move

    return parse


_PARSERS: dict[str, Callable[[str, Board], Move]] = {
    "draw": _parse_draw,
    "claim": _parse_claim,
    "build": _parse_build,
    "pay": lambda rest, _board: PayExtra(parse_payment(rest)),
    "refuse": _bare(Refuse()),
    "keep": lambda rest, board: Keep(_tickets(rest, board)),
    "pick": lambda rest, board: Pick(_known(rest, board.ticket_names, "ticket")),
    "rack": lambda rest, board: RackTicket(_known(rest, board.ticket_names, "ticket")),
    "share": lambda rest, board: Share(_tickets(rest, board)),
    "put": _parse_put,
    "festival": _parse_festival,
    "pass": _bare(Pass()),
}
