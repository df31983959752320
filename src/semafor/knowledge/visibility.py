"""Who may see what: the one statement, field by field of a state, for both kinds of games.

Views (`games.board_view`, `games.card_view`) and observations (`games.observation`) are checked against it, a
field at a time; `forgetting` empties by it what a seat cannot know. A field without a line fails a test.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from semafor.games.kind import KindName


class Sees(Enum):
    """Whose eyes a field is for."""

    EVERYONE = "everyone, spectators too"
    SEAT = "the seat whose row it is"
    SIDE = "both partners of the side whose row it is"
    AT_TURN = "the seat at turn, and everyone once it lies open as a tunnel does"
    OWNER_SOMETIMES = "the seat whose row it is, while the rules let it look; then perhaps everyone"
    NOBODY = "nobody"


class Sight(NamedTuple):
    """Who sees a field, and what of it others are told."""

    by: Sees
    others_count: bool = False
    """Others see how much there is: how many cards or tickets, or whether there is a question."""
    told: bool = True
    """Whether a view or an observation tells it: what follows from the rest is left out."""


EVERYONE = Sight(Sees.EVERYONE)
UNTOLD = Sight(Sees.EVERYONE, told=False)
SEAT, SEAT_COUNTED = Sight(Sees.SEAT), Sight(Sees.SEAT, others_count=True)
SIDE_COUNTED = Sight(Sees.SIDE, others_count=True)
AT_TURN = Sight(Sees.AT_TURN)
NOBODY = Sight(Sees.NOBODY, told=False)

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

BOARD_SIGHT: dict[str, Sight] = {
    **_OF_ALL_GAMES,
    "passes": UNTOLD,
    "rack": SIDE_COUNTED,
    "owned": EVERYONE,
    "open": EVERYONE,
    "pieces": EVERYONE,
    "stations": EVERYONE,
    "stations_left": EVERYONE,
    "rack_tickets": SIDE_COUNTED,
    "rack_choice": Sight(Sees.SEAT, told=False),
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
    "drawn": Sight(Sees.AT_TURN, others_count=True),
    "drawn_open": UNTOLD,
    "goes_to": AT_TURN,
}

CARD_SIGHT: dict[str, Sight] = {
    **_OF_ALL_GAMES,
    "half": EVERYONE,
    "siding": EVERYONE,
    "siding_wilds": EVERYONE,
    "track": Sight(Sees.OWNER_SOMETIMES, others_count=True),  # CRD-5
    "completing": SEAT,
    "completed": Sight(Sees.OWNER_SOMETIMES, others_count=True),  # CRD-15
    "row_colour": AT_TURN,
    "row_plain": AT_TURN,
}

SIGHT: dict[KindName, dict[str, Sight]] = {"board": BOARD_SIGHT, "cards": CARD_SIGHT}
"""For each kind of game all fields of its states."""

KEPT_ASKS = "ask"
"""What others are asked stays where a world is dealt anew: it goes on in the middle of that."""


def secrets_of_seats(kind: KindName) -> list[str]:
    """The fields of which a seat sees nothing, or only how much, in the rows of others."""
    return [name for name, sight in SIGHT[kind].items() if sight.by is Sees.SEAT and name != KEPT_ASKS]


def secrets_of_sides(kind: KindName) -> list[str]:
    """The same in the rows of other sides."""
    return [name for name, sight in SIGHT[kind].items() if sight.by is Sees.SIDE]
