"""The records of the Card Game: its state, its facts, and what came of it.

Fields that a shared function reads (`rng`, `tickets`, `cards`, `log`) have the names they have in
`semafor.engine.state`; so do the questions and tie-breaks that both kinds of games know.
"""

from enum import IntEnum

import numpy as np

from semafor.engine.actions import (
    ACTIONS,
    DRAW_DECK,
    DRAW_MARKET,
    DRAW_TICKETS,
    KEEP,
    KEEP_WORD,
    MASK_WORDS,
    PASS,
    SHARED,
    SINGLE,
    SINGLE_WORD,
    Range,
)
from semafor.engine.state import (
    CARD_KINDS,
    COLOURS,
    DECK,
    MARKET,
    OFFER,
    QUIET_LOG,
    SEATS,
    TICKETS,
    i1,
    i2,
    record_of,
    u4,
    u8,
)

BIG_CITIES = 8
LONGEST_ROW = 16
"""Most plain cards of one colour that can be laid at once."""
MOST_WILDS = 62
"""Most wilds that can be laid at once."""


class CardAsk(IntEnum):
    """What a seat must decide now; the numbers agree with those of the board games' `Ask`."""

    NOTHING = 0
    TURN = 1
    """Choose the action of phase 2."""
    SECOND_CARD = 2
    KEEP = 8
    """Choose tickets from the drawn offer."""
    START_KEEP = 12
    """Choose the starting tickets, all seats at once."""
    WILDS = 16
    """Choose how many wilds join the plain cards of the row in progress."""
    COMPLETE = 17
    """Choose one more ticket to complete, or no more; all seats at once."""


CARD_STATE = record_of(
    # chance
    ("key", u4, 4),  # the seed's 128 bits
    ("counter", u8),  # blocks of random words used so far
    # the turn
    ("players", i1),
    ("first", i1),  # seat of the first turn
    ("turn", i1),  # seat at turn, or the last that was
    ("turns", i2),  # turns ended so far
    ("ask", i1, SEATS),  # what each seat must decide now (CardAsk)
    ("over", i1),
    ("half", i1),  # 1, or 2 once the deck was rebuilt (CRD-17)
    ("last_turns", i1),  # turns left once the deck ran out, else 0
    ("last_round", i1),  # whether it ran out in this half
    # cards
    ("deck", i1, DECK),  # from deck_next to deck_end, top first
    ("deck_next", i2),
    ("deck_end", i2),
    ("deck_trains", i2),  # the same as the deck's size
    ("discards", i1, CARD_KINDS),
    ("market", i1, MARKET),
    ("hand", i1, (SEATS, CARD_KINDS)),
    ("seen", i1, (SEATS, CARD_KINDS)),  # cards of each hand that the whole table saw it take
    ("siding", i1, (SEATS, COLOURS)),  # plain cards in the row of each colour
    ("siding_wilds", i1, (SEATS, COLOURS)),  # wilds in that row
    ("track", i1, (SEATS, CARD_KINDS)),  # the on-track pile
    # tickets
    ("ticket_deck", i1, TICKETS),  # a ring: ticket_count from ticket_next on, top first
    ("ticket_next", i1),
    ("ticket_count", i1),
    ("tickets", u8, SEATS),  # held in secret, not completed
    ("completing", u8, SEATS),  # chosen in this scoring round while others still decide
    ("completed", u8, SEATS),
    ("offer", i1, (SEATS, OFFER)),  # tickets each seat chooses from
    ("offered", i1, SEATS),  # how many
    ("choice", i1, SEATS),  # set of offer places kept while others still decide
    ("score", i2, SEATS),  # points of completed tickets
    # the row in progress
    ("row_colour", i1),  # NO_CARD for none
    ("row_plain", i1),
)

