"""The records: what a game is (`STATE`), what a board is (`FACTS`), and what came of it (`RESULT`, `LOG`).

Every field with its shape and meaning. One compiled engine serves every board, so all sizes are
fixed maxima. A *side* is a seat, or a team of two seats where the board is played in teams. Sets
of routes are two 64-bit words, sets of places and tickets are one.
"""

from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

State = np.record
Facts = np.record
Log = np.record
Result = np.record
Array = NDArray[Any]

SEATS = 6
PLACES = 64
ROUTES = 128
TICKETS = 64
FESTIVALS = 20
MARKET = 5
OFFER = 6
"""Tickets a seat can be offered at once."""
TURNED = 6
"""Cards a tunnel can turn up."""
DECK = 168
LONGEST_COST = 8
"""Most cards one route can cost."""
STATIONS = 3
COLOURS = 8
"""Plain colours; a deck may use fewer."""
WILD = 8
CARD_KINDS = 9
"""The plain colours and the wild card: what a hand can hold."""
DRAFT_CARD = 9
FIRST_FESTIVAL = 10
"""In the deck, festival card f is FIRST_FESTIVAL + f."""
NO_CARD = -1
NOBODY = -1
GREY = 8
"""The colour of a route that takes any one colour."""
WORDS = 2
"""64-bit words of a set of routes."""
HAND, RACK = 0, 1
PLAIN, WILDS = 0, 1
"""Where cards laid aside come from, and which they are: the places of `paid` and `owed`."""
LOG_ROWS = DECK + TICKETS + 88
"""Most rows of one decision, with room to spare.

All that comes off a deck or is completed is told once, a card or ticket a row; of sweeps of the
market in a row, whose number has no limit, a few are told in full (`market`). What remains are a
few rows a seat, a market place and a turn.
"""


class Ask(IntEnum):
    """What a seat must decide now."""

    NOTHING = 0
    TURN = 1
    """Choose the action of the turn."""
    SECOND_CARD = 2
    PAYMENT = 3
    """Choose the colour and the wilds for the route or the station in progress."""
    SPLIT_PLAIN = 4
    """Teams: how many of the plain cards come from the rack."""
    SPLIT_WILD = 5
    TUNNEL = 6
    """Pay the extra cards of the tunnel or refuse."""
    FESTIVAL = 7
    """Choose the festival cards of one end of the claimed route."""
    KEEP = 8
    """Choose tickets from the drawn offer."""
    RACK_TICKET = 9
    """Teams: which of the kept tickets goes to the rack."""
    PLACE_CARD = 10
    """Teams: whether the drawn card goes to the hand or to the rack."""
    SHARE_MORE = 11
    """Teams: a second ticket to share, or no more."""
    START_KEEP = 12
    """Choose the starting tickets, all seats at once."""
    START_RACK = 13
    """Teams: which starting ticket goes to the rack, both partners at once."""
    PICK = 14
    """Take one ticket of the passed hand, all seats at once."""
    DRAFT_KEEP = 15
    """Keep the drafted tickets, all seats at once."""


class Rejected(IntEnum):
    """What becomes of rejected starting tickets."""

    BOTTOM = 0
    OUT = 1
    SHUFFLE = 2


class Goes(IntEnum):
    """Where a drawn card goes."""

    ANYWHERE = 0
    HAND = 1
    RACK = 2
    ALONE = 3
    """Anywhere, and no other card follows (ASI-6)."""


class Step(IntEnum):
    """What the payment in progress is for."""

    NONE = 0
    ROUTE = 1
    STATION = 2


class TieBreak(IntEnum):
    """What decides between sides with the same points."""

    NONE = 0
    TICKETS = 1
    STATIONS = 2
    LONGEST = 3
    """The longer line."""
    BONUSES = 4
    """Bonus cards of the Card Game."""
    EXPRESS = 5
    """The longest line of all."""


