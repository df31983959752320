"""Names and numbers of a board, both ways."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from semafor.boards.model import COLOURS, WILD, Board
from semafor.engine.state import CARD_KINDS, NO_CARD, Array
from semafor.moves import Card
from semafor.notation import place_names

CARD_NAMES: tuple[Card, ...] = (*COLOURS, WILD)
assert len(CARD_NAMES) == CARD_KINDS
CARD_NUMBERS = {card: number for number, card in enumerate(CARD_NAMES)}


class Names:
    """Lookups of one board."""

    def __init__(self, board: Board) -> None:
        self.places = place_names(board)
        self.routes = board.route_names
        self.tickets = board.ticket_names
        self.festivals = tuple(festival.id for festival in board.festivals)
        self.festival_number = {name: n for n, name in enumerate(self.festivals)}
        self.place_number = {name: n for n, name in enumerate(self.places)}
        self.route_number = {name: n for n, name in enumerate(self.routes)}
        self.ticket_number = {name: n for n, name in enumerate(self.tickets)}

    def ticket_set(self, mask: np.uint64 | int) -> tuple[str, ...]:
        """The names of a set of tickets."""
        return tuple([self.tickets[n] for n in elements(mask)]) if mask else ()


@lru_cache(maxsize=64)
def names_of(board: Board) -> Names:
    """The lookups of a board, made once."""
    return Names(board)


def elements(mask: np.uint64 | int) -> list[int]:
    """The elements of a 64-bit set, in order."""
    rest, found = int(mask), []
    while rest:
        found.append((rest & -rest).bit_length() - 1)
        rest &= rest - 1
    return found


def route_elements(words: Array) -> list[int]:
    """The elements of a set of routes."""
    return elements(int(words[0]) | int(words[1]) << 64)


def card_name(number: int) -> Card | None:
    """The name of a card, None for a gap."""
    return None if number == NO_CARD else CARD_NAMES[number]


def card_counts(counts: Array) -> dict[Card, int]:
    """The cards that are there, by name."""
    return {CARD_NAMES[n]: int(number) for n, number in enumerate(counts) if number}
