"""The layout of an observation, and names for its slots: what the two kinds of games have in common.

An observation is a row of bytes. The layouts (`board_layout`, `card_layout`) say which slot means what,
`board_observer` and `card_observer` write them, and `semafor.knowledge.visibility` says who may see it.
"""

from collections.abc import Sequence
from typing import NamedTuple

from semafor.boards.model import Board
from semafor.engine.actions import Range
from semafor.engine.state import MARKET, OFFER, SEATS, TICKETS
from semafor.games.board_actions import largest_offer
from semafor.games.board_facts import CARD_NAMES

Names = list[str]
"""Of the slots of a range; empty for what the board does not have."""


class ObservationLayout(NamedTuple):
    """Which slots an observation has."""

    ranges: tuple[Range, ...]
    size: int
    sets: int
    """The number of 64-slot words that are sets; they come first."""


def offer_names(board: Board, tickets: Names) -> dict[str, Names]:
    """The offer and what is chosen of it."""
    places = filled([f"offer {place + 1}" for place in range(largest_offer(board))], OFFER)
    return {
        "OFFERED": [f"{place} {name}" if place and name else "" for place in places for name in tickets],
        "CHOSEN": places,
    }


def pile_names() -> dict[str, Names]:
    """The cards of market, hand and discards."""
    places = [f"market {place + 1}" for place in range(MARKET)]
    cards = list(CARD_NAMES)
    return {"MARKET_CARDS": of_each(places, cards), "HAND": cards, "DISCARDS": cards}


def seen_names() -> Names:
    """The cards that the whole table saw a seat take."""
    return [f"seen {card}" for card in CARD_NAMES]


def seat_names() -> Names:
    """Seats, counted from the viewer."""
    return [f"+{far}" for far in range(SEATS)]


def ticket_names(board: Board) -> Names:
    """All tickets."""
    return filled(board.ticket_names, TICKETS)


def filled(names: Sequence[str], size: int) -> Names:
    """The names, and empty ones for what the board does not have."""
    return [*names, *[""] * (size - len(names))]


def only_if(wanted: bool, names: Names) -> Names:
    """The names, or as many empty ones."""
    return names if wanted else [""] * len(names)


def of_each(owners: Names, names: Names) -> Names:
    """Every name for every owner."""
    return [f"{owner} {name}" if name else "" for owner in owners for name in names]