def record_of(*fields: tuple[Any, ...]) -> np.dtype[np.void]:
    """A record type with attributes, its fields laid out from wide to narrow so that no gap is left.

    A gap would hold chance bytes after a copy, and equal states would have unequal bytes.
    """
    declared = np.dtype(list(fields))
    names = list(declared.names or ())
    widths = {name: _alignment(declared[name]) for name in names}
    names.sort(key=lambda name: -widths[name])
    layout = [(name, declared[name]) for name in names]
    spare = -declared.itemsize % 8
    if spare:
        layout.append(("spare", np.dtype((np.int8, spare))))
    return np.dtype((np.record, np.dtype(layout, align=True)))


def _alignment(field: np.dtype[Any]) -> int:
    return 8 if field.base.fields else field.base.alignment


i1, i2, i4, u4, u8, f8 = np.int8, np.int16, np.int32, np.uint32, np.uint64, np.float64

STATE = record_of(
    # chance
    ("key", u4, 4),  # the seed's 128 bits
    ("counter", u8),  # blocks of random words used so far
    # the turn
    ("players", i1),
    ("first", i1),  # seat of the first turn
    ("turn", i1),  # seat at turn
    ("turns", i2),  # turns ended so far
    ("ask", i1, SEATS),  # what each seat must decide now (Ask)
    ("over", i1),
    ("passes", i1),  # turns passed in a row
    ("last_turns", i1),  # turns left once the last round began, else 0
    ("last_round", i1),  # whether the last round began
    # cards
    ("deck", i1, DECK),  # from deck_next to deck_end, top first
    ("deck_next", i2),
    ("deck_end", i2),
    ("deck_trains", i2),  # transport cards among them
    ("discards", i1, CARD_KINDS),
    ("market", i1, MARKET),
    ("hand", i1, (SEATS, CARD_KINDS)),
    ("seen", i1, (SEATS, CARD_KINDS)),  # cards of each hand that the whole table saw it take
    ("rack", i1, (SEATS, CARD_KINDS)),  # by side; teams only
    # the board
    ("owned", u8, (SEATS, WORDS)),  # routes of each seat
    ("open", u8, (SEATS, WORDS)),  # routes that ownership still lets each seat claim
    ("pieces", i1, (SEATS, 2)),  # left, by kind of piece
    ("stations", u8, SEATS),  # places with a station of each seat
    ("stations_left", i1, SEATS),
    ("score", i2, SEATS),  # route points, by side
    # tickets
    ("ticket_deck", i1, TICKETS),  # a ring: ticket_count from ticket_next on, top first
    ("ticket_next", i1),
    ("ticket_count", i1),
    ("tickets", u8, SEATS),  # held in secret by each seat
    ("rack_tickets", u8, SEATS),  # on the ticket rack, by side; teams only
    ("offer", i1, (SEATS, OFFER)),  # tickets each seat chooses from
    ("offered", i1, SEATS),  # how many
    ("choice", i1, SEATS),  # set of offer places kept, or the one picked, while others still decide
    ("rack_choice", i1, SEATS),  # teams: the offer place that goes to the rack
    # drafts
    ("picked", i1, (SEATS, OFFER)),  # tickets picked so far in this draft
    ("draft_round", i1),  # picks made in this draft
    ("drafts", i1),  # drafts finished
    ("draft_due", i1),  # whether the draft card came off the deck and its draft is still to come
    # festivals
    ("festival_open", i1, FESTIVALS),  # cards lying open
    ("festival_held", i1, (SEATS, FESTIVALS)),
    # the step in progress
    ("step", i1),  # what is being paid for (Step)
    ("target", i1),  # the route or place
    ("paid_colour", i1),  # plain colour played, WILD when only wilds were
    ("paid", i1, (2, 2)),  # cards laid aside: [from hand, from rack] x [plain, wild]
    ("owed", i1, 2),  # cards of the payment in progress: plain, wild
    ("turned", i1, TURNED),  # cards turned up by the tunnel
    ("turned_count", i1),
    ("extra", i1),  # cards the tunnel asks for
    ("drawn", i1),  # teams: the card to be placed, else NO_CARD
    ("drawn_open", i1),  # teams: whether it lay face up
    ("goes_to", i1),  # teams: where the next card goes (Goes)
)

