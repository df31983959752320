"""Parses moves from text, the inverse of `str(move)`.

Names may be written as people write them (see `spelling`), cards in any order and case.
"""

import re
from collections.abc import Callable

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
from semafor.spelling import (
    Spellings,
    festival_spellings,
    place_spellings,
    route_spellings,
    ticket_spellings,
)

_CARDS = re.compile(r"(\d{1,3}) ([a-z]+)")
_PAYMENT = re.compile(r"(.*?)(?: ?\(rack (.*)\))?$", re.IGNORECASE)
THREE = 3


def parse_move(text: str, board: Board) -> Move:
    """Return the move of a line of text on a board; raise UnknownMove if it is not one."""
    word, *rest = text.split(maxsplit=1) or [""]
    if word.lower() not in _PARSERS:
        raise UnknownMove("unknown-move", text=text, words=list(_PARSERS))
    return _PARSERS[word.lower()](" ".join(rest).strip(), board)


def _parse_draw(rest: str, _board: Board) -> Move:
    rest = " ".join(rest.lower().split())
    if rest == "deck":
        return Draw()
    if rest == "tickets":
        return DrawTickets()
    match = re.fullmatch(r"market ([1-5])", rest)
    if not match:
        raise UnknownMove("unknown-move", case="draw")
    return Draw(int(match[1]))


def _parse_cards(text: str) -> tuple[Card, int, int]:
    """Return plain cards of one colour, wilds, or both in any order."""
    words = text.lower().replace(",", " ").split()
    pairs = [_CARDS.fullmatch(" ".join(words[at : at + 2])) for at in range(0, len(words), 2)]
    counts = {match[2]: int(match[1]) for match in pairs if match}
    colours = [card for card in counts if card != WILD]
    known = all(pairs) and len(counts) == len(pairs) and len(colours) <= 1 and set(colours) <= set(COLOURS)
    if not counts or not known:
        raise UnknownMove("unknown-payment", text=text)
    colour = colours[0] if colours else WILD
    return colour, counts[colour] if colours else 0, counts.get(WILD, 0)


def parse_payment(text: str) -> Payment:
    """Return the payment of a text such as `4 red 2 wild (rack 1 red)`."""
    match = _PAYMENT.fullmatch(" ".join(text.split()))
    colour, plain, wild = _parse_cards(match[1] if match else text)
    if not match or match[2] is None:
        return Payment(colour, plain, wild)
    rack_colour, rack_plain, rack_wild = _parse_cards(match[2])
    if rack_colour not in (colour, WILD):
        raise UnknownMove("unknown-payment", case="rack", rack_card=rack_colour, card=colour)
    return Payment(colour, plain, wild, rack_plain, rack_wild)


def _known(text: str, names: Spellings, what: Thing) -> str:
    """Return the name that a text means."""
    name = names.find(text)
    if name is None:
        raise UnknownMove(f"unknown-{what}", name=text, close=names.close(text))
    return name


def _name_and_payment(text: str, names: Spellings, what: Thing) -> tuple[str, Payment]:
    """Return the longest name that a text begins with, and the payment that follows it."""
    for gap in reversed(list(re.finditer(r"\s+(?=\d)", text))):
        if name := names.find(text[: gap.start()]):
            return name, parse_payment(text[gap.end() :])
    name, *cards = re.split(r"\s+(?=\d)", text, maxsplit=1)
    return _known(name, names, what), parse_payment(" ".join(cards))


def _parse_claim(rest: str, board: Board) -> Move:
    return Claim(*_name_and_payment(rest, route_spellings(board), "route"))


def _parse_build(rest: str, board: Board) -> Move:
    return Build(*_name_and_payment(rest, place_spellings(board), "place"))


def place_names(board: Board) -> tuple[str, ...]:
    """Return the English names of the places, in order."""
    return tuple(place.name.en for place in board.places)


def _ticket(rest: str, board: Board) -> str:
    return _known(rest, ticket_spellings(board), "ticket")


def _tickets(rest: str, board: Board) -> tuple[str, ...]:
    """Return the tickets of a list; a name may contain commas."""
    if rest.lower() in ("", "nothing"):
        return ()
    names, parts, found = ticket_spellings(board), rest.split(","), list[str]()
    while parts:
        texts = [",".join(parts[:number]).strip() for number in range(len(parts), 0, -1)]
        text = next(filter(names.find, texts), texts[-1])
        found.append(_known(text, names, "ticket"))
        parts = parts[text.count(",") + 1 :]
    return tuple(found)


def _parse_festival(rest: str, board: Board) -> Move:
    return TakeFestival(
        None if rest.lower() == "none" else _known(rest, festival_spellings(board), "festival")
    )


def _parse_put(rest: str, _board: Board) -> Move:
    if rest.lower() == "hand":
        return PutCard("hand")
    if rest.lower() == "rack":
        return PutCard("rack")
    raise UnknownMove("unknown-move", case="put")


def _parse_place(rest: str, _board: Board) -> Move:
    """Parse `3 red 2 wild`, a row, or `red, blue, green`, three cards in any order."""
    if rest[:1].isdigit():
        return PlaceRow(*_parse_cards(rest))
    colours = {name.strip() for name in rest.lower().split(",")}
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
    "pick": lambda rest, board: Pick(_ticket(rest, board)),
    "rack": lambda rest, board: RackTicket(_ticket(rest, board)),
    "share": lambda rest, board: Share(_tickets(rest, board)),
    "put": _parse_put,
    "festival": _parse_festival,
    "stop": _bare(Stop()),
    "place": _parse_place,
    "complete": lambda rest, board: Complete(_ticket(rest, board)),
    "done": _bare(Done()),
    "pass": _bare(Pass()),
}
