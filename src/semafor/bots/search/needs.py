"""What a plan asks of the hand: cards that lack, cards to be saved, and the best payment."""

from __future__ import annotations

import numpy as np

from semafor.bots.search.records import Desk
from semafor.engine.actions import PAY, PAY_WILD
from semafor.engine.bits import bit, lowest, without_lowest
from semafor.engine.compile import compiled
from semafor.engine.state import CARD_KINDS, COLOURS, GREY, LONGEST_COST, WILD, WORDS, Array, Facts, State
from semafor.engine.teams import cards_of

WILD_PRICE = 2.5
"""What a wild is worth when payments are compared; a plain card that the plan needs is worth 1."""
IDLE_PRICE = 0.2
"""The same for a plain card that it does not need."""


@compiled
def reserve_cards(facts: Facts, want: Array, desk: Desk) -> None:
    """Write how many cards of each colour the coloured routes of a plan cost."""
    for card in range(CARD_KINDS):
        desk.reserve[card] = 0
    for word in range(WORDS):
        routes = want[word]
        while routes != np.uint64(0):
            route = 64 * word + lowest(routes)
            routes = without_lowest(routes)
            desk.reserve[WILD] += facts.route_ferry[route]
            if facts.route_colour[route] != GREY:
                desk.reserve[facts.route_colour[route]] += facts.route_cost[route] - facts.route_ferry[route]


@compiled
def count_needs(state: State, facts: Facts, seat: int, want: Array, desk: Desk) -> None:
    """Write how many cards of each kind a plan lacks; a grey route takes the colour that is most to spare."""
    reserve_cards(facts, want, desk)
    for card in range(CARD_KINDS):
        desk.need[card] = max(0, desk.reserve[card] - cards_of(state, facts, seat, card))
    for word in range(WORDS):
        routes = want[word]
        while routes != np.uint64(0):
            route = 64 * word + lowest(routes)
            routes = without_lowest(routes)
            if facts.route_colour[route] == GREY:
                need_for_grey(state, facts, seat, facts.route_cost[route] - facts.route_ferry[route], desk)


@compiled
def need_for_grey(state: State, facts: Facts, seat: int, cost: int, desk: Desk) -> None:
    """Reserve the colour with most spare cards for a grey route, and note what it lacks."""
    best, most = 0, -100
    for colour in range(COLOURS):
        spare = cards_of(state, facts, seat, colour) - desk.reserve[colour]
        if spare > most and facts.cards[colour] > 0:
            best, most = colour, spare
    desk.need[best] += max(0, cost - max(0, most))
    desk.reserve[best] += cost


@compiled
def pay_action(cost: int, colour: int, wilds: int) -> int:
    """The action that pays a cost with so many wilds; uncompiled, numbers of hands are too narrow for it."""
    return PAY_WILD if wilds >= cost else PAY + int(colour) * LONGEST_COST + int(wilds)


@compiled
def price_of_payment(have: int, plain: int, wilds: int, reserved: int) -> float:
    """What a payment hurts: wilds, and plain cards that the plan needs."""
    hurts = max(0, reserved - (have - plain)) - max(0, reserved - have)
    return WILD_PRICE * wilds + hurts + IDLE_PRICE * plain - 0.01 * (have - plain)


@compiled
def best_payment(
    state: State, facts: Facts, seat: int, cost: int, colour: int, ferry: int, desk: Desk
) -> int:
    """The payment that hurts least beside what `reserve` says is to be saved; -1 where there is none."""
    wilds = cards_of(state, facts, seat, WILD)
    best, least = -1, 1e9
    if wilds >= cost:
        best, least = PAY_WILD, WILD_PRICE * cost
    for plain in range(COLOURS):
        if colour in (GREY, plain):
            have = cards_of(state, facts, seat, plain)
            extra = max(ferry, cost - have)
            if extra <= min(wilds, cost - 1):
                price = price_of_payment(have, cost - extra, extra, desk.reserve[plain])
                if price < least:
                    best, least = pay_action(cost, plain, extra), price
    return best


@compiled
def wilds_needed(state: State, facts: Facts, seat: int, route: int) -> int:
    """The fewest wilds that a claim of the route takes beyond those a ferry asks for."""
    most = 0
    for plain in range(COLOURS):
        if facts.route_colour[route] == GREY or facts.route_colour[route] == plain:
            most = max(most, cards_of(state, facts, seat, plain))
    return int(max(0, facts.route_cost[route] - facts.route_ferry[route] - most))


@compiled
def without(want: Array, route: int, rest: Array) -> None:
    """Write a set of routes without one."""
    for word in range(WORDS):
        rest[word] = want[word]
    rest[route // 64] &= ~bit(route % 64)
