"""The observation in words: a name for every slot of a board's layout."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from semafor.boardgame.names import CARD_NAMES
from semafor.boards.model import COLOURS, Board
from semafor.engine.actions import Range
from semafor.engine.cardgame.state import BIG_CITIES, CardAsk
from semafor.engine.state import FESTIVALS, MARKET, OFFER, PLACES, ROUTES, SEATS, TICKETS, Ask, Goes
from semafor.gym.compiled import card_layout, layout
from semafor.gym.compiled.layout import OBSERVATION_VERSION

__all__ = ["OBSERVATION_VERSION", "observation_names", "observation_ranges", "used_slots"]

Names = list[str]
UNUSED = "unused"


def observation_ranges(board: Board) -> tuple[Range, ...]:
    """The named ranges of slots of the board's layout: that of all boards, or the Card Game's."""
    return layout.RANGES if board.options.card_game is None else card_layout.RANGES


@lru_cache(maxsize=64)
def observation_names(board: Board) -> tuple[str, ...]:
    """A name for every slot, in the words of this board; `unused …` for slots it has no use for."""
    if board.options.card_game is None:
        names, size = _board_names(board), layout.SIZE
    else:
        names, size = _card_names(board), card_layout.SIZE
    slots = [f"{UNUSED} {slot}" for slot in range(size)]
    for part in observation_ranges(board):
        for slot, name in zip(range(part.first, part.first + part.size), names[part.name], strict=True):
            if name:
                slots[slot] = f"{part.name} {name}"
    return tuple(slots)


def used_slots(board: Board, players: int) -> list[int]:
    """The slots that can hold anything but zero on this board with so many players."""
    absent = tuple(f"+{far}" for far in range(players, SEATS))
    names = observation_names(board)
    return [
        slot
        for slot, name in enumerate(names)
        if not name.startswith(UNUSED) and name.split()[1] not in absent
    ]


def _board_names(board: Board) -> dict[str, Names]:
    routes, places, tickets = _filled(board.route_names, ROUTES), _places(board), _tickets(board)
    festivals = _filled([festival.name.en for festival in board.festivals], FESTIVALS)
    if not board.options.festivals:
        festivals = _filled((), FESTIVALS)
    stations = places if board.options.stations else _filled((), PLACES)
    picked = tickets if board.options.draft else _filled((), TICKETS)
    teams = board.options.teams
    return {
        "OWNED": _of_each(_seats(), routes),
        "OPEN": routes,
        "TARGET_ROUTE": routes,
        "STATIONS": _of_each(_seats(), stations),
        "TARGET_PLACE": stations,
        "TICKETS_HELD": tickets,
        "TICKETS_RACKED": _only(teams, tickets),
        "TICKETS_DONE": tickets,
        "TICKETS_PICKED": picked,
        **_offers(tickets),
        **_cards(),
        "RACK": _only(teams, list(CARD_NAMES)),
        "DRAWN": _only(teams, list(CARD_NAMES)),
        "TURNED": list(CARD_NAMES),
        "PAID_COLOUR": list(CARD_NAMES),
        "PAID": ["plain from hand", "wild from hand", "plain from rack", "wild from rack"],
        "OWED": ["plain", "wild"],
        "EXTRA": ["cards"],
        "GOES_TO": _only(teams, _words(Goes)),
        "ASK": _words(Ask),
        "FESTIVALS_OPEN": festivals,
        "FESTIVALS_HELD": festivals,
        "SEAT": _of_each(_seats(), [*layout.SEAT_FIELDS, *_seen()]),
        "TABLE": list(layout.TABLE_FIELDS),
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
        **_offers(tickets),
        **_cards(),
        "TRACK": list(CARD_NAMES),
        "ROW_COLOUR": list(COLOURS),
        "ROW_PLAIN": ["cards"],
        "ASK": asks,
        "SEAT": _of_each(_seats(), [*card_layout.SEAT_FIELDS, *_seen(), *rows, *named]),
        "TABLE": list(card_layout.TABLE_FIELDS),
    }


def _offers(tickets: Names) -> dict[str, Names]:
    places = [f"offer {place + 1}" for place in range(OFFER)]
    return {"OFFERED": _of_each(places, tickets), "CHOSEN": places}


def _cards() -> dict[str, Names]:
    places = [f"market {place + 1}" for place in range(MARKET)]
    cards = list(CARD_NAMES)
    return {"MARKET_CARDS": _of_each(places, cards), "HAND": cards, "DISCARDS": cards}


def _seen() -> Names:
    return [f"seen {card}" for card in CARD_NAMES]


def _seats() -> Names:
    return [f"+{far}" for far in range(SEATS)]


def _places(board: Board) -> Names:
    return _filled([place.name.en for place in board.places], PLACES)


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
