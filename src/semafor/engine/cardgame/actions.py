"""The Card Game's action space: every decision is one integer of a named range.

It is as large as the board games' space, so that masks of legal actions have one size, and a decision
that both kinds of game know has one number in both: what is learned of it in one serves in the other.
"""

from __future__ import annotations

from semafor.engine.actions import (
    ACTIONS,
    DRAW_DECK,
    DRAW_MARKET,
    DRAW_TICKETS,
    KEEP,
    KEEP_WORD,
    PASS,
    SHARED,
    SINGLE,
    SINGLE_WORD,
    Range,
)
from semafor.engine.cardgame.state import LONGEST_ROW, MOST_WILDS
from semafor.engine.state import COLOURS, OFFER, TICKETS

__all__ = [
    "ACTIONS",
    "COMPLETE",
    "COMPLETE_WORD",
    "DONE",
    "DRAW_DECK",
    "DRAW_MARKET",
    "DRAW_TICKETS",
    "KEEP",
    "KEEP_WORD",
    "PASS",
    "PLACE",
    "PLACE_WORD",
    "RANGES",
    "SINGLE",
    "SINGLE_WORD",
    "STOP",
    "THREE",
    "THREE_WORD",
    "TRIPLES",
    "WILDS",
    "WILDS_WORD",
]

PLACE = 0
THREE = PLACE + COLOURS * LONGEST_ROW
COMPLETE = THREE + 64
assert COMPLETE + TICKETS == KEEP
WILDS = KEEP + (1 << OFFER)
assert WILDS + 64 == SINGLE
STOP = PASS + 1
DONE = STOP + 1

PLACE_WORD = PLACE // 64
THREE_WORD = THREE // 64
COMPLETE_WORD = COMPLETE // 64
WILDS_WORD = WILDS // 64
assert DONE < ACTIONS
assert all(start % 64 == 0 for start in (PLACE, THREE, COMPLETE, WILDS))

TRIPLES = tuple((a, b, c) for c in range(COLOURS) for b in range(c) for a in range(b))
"""Three different colours, each rising; triple t of them is action THREE + t."""

RANGES = (
    Range(
        "PLACE",
        PLACE,
        COLOURS * LONGEST_ROW,
        "place n plain cards of colour c (16 c + n - 1; wilds may follow)",
    ),
    Range("THREE", THREE, len(TRIPLES), "place one card of each colour of triple t (TRIPLES)"),
    Range("COMPLETE", COMPLETE, TICKETS, "complete ticket t with cards of the on-track pile"),
    SHARED["KEEP"],
    Range("WILDS", WILDS, MOST_WILDS + 1, "w wilds join the row being placed"),
    SHARED["DRAW_DECK"],
    SHARED["DRAW_MARKET"],
    SHARED["DRAW_TICKETS"],
    SHARED["PASS"],
    Range("STOP", STOP, 1, "take no second card"),
    Range("DONE", DONE, 1, "complete no more tickets"),
)
