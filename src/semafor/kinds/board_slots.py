"""The slots of a board game's observation in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from semafor.boards.model import Board
from semafor.engine.state import FESTIVALS, PLACES, ROUTES, Ask, Goes
from semafor.kinds import board_layout
from semafor.kinds.layout import (
    Layout,
    Names,
    filled,
    of_each,
    offer_names,
    only_if,
    pile_names,
    seat_names,
    seen_names,
    ticket_names,
)
from semafor.kinds.names import CARD_NAMES

BOARD_OBSERVATION = Layout(board_layout.RANGES, board_layout.SIZE, board_layout.SETS)
PILE_NAMES = ("plain from hand", "wild from hand", "plain from rack", "wild from rack")


def board_slot_names(board: Board) -> dict[str, Names]:
    """For each range the names of its slots on this board."""
    options, teams, cards = board.options, board.options.teams, list(CARD_NAMES)
    routes, tickets = filled(board.route_names, ROUTES), ticket_names(board)
    stations = filled([place.name.en for place in board.places], PLACES)
    stations = only_if(options.stations is not None, stations)
    festivals = filled([festival.name.en for festival in board.festivals], FESTIVALS)
    festivals = only_if(options.festivals, festivals)
    tunnels = options.tunnels and any(route.tunnel for route in board.routes)
    fields = _fields(board, board_layout.SEAT_FIELDS)
    return {
        "OWNED": of_each(seat_names(), routes),
        "OPEN": routes,
        "TARGET_ROUTE": routes,
        "STATIONS": of_each(seat_names(), stations),
        "TARGET_PLACE": stations,
        "TICKETS_HELD": tickets,
        "TICKETS_RACKED": only_if(teams, tickets),
        "TICKETS_DONE": tickets,
        "TICKETS_PICKED": only_if(options.draft is not None, tickets),
        **offer_names(board, tickets),
        **pile_names(),
        "RACK": only_if(teams, cards),
        "DRAWN": only_if(teams, cards),
        "TURNED": only_if(tunnels, cards),
        "PAID_COLOUR": only_if(tunnels or teams, cards),
        "PAID": only_if(tunnels or teams, list(PILE_NAMES)),
        "OWED": only_if(teams, ["plain", "wild"]),
        "EXTRA": only_if(tunnels, ["cards"]),
        "GOES_TO": only_if(teams, _words(Goes)),
        "ASK": _words(Ask),
        "FESTIVALS_OPEN": festivals,
        "FESTIVALS_HELD": festivals,
        "SEAT": of_each(seat_names(), [*fields, *seen_names()]),
        "TABLE": list(board_layout.TABLE_FIELDS),
    }


def _fields(board: Board, fields: Sequence[str]) -> Names:
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


def _words(numbers: Iterable[Ask | Goes]) -> Names:
    return [number.name.lower().replace("_", " ") for number in numbers]
