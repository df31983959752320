"""The observation of the Card Game: every slot is a byte of a named range, seats counted from the viewer."""

from semafor.boards.model import COLOURS as COLOUR_NAMES
from semafor.boards.model import Board
from semafor.engine.actions import Range
from semafor.engine.cardgame.card_state import BIG_CITIES, CardAsk
from semafor.engine.state import CARD_KINDS, COLOURS, MARKET, OFFER, SEATS, TICKETS
from semafor.games.board_facts import CARD_NAMES
from semafor.games.observation import (
    Names,
    ObservationLayout,
    filled,
    of_each,
    offer_names,
    pile_names,
    seat_names,
    seen_names,
    ticket_names,
)

ASKS = max(CardAsk) + 1

TICKETS_HELD = 0
COMPLETING = TICKETS_HELD + TICKETS
COMPLETED = COMPLETING + TICKETS
OFFERED = COMPLETED + SEATS * TICKETS
CHOSEN = OFFERED + OFFER * TICKETS
MARKET_CARDS = CHOSEN + OFFER
HAND = MARKET_CARDS + MARKET * CARD_KINDS
TRACK = HAND + CARD_KINDS
DISCARDS = TRACK + CARD_KINDS
ROW_COLOUR = DISCARDS + CARD_KINDS
ROW_PLAIN = ROW_COLOUR + COLOURS
ASK = ROW_PLAIN + 1
SEAT = ASK + ASKS

SEAT_FIELDS = (
    "plays",
    "at turn",
    "asked",
    "cards",
    "tickets",
    "on-track cards",
    "score",
    "completed tickets",
)
"""What everyone sees of a seat."""
SEEN = len(SEAT_FIELDS)
SIDING = SEEN + CARD_KINDS
SIDING_WILDS = SIDING + COLOURS
CITIES = SIDING_WILDS + COLOURS
SEAT_SLOTS = CITIES + BIG_CITIES

TABLE = SEAT + SEATS * SEAT_SLOTS
TABLE_FIELDS = ("players", "round", "deck", "ticket deck", "half", "last round", "last turns", "scoring")
SIZE = -(-(TABLE + len(TABLE_FIELDS)) // 64) * 64

SETS = CHOSEN // 64
"""As in `layout`."""

RANGES = (
    Range("TICKETS_HELD", TICKETS_HELD, TICKETS, "1 if the viewer holds ticket t, not completed"),
    Range("COMPLETING", COMPLETING, TICKETS, "1 if the viewer chose ticket t in this scoring round"),
    Range(
        "COMPLETED",
        COMPLETED,
        SEATS * TICKETS,
        "1 if seat +s has completed ticket t, where the viewer may look (CRD-15; 64 s + t)",
    ),
    Range("OFFERED", OFFERED, OFFER * TICKETS, "1 if ticket t is place i of the offer (64 i + t)"),
    Range("CHOSEN", CHOSEN, OFFER, "1 if place i of the offer is already chosen while others still choose"),
    Range(
        "MARKET_CARDS",
        MARKET_CARDS,
        MARKET * CARD_KINDS,
        "1 if the card at place m of the market is c (9 m + c)",
    ),
    Range("HAND", HAND, CARD_KINDS, "cards of each type in hand"),
    Range(
        "TRACK",
        TRACK,
        CARD_KINDS,
        "cards of each kind on the own on-track pile, while it may be looked at (CRD-5)",
    ),
    Range("DISCARDS", DISCARDS, CARD_KINDS, "cards of each type in the discards"),
    Range("ROW_COLOUR", ROW_COLOUR, COLOURS, "1 at the colour of the row being placed"),
    Range("ROW_PLAIN", ROW_PLAIN, 1, "plain cards of the row being placed"),
    Range("ASK", ASK, ASKS, "1 at what the viewer must decide now (engine.cardgame.state.CardAsk)"),
    Range(
        "SEAT",
        SEAT,
        SEATS * SEAT_SLOTS,
        f"seat +s ({SEAT_SLOTS} s + …): {', '.join(SEAT_FIELDS)}, then the cards of each kind in its hand "
        "that the whole table saw it take, plain cards and wilds of its siding's row of each colour, and "
        "its completed tickets that name each big city, where the viewer may look",
    ),
    Range("TABLE", TABLE, len(TABLE_FIELDS), ", ".join(TABLE_FIELDS)),
)


CARD_OBSERVATION = ObservationLayout(RANGES, SIZE, SETS)


def card_slot_names(board: Board) -> dict[str, Names]:
    """For each range the names of its slots in this game."""
    tickets = ticket_names(board)
    cities = filled([board.place(city.place).name.en for city in board.big_cities], BIG_CITIES)
    asks = [""] * ASKS
    for ask in CardAsk:
        asks[ask] = ask.name.lower().replace("_", " ")
    rows = [f"siding {colour}" for colour in COLOUR_NAMES] + [
        f"siding wilds {colour}" for colour in COLOUR_NAMES
    ]
    named = [f"tickets to {city}" if city else "" for city in cities]
    return {
        "TICKETS_HELD": tickets,
        "COMPLETING": tickets,
        "COMPLETED": of_each(seat_names(), tickets),
        **offer_names(board, tickets),
        **pile_names(),
        "TRACK": list(CARD_NAMES),
        "ROW_COLOUR": list(COLOUR_NAMES),
        "ROW_PLAIN": ["cards"],
        "ASK": asks,
        "SEAT": of_each(seat_names(), [*SEAT_FIELDS, *seen_names(), *rows, *named]),
        "TABLE": list(TABLE_FIELDS),
    }
