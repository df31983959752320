"""The slots of the Card Game's observation in words."""

from __future__ import annotations

from semafor.boards.model import COLOURS, Board
from semafor.engine.cardgame.state import BIG_CITIES, CardAsk
from semafor.kinds import card_layout
from semafor.kinds.layout import (
    Layout,
    Names,
    filled,
    of_each,
    offer_names,
    pile_names,
    seat_names,
    seen_names,
    ticket_names,
)
from semafor.kinds.names import CARD_NAMES

CARD_OBSERVATION = Layout(card_layout.RANGES, card_layout.SIZE, card_layout.SETS)


def card_slot_names(board: Board) -> dict[str, Names]:
    """For each range the names of its slots in this game."""
    tickets = ticket_names(board)
    cities = filled([board.place(city.place).name.en for city in board.big_cities], BIG_CITIES)
    asks = [""] * card_layout.ASKS
    for ask in CardAsk:
        asks[ask] = ask.name.lower().replace("_", " ")
    rows = [f"siding {colour}" for colour in COLOURS] + [f"siding wilds {colour}" for colour in COLOURS]
    named = [f"tickets to {city}" if city else "" for city in cities]
    return {
        "TICKETS_HELD": tickets,
        "COMPLETING": tickets,
        "COMPLETED": of_each(seat_names(), tickets),
        **offer_names(board, tickets),
        **pile_names(),
        "TRACK": list(CARD_NAMES),
        "ROW_COLOUR": list(COLOURS),
        "ROW_PLAIN": ["cards"],
        "ASK": asks,
        "SEAT": of_each(seat_names(), [*card_layout.SEAT_FIELDS, *seen_names(), *rows, *named]),
        "TABLE": list(card_layout.TABLE_FIELDS),
    }
