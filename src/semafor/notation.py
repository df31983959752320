"""Moves from text: `str(move)` is the way back."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from difflib import get_close_matches

from semafor.boards.model import COLOURS, WILD, Board
from semafor.errors import Thing, UnknownMove
from semafor.moves import (
    Build,
    Card,
    Claim,
    Complete,
    Done,
    Draw,
    DrawTickets,
    Keep,
    Move,
    Pass,
    PayExtra,
    Payment,
    Pick,
    PlaceRow,
    PlaceThree,
    PutCard,
    RackTicket,
    Refuse,
    Share,
    Stop,
    TakeFestival,
)

_CARDS = re.compile(r"(\d{1,3}) (?:(wild)|([a-z]+)(?: (\d{1,3}) wild)?)")
_PAYMENT = re.compile(r"(.*?)(?: \(rack (.*)\))?$")
THREE = 3


def parse_move(text: str, board: Board) -> Move:
    """The move that a line of text means on a board; UnknownMove where it means none."""
    word, _, rest = text.strip().partition(" ")
    if word not in _PARSERS:
        raise UnknownMove("unknown-move", text=text, words=list(_PARSERS))
    return _PARSERS[word](rest.strip(), board)


def _parse_draw(rest: str, _board: Board) -> Move:
    if rest == "deck":
        return Draw()
    if rest == "tickets":
        return DrawTickets()
    match = re.fullmatch(r"market ([1-5])", rest)
    if not match:
        raise UnknownMove("unknown-move", case="draw")
    return Draw(int(match[1]))


def _parse_cards(text: str) -> tuple[Card, int, int]:
    match = _CARDS.fullmatch(text)
    if not match or (match[3] not in COLOURS and not match[2]):
        raise UnknownMove("unknown-payment", text=text)
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
        raise UnknownMove("unknown-payment", case="rack", rack_card=rack_colour, card=colour)
    return Payment(colour, plain, wild, rack_plain, rack_wild)


def _name_before_cards(text: str, names: Sequence[str], what: Thing) -> tuple[str, str]:
    """The known name that a text begins with, and what follows it."""
    fitting = [name for name in names if text == name or text.startswith(name + " ")]
    if not fitting:
        asked = re.split(r" \d", text, maxsplit=1)[0]
        raise UnknownMove(f"unknown-{what}", name=asked, close=_close(asked, names))
    name = max(fitting, key=len)
    return name, text[len(name) :].strip()


def _close(asked: str, names: Sequence[str]) -> list[str] | None:
    """Names that were perhaps meant."""
    return get_close_matches(asked, names, n=3, cutoff=0.5) or None


def _parse_claim(rest: str, board: Board) -> Move:
    route, cards = _name_before_cards(rest, board.route_names, "route")
    return Claim(route, parse_payment(cards))


def place_names(board: Board) -> tuple[str, ...]:
    """The English names of the places, in order."""
    return tuple(place.name.en for place in board.places)


def _parse_build(rest: str, board: Board) -> Move:
    place, cards = _name_before_cards(rest, place_names(board), "place")
    return Build(place, parse_payment(cards))


def _known(name: str, names: Sequence[str], what: Thing) -> str:
    if name not in names:
        raise UnknownMove(f"unknown-{what}", name=name, close=_close(name, names))
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
    raise UnknownMove("unknown-move", case="put")


def _parse_place(rest: str, _board: Board) -> Move:
    """`3 red 2 wild` is a row; `red, blue, green` are three cards, whatever their order."""
    if rest[:1].isdigit():
        return PlaceRow(*_parse_cards(rest))
    colours = {name.strip() for name in rest.split(",")}
    if len(colours) != THREE or not colours.issubset(COLOURS):
        raise UnknownMove("unknown-move", case="place")
    return PlaceThree(tuple(colour for colour in COLOURS if colour in colours))


def _bare(move: Move) -> Callable[[str, Board], Move]:
    def parse(rest: str, _board: Board) -> Move:
        if rest:
            raise UnknownMove("unknown-move", case="bare", text=str(move))
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
    "stop": _bare(Stop()),
    "place": _parse_place,
    "complete": lambda rest, board: Complete(_known(rest, board.ticket_names, "ticket")),
    "done": _bare(Done()),
    "pass": _bare(Pass()),
}
