"""The Card Game's action space: every decision is one integer of a named range.

It is as large as the board games' space, so that masks of legal actions have one size.
"""

from __future__ import annotations

from semafor.engine import actions as board_actions
from semafor.engine.actions import Range
from semafor.engine.cardgame.state import LONGEST_ROW, MOST_WILDS
from semafor.engine.state import COLOURS, MARKET, OFFER, TICKETS

KEEP = 0
COMPLETE = KEEP + (1 << OFFER)
PLACE = COMPLETE + TICKETS
THREE = PLACE + COLOURS * LONGEST_ROW
WILDS = THREE + 64
SINGLE = WILDS + 64
DRAW_DECK = SINGLE
DRAW_MARKET = DRAW_DECK + 1
STOP = DRAW_MARKET + MARKET
DRAW_TICKETS = STOP + 1
DONE = DRAW_TICKETS + 1
PASS = DONE + 1
ACTIONS = SINGLE + 64

KEEP_WORD = KEEP // 64
COMPLETE_WORD = COMPLETE // 64
PLACE_WORD = PLACE // 64
THREE_WORD = THREE // 64
WILDS_WORD = WILDS // 64
SINGLE_WORD = SINGLE // 64
assert ACTIONS == board_actions.ACTIONS
assert all(start % 64 == 0 for start in (KEEP, COMPLETE, PLACE, THREE, WILDS, SINGLE))

TRIPLES = tuple((a, b, c) for c in range(COLOURS) for b in range(c) for a in range(b))
"""Three different colours, each rising; triple t of them is action THREE + t."""

RANGES = (
    Range("KEEP", KEEP, 1 << OFFER, "keep this set of the offered tickets (bit i: place i of the offer)"),
    Range("COMPLETE", COMPLETE, TICKETS, "complete ticket t with cards of the on-track pile"),
    Range(
        "PLACE",
        PLACE,
        COLOURS * LONGEST_ROW,
        "place n plain cards of colour c (16 c + n - 1; wilds may follow)",
    ),
    Range("THREE", THREE, len(TRIPLES), "place one card of each colour of triple t (TRIPLES)"),
    Range("WILDS", WILDS, MOST_WILDS + 1, "w wilds join the row being placed"),
    Range("DRAW_DECK", DRAW_DECK, 1, "draw a card blind"),
    Range("DRAW_MARKET", DRAW_MARKET, MARKET, "take the card at place m of the market"),
    Range("STOP", STOP, 1, "take no second card"),
    Range("DRAW_TICKETS", DRAW_TICKETS, 1, "draw tickets"),
    Range("DONE", DONE, 1, "complete no more tickets"),
    Range("PASS", PASS, 1, "pass, where nothing else is possible"),
)
