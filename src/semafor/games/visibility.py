"""Who may see each field of a state, for both kinds of games.

Tests check views (`games.board_view`, `games.card_view`) and observations (`games.observation`) against
these tables, field by field, and fail for a field without an entry. `knowledge.sampler` uses them to clear
what a seat cannot know.
"""

from collections.abc import Mapping
from enum import Enum
from typing import NamedTuple


class Sees(Enum):
    """Which viewers may see a field."""

    EVERYONE = "everyone, spectators too"
    SEAT = "the seat whose row it is"
    SIDE = "both partners of the side whose row it is"
    AT_TURN = "the seat at turn, and everyone once it is face up as in a tunnel"
    OWNER_SOMETIMES = "the seat whose row it is, while the rules let it look; then perhaps everyone"
    NOBODY = "nobody"


class Visibility(NamedTuple):
    """Who sees a field, and what other viewers are told about it."""

    by: Sees
    others_count: bool = False
    """Whether others see how much there is: the number of cards or tickets, or that there is a question."""
    told: bool = True
    """Whether views and observations contain it; what follows from other fields is left out."""


EVERYONE = Visibility(Sees.EVERYONE)
UNTOLD = Visibility(Sees.EVERYONE, told=False)
SEAT, SEAT_COUNTED = Visibility(Sees.SEAT), Visibility(Sees.SEAT, others_count=True)
SIDE_COUNTED = Visibility(Sees.SIDE, others_count=True)
AT_TURN = Visibility(Sees.AT_TURN)
NOBODY = Visibility(Sees.NOBODY, told=False)

_OF_ALL_GAMES = {
    "key": NOBODY,
    "counter": NOBODY,
    "players": EVERYONE,
    "first": UNTOLD,
    "turn": EVERYONE,
    "turns": EVERYONE,
    "ask": SEAT_COUNTED,
    "over": EVERYONE,
    "last_turns": EVERYONE,
    "last_round": EVERYONE,
    "deck": NOBODY,
    "deck_next": EVERYONE,
    "deck_end": EVERYONE,
    "deck_trains": UNTOLD,
    "discards": EVERYONE,
    "market": EVERYONE,
    "hand": SEAT_COUNTED,
    "seen": EVERYONE,
    "score": EVERYONE,
    "ticket_deck": NOBODY,
    "ticket_next": NOBODY,
    "ticket_count": EVERYONE,
    "tickets": SEAT_COUNTED,
    "offer": SEAT,
    "offered": EVERYONE,
    "choice": SEAT,
}

BOARD_VISIBILITY: dict[str, Visibility] = {
    **_OF_ALL_GAMES,
    "passes": UNTOLD,
    "rack": SIDE_COUNTED,
    "owned": EVERYONE,
    "open": EVERYONE,
    "pieces": EVERYONE,
    "stations": EVERYONE,
    "stations_left": EVERYONE,
    "rack_tickets": SIDE_COUNTED,
    "rack_choice": Visibility(Sees.SEAT, told=False),
    "picked": SEAT,
    "draft_round": EVERYONE,
    "drafts": EVERYONE,
    "draft_due": EVERYONE,
    "festival_open": EVERYONE,
    "festival_held": SEAT_COUNTED,
    "step": AT_TURN,
    "target": AT_TURN,
    "paid_colour": AT_TURN,
    "paid": AT_TURN,
    "owed": AT_TURN,
    "turned": AT_TURN,
    "turned_count": AT_TURN,
    "extra": AT_TURN,
    "drawn": Visibility(Sees.AT_TURN, others_count=True),
    "drawn_open": UNTOLD,
    "goes_to": AT_TURN,
}

CARD_VISIBILITY: dict[str, Visibility] = {
    **_OF_ALL_GAMES,
    "half": EVERYONE,
    "siding": EVERYONE,
    "siding_wilds": EVERYONE,
    "track": Visibility(Sees.OWNER_SOMETIMES, others_count=True),  # CRD-5
    "completing": SEAT,
    "completed": Visibility(Sees.OWNER_SOMETIMES, others_count=True),  # CRD-15
    "row_colour": AT_TURN,
    "row_plain": AT_TURN,
}

KEPT_ASKS = "ask"
"""The questions of other seats stay in a sampled world, which continues in the middle of them."""


def secrets_of_seats(fields: Mapping[str, Visibility]) -> list[str]:
    """Return the fields of which a seat sees nothing, or only how much, in the rows of other seats."""
    return [name for name, seen in fields.items() if seen.by is Sees.SEAT and name != KEPT_ASKS]


def secrets_of_sides(fields: Mapping[str, Visibility]) -> list[str]:
    """Return the fields of which a seat sees nothing, or only how much, in the rows of other sides."""
    return [name for name, seen in fields.items() if seen.by is Sees.SIDE]