FACTS = record_of(
    # the map
    ("places", i1),
    ("routes", i2),
    ("tickets", i1),
    ("cities", u8),  # places that are no junctions
    ("line_order", i1, PLACES),  # an order that keeps the rim of every network small (see `linegraph`)
    ("route_a", i1, ROUTES),
    ("route_b", i1, ROUTES),
    ("route_colour", i1, ROUTES),  # GREY for any
    ("route_cost", i1, ROUTES),  # cards
    ("route_pieces", i1, ROUTES),  # spaces
    ("route_kind", i1, ROUTES),  # kind of piece, 0 or 1
    ("route_ferry", i1, ROUTES),  # wilds asked for
    ("route_tunnel", i1, ROUTES),  # cards turned up
    ("route_points", i2, ROUTES),
    ("strands", u8, (ROUTES, WORDS)),  # the parallel strands of each route, itself included
    ("strand_limit", i1, (SEATS + 1, ROUTES)),  # how many of them may be taken, by number of players
    ("all_routes", u8, WORDS),
    ("at", i2, PLACES + 1),  # the routes of place p are route_at[at[p]:at[p + 1]]
    ("route_at", i2, 2 * ROUTES),
    ("place_at", i1, 2 * ROUTES),  # the other end of each
    ("payable", u8, (COLOURS, LONGEST_COST + 1, WORDS)),  # routes payable with k cards that count as c
    ("ferry_ok", u8, (LONGEST_COST + 1, WORDS)),  # routes that ask for at most w wilds
    ("fits", u8, (2, LONGEST_COST + 1, WORDS)),  # routes of a kind with at most p spaces
    ("ticket_a", i1, TICKETS),
    ("ticket_b", i1, TICKETS),
    ("ticket_points", i2, TICKETS),
    ("ticket_long", u8),  # the long tickets
    ("festivals", i1),
    ("festival_cards", i1, FESTIVALS),
    ("festival_points", i2, (FESTIVALS, 16)),  # by cards of that festival held
    ("place_festival", i1, PLACES),  # festival + 1, or 0
    # the options
    ("cards", i1, CARD_KINDS),
    ("hand", i1),
    ("team_size", i1),
    ("pieces", i1, 2),
    ("stations", i1),
    ("station_value", i1),
    ("start_count", i1),
    ("start_long", i1),
    ("start_keep", i1),
    ("start_rejected", i1),  # Rejected
    ("draw_count", i1),
    ("draw_keep", i1),
    ("draft_count", i1),  # 0 for no drafts
    ("draft_keep", i1),
    ("draft_at", i1, (SEATS + 1, 2)),  # where the draft card goes: numerator, denominator
    ("last_round_at", i1),
    ("longest_bonus", i1),
    ("most_tickets_bonus", i1),
    ("ties", i1, 4),  # TieBreak, in order; 0 ends the list
)

RESULT = record_of(  # by side; filled by `score.score_game`
    ("sides", i1),
    ("routes", i2, SEATS),
    ("tickets", i2, SEATS),  # completed minus missed
    ("completed", u8, SEATS),
    ("completed_count", i1, SEATS),
    ("stations", i2, SEATS),  # points for stations left
    ("borrowed", i2, (SEATS, STATIONS)),  # by seat and station in order of place: route + 1, or 0
    ("longest", i2, SEATS),  # length of the longest line
    ("line", u8, (SEATS, WORDS)),  # its routes
    ("longest_bonus", i2, SEATS),
    ("most_tickets_bonus", i2, SEATS),
    ("festivals", i2, SEATS),
    ("total", i2, SEATS),
    ("rank", i1, SEATS),  # 1 is the best; equal ranks share
    ("tie_break", i1),  # the TieBreak that decided the first place, 0 for none
)

LOG = record_of(
    ("count", i2),
    ("rows", i2, (LOG_ROWS, 8)),  # kind, seat, up to six details (see `log`)
)
QUIET_LOG = record_of(("count", i2), ("rows", i2, (1, 8)))
"""A log that keeps nothing, for games whose events nobody reads (see `log.is_quiet`)."""
