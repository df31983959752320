"""The records of the search on boards: a chart of the board, plans, and the desk all work is done on."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from semafor.engine.actions import MASK_WORDS
from semafor.engine.longest import GRAPH
from semafor.engine.state import (
    CARD_KINDS,
    DECK,
    LOG,
    PLACES,
    ROUTES,
    SEATS,
    STATE,
    TICKETS,
    WORDS,
    i1,
    i2,
    i4,
    record_of,
    u8,
)
from semafor.engine.stations import BORROWING
from semafor.engine.ways import WAYS
from semafor.worlds.records import HIDDEN, f4

Chart = np.record
Desk = np.record
Plan = np.record

CANDIDATES = 64
"""Most first decisions that are compared."""
KNOWN, WORLD, PLAYED = 0, 1, 2
"""The desk's states."""


class Knob(IntEnum):
    """What can be tuned of the policy; the values stand in `chart`."""

    STEP = 0
    """Price of a route besides its cards, in cards: it takes a turn."""
    POINTS = 1
    """Cards that a point of a route is worth when ways are compared."""
    PACE = 2
    """Pieces that a seat lays in a turn, on average."""
    CARDS_A_TURN = 3
    """Useful cards that a turn of drawing brings."""
    WILD = 4
    """Worth of a face-up wild; a needed card is worth 1, and two of them make a turn."""
    LOOSE = 5
    """Worth of a card that the plan does not need."""
    BLIND_WILD = 6
    """Worth of a wild drawn blind."""
    TICKET_TURNS = 7
    """More tickets are drawn only with so many turns left."""
    TICKET_PIECES = 8
    """And with so many pieces left."""
    TICKET_COST = 9
    """Points that a card and a turn of a ticket's way cost when tickets are kept."""
    DEMAND = 10
    """How much it matters for the order of claims that others want the route too."""
    LENGTH = 11
    """How much it matters that the route has points."""
    SLACK = 12
    """Turns by which a plan may exceed the turns left."""
    MOST_WILDS = 13
    """Wilds that a claim may take while there is time."""
    HELD = 14
    """Share of the cards in hand that a plan can be expected to use."""
    MISSED = 15
    """Points against a ticket that does not fit the time and the pieces left."""
    LINE = 16
    """Points that a piece is worth which makes the own line longer; nothing where no line is rewarded."""


CHART = record_of(
    ("weight", i4, ROUTES),  # price of a free route in hundredths of a card
    ("demand", f4, ROUTES),  # how much the tickets of the board want each route
    ("apart", i4, TICKETS),  # price of each ticket's way on the empty board
    ("knob", f4, 32),
)

PLAN = record_of(
    ("want", u8, WORDS),  # routes to be claimed
    ("built", u8, WORDS),  # the side's network when the plan was last looked at
    ("tickets", u8),  # what it was made for
    ("missed", u8),  # those of them that it gives up
    ("made", i1),
)

DESK = record_of(
    ("states", STATE, 3),  # what is known, a sampled world, and the game that is played on from it
    ("hidden", HIDDEN),
    ("plans", PLAN, SEATS),
    ("world_plans", PLAN, SEATS),
    ("ways", WAYS),
    ("sizes", i4, 4),  # what a plan takes: pieces of both kinds, cards, routes
    ("need", i2, CARD_KINDS),  # cards that the plan still lacks
    ("reserve", i2, CARD_KINDS),  # cards that the plan's coloured routes cost
    ("label", np.int64, PLACES),
    ("aim", i2),  # the route that the points are sought with, or -1
    ("target", u8, WORDS),  # a set of routes whose cards are counted
    ("ends", u8),  # places where a line of the own network can end
    ("mask", u8, MASK_WORDS),
    ("dice", u8, 1),
    ("pool", i1, DECK),
    ("chance", f4, TICKETS),
    # the candidates at the root
    ("candidates", i2),
    ("chain", np.int64, CANDIDATES),  # the actions of each, as in `engine.chains`
    ("offers", u8, MASK_WORDS),  # all that is legal there
    ("alive", i1, CANDIDATES),
    ("visits", np.int64, CANDIDATES),
    ("gain", np.float64, CANDIDATES),  # by how much each did better than the policy's choice, summed up
    ("square", np.float64, CANDIDATES),  # the same squared
    # for the score
    ("routes", u8, WORDS),
    ("line", u8, WORDS),
    ("total", i4, SEATS),
    ("longest", i4, SEATS),
    ("done", i4, SEATS),  # completed tickets
    ("graph", GRAPH),
    ("borrowing", BORROWING),
    ("log", LOG),
)
