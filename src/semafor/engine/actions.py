"""The action space: every decision is one integer of a named range.

Ranges that are sets (routes, places, tickets) fill whole 64-bit words of the mask of legal
actions, so that a set of routes is a part of the mask as it stands. `SHARED` ranges have the same
numbers in the Card Game (`semafor.engine.cardgame.card_state`).
"""

from typing import NamedTuple

from semafor.engine.state import COLOURS, LONGEST_COST, MARKET, OFFER, PLACES, ROUTES, TICKETS, TURNED

ACTIONS_VERSION = 1
"""Changes whenever an action gets another number or meaning: networks are trained for one version."""

CLAIM = 0
STATION = CLAIM + ROUTES
SHARE = STATION + PLACES
KEEP = SHARE + TICKETS
PAY = KEEP + (1 << OFFER)
SINGLE = PAY + COLOURS * LONGEST_COST
PAY_WILD = SINGLE
EXTRA = PAY_WILD + 1
REFUSE = EXTRA + TURNED + 1
SPLIT = REFUSE + 1
RACK_TICKET = SPLIT + LONGEST_COST + 1
PICK = RACK_TICKET + OFFER
TO_HAND = PICK + OFFER
TO_RACK = TO_HAND + 1
FESTIVAL = TO_RACK + 1
DRAW_DECK = FESTIVAL + 3
DRAW_MARKET = DRAW_DECK + 1
DRAW_TICKETS = DRAW_MARKET + MARKET
SHARE_STOP = DRAW_TICKETS + 1
PASS = SHARE_STOP + 1
ACTIONS = SINGLE + 64

MASK_WORDS = ACTIONS // 64
CLAIM_WORD = CLAIM // 64
STATION_WORD = STATION // 64
SHARE_WORD = SHARE // 64
KEEP_WORD = KEEP // 64
PAY_WORD = PAY // 64
SINGLE_WORD = SINGLE // 64
assert PASS < ACTIONS
assert all(start % 64 == 0 for start in (CLAIM, STATION, SHARE, KEEP, PAY, SINGLE))

FESTIVAL_A, FESTIVAL_B, FESTIVAL_NONE = FESTIVAL, FESTIVAL + 1, FESTIVAL + 2


class Range(NamedTuple):
    """A named range of actions and what its members mean."""

    name: str
    first: int
    size: int
    meaning: str


RANGES = (
    Range("CLAIM", CLAIM, ROUTES, "claim route r (the payment follows)"),
    Range("STATION", STATION, PLACES, "build a station in place p (the payment follows)"),
    Range("SHARE", SHARE, TICKETS, "teams: put ticket t from the hand on the rack"),
    Range("KEEP", KEEP, 1 << OFFER, "keep this set of the offered tickets (bit i: place i of the offer)"),
    Range(
        "PAY", PAY, COLOURS * LONGEST_COST, "pay with colour c and w wilds (8 c + w), one plain card at least"
    ),
    Range("PAY_WILD", PAY_WILD, 1, "pay with wilds only"),
    Range("EXTRA", EXTRA, TURNED + 1, "pay the extra cards of a tunnel, w of them wild"),
    Range("REFUSE", REFUSE, 1, "give up a tunnel and take the cards back"),
    Range("SPLIT", SPLIT, LONGEST_COST + 1, "teams: number of cards paid from the rack"),
    Range("RACK_TICKET", RACK_TICKET, OFFER, "teams: this place of the offer goes to the ticket rack"),
    Range("PICK", PICK, OFFER, "draft: take this place of the passed hand"),
    Range("TO_HAND", TO_HAND, 1, "teams: the drawn card goes to the hand"),
    Range("TO_RACK", TO_RACK, 1, "teams: the drawn card goes to the rack"),
    Range("FESTIVAL", FESTIVAL, 3, "take the festival cards at the route's first end, second end, or none"),
    Range("DRAW_DECK", DRAW_DECK, 1, "draw a card from the deck"),
    Range("DRAW_MARKET", DRAW_MARKET, MARKET, "take the card at place m of the market"),
    Range("DRAW_TICKETS", DRAW_TICKETS, 1, "draw tickets"),
    Range("SHARE_STOP", SHARE_STOP, 1, "teams: share no second ticket"),
    Range("PASS", PASS, 1, "pass, if no other action is possible"),
)

SHARED = {
    part.name: part
    for part in RANGES
    if part.name in {"KEEP", "DRAW_DECK", "DRAW_MARKET", "DRAW_TICKETS", "PASS"}
}
"""Decisions that every kind of game knows, by name."""
