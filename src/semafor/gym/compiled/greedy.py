"""A greedy player inside the step: it values decisions as the bot `greedy` values moves."""

from __future__ import annotations

import numpy as np

from semafor.engine.actions import (
    DRAW_DECK,
    DRAW_MARKET,
    DRAW_TICKETS,
    EXTRA,
    FESTIVAL_A,
    FESTIVAL_B,
    KEEP,
    MASK_WORDS,
    PAY,
    PAY_WILD,
    PICK,
    REFUSE,
    SINGLE,
    STATION,
    TO_HAND,
    TO_RACK,
)
from semafor.engine.bits import lowest, without_lowest
from semafor.engine.compile import compiled
from semafor.engine.payment import cost_of_step
from semafor.engine.play import roll
from semafor.engine.state import COLOURS, GREY, LONGEST_COST, OFFER, WILD, Array, Facts, State
from semafor.engine.teams import cards_of
from semafor.engine.turn import legal

CLAIMING = 10.0
"""A route is always worth more than a card."""
CARD = 2.0
"""A blind card; a face-up one is worth it if the hand has some of its colour."""
WILD_COST = 0.1
NEVER = -100.0
LEAST = -1e9


@compiled
def fewest_wilds(state: State, facts: Facts, seat: int, route: int) -> int:
    """The fewest wilds that a route can be paid with."""
    cost, colour = facts.route_cost[route], facts.route_colour[route]
    fewest = np.int64(cost)
    for plain in range(COLOURS):
        if colour in (GREY, plain):
            wilds = max(np.int64(facts.route_ferry[route]), cost - cards_of(state, facts, seat, plain))
            fewest = min(fewest, wilds)
    return int(fewest)


@compiled
def points_kept(state: State, facts: Facts, seat: int, kept: int) -> float:
    """The points of a set of offered tickets."""
    points = 0.0
    for place in range(OFFER):
        if (kept >> place) & 1:
            points += facts.ticket_points[state.offer[seat, place]]
    return points


@compiled
def value_of_card(state: State, seat: int, card: int) -> float:
    """What a face-up card is worth."""
    return CARD + 0.5 if card == WILD else CARD - 0.1 + 0.1 * state.hand[seat, card]


@compiled
def value_of_single(state: State, facts: Facts, seat: int, action: int) -> float:
    """What one of the single decisions is worth."""
    if action == PAY_WILD:
        return -WILD_COST * cost_of_step(state, facts, seat)
    if EXTRA <= action < REFUSE:
        return CLAIMING - WILD_COST * (action - EXTRA)
    if PICK <= action < PICK + OFFER:
        return -points_kept(state, facts, seat, 1 << (action - PICK))
    if action in (TO_HAND, TO_RACK):
        wanted = state.drawn == WILD or state.hand[seat, state.drawn] > 0
        return 1.0 if wanted == (action == TO_HAND) else 0.0
    if action in (FESTIVAL_A, FESTIVAL_B):
        return 1.0
    if action == DRAW_DECK:
        return CARD
    if DRAW_MARKET <= action < DRAW_TICKETS:
        return value_of_card(state, seat, state.market[action - DRAW_MARKET])
    return 0.0


@compiled
def value_of(state: State, facts: Facts, seat: int, action: int) -> float:
    """What a legal decision is worth."""
    if action < STATION:
        wilds = fewest_wilds(state, facts, seat, action)
        return float(CLAIMING + facts.route_points[action] - WILD_COST * wilds)
    if action < KEEP:
        return NEVER
    if action < PAY:
        return -points_kept(state, facts, seat, action - KEEP)
    if action < SINGLE:
        return -WILD_COST * ((action - PAY) % LONGEST_COST)
    return value_of_single(state, facts, seat, action)


@compiled
def greedy_choice(state: State, facts: Facts, seat: int, dice: Array, work: np.record) -> int:
    """The decision of the highest value, of equal ones any."""
    legal(state, facts, seat, work.mask)
    best, most, equal = 0, LEAST, 0
    for word in range(MASK_WORDS):
        rest = work.mask[word]
        while rest != np.uint64(0):
            action = 64 * word + lowest(rest)
            rest = without_lowest(rest)
            value = value_of(state, facts, seat, action)
            if value > most:
                best, most, equal = action, value, 1
            elif value == most:
                equal += 1
                best = action if roll(dice, equal) == 0 else best
    return best
