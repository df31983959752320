"""The observation of a board game: every slot is a byte of a named range, for one layout on every board.

Seats are counted from the viewer: +0 is the viewer, +1 the next in order of turns. Sets (routes,
places, tickets) come first, one byte an element. `OBSERVATION_VERSION` changes with any change here
or in the Card Game's layout.
"""

from collections.abc import Iterable, Sequence

from semafor.boards.model import Board
from semafor.engine import state as st
from semafor.engine.actions import Range
from semafor.engine.state import Ask, Goes
from semafor.games.board_facts import CARD_NAMES
from semafor.games.observation import (
    Names,
    ObservationLayout,
    filled,
    of_each,
    offer_names,
    only_if,
    pile_names,
    seat_names,
    seen_names,
    ticket_names,
)

OBSERVATION_VERSION = 2
MOST = 255
"""A slot is a byte: larger numbers stop here."""
ASKS = len(Ask)
PILES = 4
"""Cards laid aside: plain and wild from the hand, plain and wild from the rack."""

OWNED = 0
OPEN = OWNED + st.SEATS * st.ROUTES
TARGET_ROUTE = OPEN + st.ROUTES
STATIONS = TARGET_ROUTE + st.ROUTES
TARGET_PLACE = STATIONS + st.SEATS * st.PLACES
TICKETS_HELD = TARGET_PLACE + st.PLACES
TICKETS_RACKED = TICKETS_HELD + st.TICKETS
TICKETS_DONE = TICKETS_RACKED + st.TICKETS
TICKETS_PICKED = TICKETS_DONE + st.TICKETS
OFFERED = TICKETS_PICKED + st.TICKETS
CHOSEN = OFFERED + st.OFFER * st.TICKETS
MARKET_CARDS = CHOSEN + st.OFFER
HAND = MARKET_CARDS + st.MARKET * st.CARD_KINDS
RACK = HAND + st.CARD_KINDS
DRAWN = RACK + st.CARD_KINDS
DISCARDS = DRAWN + st.CARD_KINDS
TURNED = DISCARDS + st.CARD_KINDS
PAID_COLOUR = TURNED + st.CARD_KINDS
PAID = PAID_COLOUR + st.CARD_KINDS
OWED = PAID + PILES
EXTRA = OWED + 2
GOES_TO = EXTRA + 1
ASK = GOES_TO + len(Goes)
FESTIVALS_OPEN = ASK + ASKS
FESTIVALS_HELD = FESTIVALS_OPEN + st.FESTIVALS
SEAT = FESTIVALS_HELD + st.FESTIVALS

SEAT_FIELDS = (
    "plays",
    "partner",
    "at turn",
    "asked",
    "cards",
    "tickets",
    "pieces",
    "pieces of the second kind",
    "stations left",
    "festival cards",
    "score",
    "rack cards",
    "rack tickets",
)
"""What everyone sees of a seat; score and racks are those of its side."""
SEEN = len(SEAT_FIELDS)
"""After them: the cards of each kind in the seat's hand that the whole table saw it take."""
SEAT_SLOTS = SEEN + st.CARD_KINDS

