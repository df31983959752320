"""The observation in words: a name for every slot of a board's layout."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from semafor.boards.model import COLOURS, Board
from semafor.engine.actions import Range
from semafor.engine.cardgame.state import BIG_CITIES, CardAsk
from semafor.engine.state import FESTIVALS, MARKET, OFFER, PLACES, ROUTES, SEATS, TICKETS, Ask, Goes
from semafor.gym.compiled import card_layout
from semafor.gym.compiled import layout as board_layout
from semafor.gym.compiled.layout import OBSERVATION_VERSION
from semafor.kinds.base import KindName
from semafor.kinds.board_actions import cut_ranges, largest_offer, sizes_of
from semafor.kinds.lookup import kind_of
from semafor.kinds.names import CARD_NAMES

__all__ = ["OBSERVATION_VERSION", "observation_names", "observation_ranges", "used_actions", "used_slots"]

Names = list[str]
UNUSED = "unused"
PILE_NAMES = ("plain from hand", "wild from hand", "plain from rack", "wild from rack")


def observation_ranges(board: Board) -> tuple[Range, ...]:
    """The named ranges of slots of the board's layout: that of all boards, or the Card Game's."""
    return _LAYOUTS[kind_of(board).name].ranges


@lru_cache(maxsize=64)
def observation_names(board: Board) -> tuple[str, ...]:
    """A name for every slot, in the words of this board; `unused …` for slots it has no use for."""
    layout = _LAYOUTS[kind_of(board).name]
    names = layout.names(board)
    slots = [f"{UNUSED} {slot}" for slot in range(layout.size)]
    for part in layout.ranges:
        for slot, name in zip(range(part.first, part.first + part.size), names[part.name], strict=True):
            if name:
                slots[slot] = f"{part.name} {name}"
    return tuple(slots)


def used_slots(board: Board, players: int) -> list[int]:
    """The slots that can hold anything but zero on this board with so many players."""
    absent = _seats()[players:]
    words = [name.split() for name in observation_names(board)]
    return [slot for slot, (part, owner, *_) in enumerate(words) if part != UNUSED and owner not in absent]


def used_actions(board: Board) -> list[int]:
    """The actions that can be legal on this board at all, and a few more."""
    ranges = cut_ranges(kind_of(board).ranges, sizes_of(board))
    return sorted(part.first + number for part in ranges for number in range(part.size))


def _board_names(board: Board) -> dict[str, Names]:
    options, teams, cards = board.options, board.options.teams, list(CARD_NAMES)
    routes, tickets = _filled(board.route_names, ROUTES), _tickets(board)
    stations = _only(options.stations is not None, _filled([place.name.en for place in board.places], PLACES))
    festivals = _filled([festival.name.en for festival in board.festivals], FESTIVALS)
    festivals = _only(options.festivals, festivals)
    tunnels = options.tunnels and any(route.tunnel for route in board.routes)
    fields = _only_fields(board, board_layout.SEAT_FIELDS)
    return {
        "OWNED": _of_each(_seats(), routes),
        "OPEN": routes,
        "TARGET_ROUTE": routes,
        "STATIONS": _of_each(_seats(), stations),
        "TARGET_PLACE": stations,
        "TICKETS_HELD": tickets,
        "TICKETS_RACKED": _only(teams, tickets),
        "TICKETS_DONE": tickets,
        "TICKETS_PICKED": _only(options.draft is not None, tickets),
        **_offers(board, tickets),
        **_cards(),
        "RACK": _only(teams, cards),
        "DRAWN": _only(teams, cards),
        "TURNED": _only(tunnels, cards),
        "PAID_COLOUR": _only(tunnels or teams, cards),
        "PAID": _only(tunnels or teams, list(PILE_NAMES)),
        "OWED": _only(teams, ["plain", "wild"]),
        "EXTRA": _only(tunnels, ["cards"]),
        "GOES_TO": _only(teams, _words(Goes)),
        "ASK": _words(Ask),
        "FESTIVALS_OPEN": festivals,
        "FESTIVALS_HELD": festivals,
        "SEAT": _of_each(_seats(), [*fields, *_seen()]),
        "TABLE": list(board_layout.TABLE_FIELDS),
    }


def _card_names(board: Board) -> dict[str, Names]:
    tickets = _tickets(board)
    cities = _filled([board.place(city.place).name.en for city in board.big_cities], BIG_CITIES)
    asks = [""] * card_layout.ASKS
    for ask in CardAsk:
        asks[ask] = ask.name.lower().replace("_", " ")
    rows = [f"siding {colour}" for colour in COLOURS] + [f"siding wilds {colour}" for colour in COLOURS]
    named = [f"tickets to {city}" if city else "" for city in cities]
    return {
        "TICKETS_HELD": tickets,
        "COMPLETING": tickets,
        "COMPLETED": _of_each(_seats(), tickets),
        **_offers(board, tickets),
        **_cards(),
        "TRACK": list(CARD_NAMES),
        "ROW_COLOUR": list(COLOURS),
        "ROW_PLAIN": ["cards"],
        "ASK": asks,
        "SEAT": _of_each(_seats(), [*card_layout.SEAT_FIELDS, *_seen(), *rows, *named]),
        "TABLE": list(card_layout.TABLE_FIELDS),
    }


class _Layout(NamedTuple):
    """The observation of one kind of game."""

    ranges: tuple[Range, ...]
    size: int
    names: Callable[[Board], dict[str, Names]]


_LAYOUTS: dict[KindName, _Layout] = {
    "board": _Layout(board_layout.RANGES, board_layout.SIZE, _board_names),
    "cards": _Layout(card_layout.RANGES, card_layout.SIZE, _card_names),
}


def _offers(board: Board, tickets: Names) -> dict[str, Names]:
    places = _filled([f"offer {place + 1}" for place in range(largest_offer(board))], OFFER)
    return {
        "OFFERED": [f"{place} {name}" if place and name else "" for place in places for name in tickets],
        "CHOSEN": places,
    }


def _cards() -> dict[str, Names]:
    places = [f"market {place + 1}" for place in range(MARKET)]
    cards = list(CARD_NAMES)
    return {"MARKET_CARDS": _of_each(places, cards), "HAND": cards, "DISCARDS": cards}


def _only_fields(board: Board, fields: Sequence[str]) -> Names:
    """What is seen of a seat where the board knows such a thing."""
    options = board.options
    known = {
        "partner": options.teams,
        "rack cards": options.teams,
        "rack tickets": options.teams,
        "pieces of the second kind": len(options.pieces) > 1,
        "stations left": options.stations is not None,
        "festival cards": options.festivals,
    }
    return [field if known.get(field, True) else "" for field in fields]


def _seen() -> Names:
    return [f"seen {card}" for card in CARD_NAMES]


def _seats() -> Names:
    return [f"+{far}" for far in range(SEATS)]


def _tickets(board: Board) -> Names:
    return _filled(board.ticket_names, TICKETS)


def _words(numbers: Iterable[Ask | Goes]) -> Names:
    return [number.name.lower().replace("_", " ") for number in numbers]


def _filled(names: Sequence[str], size: int) -> Names:
    """The names, and empty ones for what the board does not have."""
    return [*names, *[""] * (size - len(names))]


def _only(wanted: bool, names: Names) -> Names:
    return names if wanted else [""] * len(names)


def _of_each(owners: Names, names: Names) -> Names:
    return [f"{owner} {name}" if name else "" for owner in owners for name in names]