CARD_FACTS = record_of(
    ("team_size", i1),  # always 1
    ("tickets", i1),
    ("ticket_points", i2, TICKETS),
    ("ticket_needs", i1, (TICKETS, COLOURS)),
    ("big_cities", i1),
    ("city_points", i2, BIG_CITIES),
    ("city_tickets", u8, BIG_CITIES),  # the tickets that name each big city
    ("cards", i1, CARD_KINDS),
    ("hand", i1),
    ("wild_dealt", i1),
    ("half_hand", i1),
    ("halves", i1, SEATS + 1),  # how often the deck is gone through, by number of players
    ("start_count", i1),
    ("start_keep", i1),
    ("start_rejected", i1),  # Rejected
    ("draw_count", i1),
    ("draw_keep", i1),
    ("open_track", i1),  # whether owners may look at their on-track pile
    ("wilds_leave_first", i1),
    ("open_completed", i1),  # whether completed tickets stay face up
    ("ties", i1, 4),  # TieBreak, in order; 0 ends the list
)

CARD_RESULT = record_of(  # by seat; filled by `scoring.score_game`
    ("sides", i1),
    ("won", i2, SEATS),  # points of completed tickets
    ("missed", i2, SEATS),  # points of the others
    ("tickets", i2, SEATS),  # won minus missed
    ("completed", u8, SEATS),
    ("completed_count", i1, SEATS),
    ("city_count", i1, (SEATS, BIG_CITIES)),  # completed tickets that name each big city
    ("bonuses", u8, SEATS),  # the set of big cities whose bonus the seat got
    ("bonus_count", i1, SEATS),
    ("bonus", i2, SEATS),  # their points
    ("total", i2, SEATS),
    ("rank", i1, SEATS),  # 1 is the best; equal ranks share
    ("tie_break", i1),  # the TieBreak that decided the first place, 0 for none
)

CARD_WORK = record_of(  # working space, as `semafor.engine.work.WORK`
    ("state", CARD_STATE),
    ("result", CARD_RESULT),
    ("mask", np.uint64, MASK_WORDS),
    ("dice", np.uint64, 1),  # the players' own chance, never the game's
    ("log", QUIET_LOG),
)


def new_card_work() -> np.record:
    """Working space for one thread."""
    return np.zeros(1, CARD_WORK)[0]


class CardHappened(IntEnum):
    """What a row means; the comment names its details. Shared kinds have the board games' numbers."""

    TURN_BEGAN = 1  # -
    DREW_BLIND = 2  # card (for the drawer)
    DREW_OPEN = 3  # market place, card
    MARKET_FILLED = 4  # market place, card
    DECK_SHUFFLED = 6  # cards in the new deck
    OFFERED = 7  # up to six tickets (for the seat; others see how many)
    KEPT = 8  # up to six tickets (for the seat; others see how many)
    PASSED = 14  # -
    LAST_ROUND = 15  # -
    GAME_OVER = 16  # -
    ROLLED_OUT = 32  # colour of the row, card: it moved from the siding onto the track
    PLACED = 33  # colour, plain cards, wilds
    PLACED_THREE = 34  # three colours
    ROBBED = 35  # seat that loses the row, colour, plain cards, wilds
    STOPPED = 36  # -
    SCORING_BEGAN = 37  # number of the half
    COMPLETED = 38  # ticket
    SCORED = 39  # tickets completed in this round
    SECOND_HALF = 40  # -; the seat begins it
    DEALT = 41  # card (for the seat)


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
    Range("COMPLETE", COMPLETE, TICKETS, "complete ticket t with cards from the on-track pile"),
    SHARED["KEEP"],
    Range("WILDS", WILDS, MOST_WILDS + 1, "add w wild cards to the row being placed"),
    SHARED["DRAW_DECK"],
    SHARED["DRAW_MARKET"],
    SHARED["DRAW_TICKETS"],
    SHARED["PASS"],
    Range("STOP", STOP, 1, "take no second card"),
    Range("DONE", DONE, 1, "complete no more tickets"),
)