TABLE = SEAT + st.SEATS * SEAT_SLOTS
TABLE_FIELDS = (
    "players",
    "round",
    "deck",
    "ticket deck",
    "last round",
    "last turns",
    "drafts",
    "draft round",
    "draft due",
)
SIZE = -(-(TABLE + len(TABLE_FIELDS)) // 64) * 64

SETS = CHOSEN // 64
"""The number of 64-slot words that are sets, one bit per slot."""

RANGES = (
    Range("OWNED", OWNED, st.SEATS * st.ROUTES, "1 if seat +s owns route r (128 s + r)"),
    Range("OPEN", OPEN, st.ROUTES, "1 if the viewer may still claim route r, considering ownership"),
    Range("TARGET_ROUTE", TARGET_ROUTE, st.ROUTES, "1 at the route of the step in progress"),
    Range("STATIONS", STATIONS, st.SEATS * st.PLACES, "1 if seat +s has a station in place p (64 s + p)"),
    Range("TARGET_PLACE", TARGET_PLACE, st.PLACES, "1 at the place of the station in progress"),
    Range("TICKETS_HELD", TICKETS_HELD, st.TICKETS, "1 if the viewer holds ticket t"),
    Range("TICKETS_RACKED", TICKETS_RACKED, st.TICKETS, "teams: 1 if ticket t is on the team's rack"),
    Range(
        "TICKETS_DONE",
        TICKETS_DONE,
        st.TICKETS,
        "1 if the side's routes connect the ends of ticket t, held or racked (without stations)",
    ),
    Range("TICKETS_PICKED", TICKETS_PICKED, st.TICKETS, "draft: 1 if ticket t was picked in this draft"),
    Range("OFFERED", OFFERED, st.OFFER * st.TICKETS, "1 if ticket t is place i of the offer (64 i + t)"),
    Range("CHOSEN", CHOSEN, st.OFFER, "1 if place i of the offer is chosen while others still choose"),
    Range(
        "MARKET_CARDS",
        MARKET_CARDS,
        st.MARKET * st.CARD_KINDS,
        "1 if the card at place m of the market is c (9 m + c)",
    ),
    Range("HAND", HAND, st.CARD_KINDS, "cards of each type in hand"),
    Range("RACK", RACK, st.CARD_KINDS, "teams: cards of each type on the team's rack"),
    Range("DRAWN", DRAWN, st.CARD_KINDS, "teams: 1 at the drawn card that is to be placed"),
    Range("DISCARDS", DISCARDS, st.CARD_KINDS, "cards of each type in the discards"),
    Range("TURNED", TURNED, st.CARD_KINDS, "cards of each type turned up for the tunnel"),
    Range("PAID_COLOUR", PAID_COLOUR, st.CARD_KINDS, "1 at the plain colour of the payment in progress"),
    Range(
        "PAID", PAID, PILES, "cards already paid: plain and wild from the hand, plain and wild from the rack"
    ),
    Range("OWED", OWED, 2, "cards of the payment still to be paid: plain, wild"),
    Range("EXTRA", EXTRA, 1, "extra cards of the tunnel"),
    Range("GOES_TO", GOES_TO, len(Goes), "teams, second card: 1 at anywhere, hand or rack"),
    Range("ASK", ASK, ASKS, "1 at what the viewer must decide now (engine.state.Ask)"),
    Range("FESTIVALS_OPEN", FESTIVALS_OPEN, st.FESTIVALS, "face-up cards of festival f"),
    Range("FESTIVALS_HELD", FESTIVALS_HELD, st.FESTIVALS, "the viewer's cards of festival f"),
    Range(
        "SEAT",
        SEAT,
        st.SEATS * SEAT_SLOTS,
        f"seat +s ({SEAT_SLOTS} s + …): {', '.join(SEAT_FIELDS)}, then the cards of each kind "
        "in its hand that the whole table saw it take",
    ),
    Range("TABLE", TABLE, len(TABLE_FIELDS), ", ".join(TABLE_FIELDS)),
)
assert all(first % 64 == 0 for first in (OWNED, OPEN, STATIONS, TICKETS_HELD, OFFERED, CHOSEN))


BOARD_OBSERVATION = ObservationLayout(RANGES, SIZE, SETS)
PILE_NAMES = ("plain from hand", "wild from hand", "plain from rack", "wild from rack")


def board_slot_names(board: Board) -> dict[str, Names]:
    """For each range the names of its slots on this board."""
    options, teams, cards = board.options, board.options.teams, list(CARD_NAMES)
    routes, tickets = filled(board.route_names, st.ROUTES), ticket_names(board)
    stations = filled([place.name.en for place in board.places], st.PLACES)
    stations = only_if(options.stations is not None, stations)
    festivals = filled([festival.name.en for festival in board.festivals], st.FESTIVALS)
    festivals = only_if(options.festivals, festivals)
    tunnels = options.tunnels and any(route.tunnel for route in board.routes)
    fields = _fields(board, SEAT_FIELDS)
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
        "TABLE": list(TABLE_FIELDS),
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
