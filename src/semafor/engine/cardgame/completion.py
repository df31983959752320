"""The best choice of tickets for an on-track pile, exactly, by branch and bound.

A wild replaces any card, so a set of tickets can be paid for if the plain cards it lacks are no
more than the wilds. Worth is points, then number of tickets. The bound prices the cards: where
each colour has a price and a wild costs as much as the dearest, no choice is worth more than all
cards at their prices plus what each ticket is worth beyond its own cards (the dual of the
fractional problem). Any prices give a true bound and good ones a tight one; they are found once,
by making cards dearer that are wanted too often and idle ones cheaper. Where this bound leaves
hope, a closer look drops the tickets and cards that are out of play by now.
"""

import numpy as np

from semafor.engine.bits import bit, lowest, without_lowest
from semafor.engine.compile import compiled
from semafor.engine.state import COLOURS, TICKETS, WILD, Array, Facts, State

POINT_WORTH = 2 * TICKETS
"""A ticket is worth one besides its points, and one point is worth more than all tickets."""
PRICE_STEPS = 200
FIRST_STRIDE = POINT_WORTH // 2
PATIENCE = 8
"""Steps without a lower bound after which the stride is shortened."""
MOST_STEPS = 1_000_000
"""Steps after which the best choice so far has to do: a made-up board can ask for any number."""
NEITHER, ONE, BOTH = 0, 1, 2
"""How many of the two answers, take it or leave it, were tried for a ticket."""


@compiled
def pay_for(needs: Array, left: Array, after: Array) -> bool:
    """CRD-14: write the cards left after a ticket, plain cards spent first; whether they sufficed."""
    wilds = int(left[WILD])
    for colour in range(COLOURS):
        rest = int(left[colour]) - int(needs[colour])
        wilds += min(rest, 0)
        after[colour] = max(rest, 0)
    after[WILD] = wilds
    return wilds >= 0


@compiled
def value_of_cards(prices: Array, cards: Array) -> int:
    """All these cards at their prices."""
    total = 0
    for card in range(WILD + 1):
        total += prices[card] * int(cards[card])
    return total


@compiled
def gain_of(worth: int, needs: Array, prices: Array) -> int:
    """What a ticket is worth beyond its cards; negative where the cards are worth more."""
    gain = worth
    for colour in range(COLOURS):
        gain -= prices[colour] * int(needs[colour])
    return gain


@compiled
def bound_at(needs: Array, worth: Array, have: Array, prices: Array, idle: Array) -> int:
    """The bound at these prices; writes how many cards of each kind would then lie idle (or lack)."""
    for card in range(WILD + 1):
        idle[card] = have[card]
    bound = value_of_cards(prices, have)
    for ticket in range(worth.size):
        gain = gain_of(worth[ticket], needs[ticket], prices)
        if gain > 0:
            bound += gain
            for colour in range(COLOURS):
                idle[colour] -= needs[ticket, colour]
    return bound


@compiled
def step_prices(prices: Array, idle: Array, stride: int) -> None:
    """Make what lacks dearer and what lies idle cheaper; a wild is never cheaper than a colour.

    Colours that would be dearer than a wild meet it at their common mean.
    """
    for card in range(WILD + 1):
        prices[card] = max(0, prices[card] - stride * idle[card])
    mean, before = prices[WILD], -1
    while mean != before:
        before, total, number = mean, prices[WILD], 1
        for colour in range(COLOURS):
            if prices[colour] > before:
                total += prices[colour]
                number += 1
        mean = max(before, total // number)
    prices[WILD] = mean
    for colour in range(COLOURS):
        prices[colour] = min(prices[colour], mean)


@compiled(allocates=True)
def find_prices(needs: Array, worth: Array, have: Array) -> Array:
    """Prices with a low bound: steps downhill that shorten, from the best prices so far, where stuck."""
    prices = np.zeros(WILD + 1, np.int64)
    best = prices.copy()
    idle = np.zeros(WILD + 1, np.int64)
    least = bound_at(needs, worth, have, prices, idle)
    stride, patience = FIRST_STRIDE, PATIENCE
    for _ in range(PRICE_STEPS):
        step_prices(prices, idle, stride)
        bound = bound_at(needs, worth, have, prices, idle)
        if bound < least:
            least, patience = bound, PATIENCE
            best[:] = prices
        else:
            patience -= 1
        if patience == 0:
            stride, patience = max(1, stride * 2 // 3), PATIENCE
            prices[:] = best
            bound_at(needs, worth, have, prices, idle)
    return best


@compiled(allocates=True)
def gains_at(needs: Array, worth: Array, prices: Array) -> Array:
    """Every ticket's gain."""
    gains = np.zeros(worth.size, np.int64)
    for ticket in range(worth.size):
        gains[ticket] = gain_of(worth[ticket], needs[ticket], prices)
    return gains


@compiled(allocates=True)
def hopes_from(gains: Array, order: Array) -> Array:
    """What the tickets from each place of the order on can gain at most."""
    hopes = np.zeros(gains.size + 1, np.int64)
    for place in range(gains.size - 1, -1, -1):
        hopes[place] = hopes[place + 1] + max(0, gains[order[place]])
    return hopes


@compiled
def can_pay(needs: Array, left: Array) -> bool:
    """CRD-14: whether the cards suffice for a ticket."""
    wilds = left[WILD]
    for colour in range(COLOURS):
        wilds += min(0, left[colour] - int(needs[colour]))
    return wilds >= 0


@compiled
def hope_at(needs: Array, gains: Array, prices: Array, rest: Array, left: Array, wanted: Array) -> int:
    """A closer bound for the rest of the tickets: only those that can still be paid for count.

    Cards beyond what these ask for are worth nothing. Writes what they ask for.
    """
    wanted[:] = 0
    hope = 0
    for ticket in rest:
        if can_pay(needs[ticket], left):
            hope += max(0, gains[ticket])
            for colour in range(COLOURS):
                wanted[colour] += needs[ticket, colour]
    wilds = 0
    for colour in range(COLOURS):
        hope += prices[colour] * min(left[colour], wanted[colour])
        wilds += max(0, wanted[colour] - left[colour])
    return hope + prices[WILD] * min(left[WILD], wilds)


@compiled(allocates=True)
def best_completion(needs: Array, points: Array, have: Array) -> tuple[np.uint64, bool]:
    """The set of tickets with the most points, then the most tickets, that the cards can pay for.

    `needs[t, c]` cards of colour c complete ticket t, worth `points[t]`; `have` counts the cards by
    colour, then the wilds. At most 64 tickets. Also says whether it is proven to be the best, as it
    always is for the tickets of the shipped game.
    """
    number = points.size
    worth = points.astype(np.int64) * POINT_WORTH + 1
    prices = find_prices(needs, worth, have)
    gains = gains_at(needs, worth, prices)
    order = np.argsort(-np.abs(gains), kind="mergesort")  # the decisive ones first, equal ones as given
    hopes = hopes_from(gains, order)
    left = np.zeros((number + 1, WILD + 1), np.int64)
    left[0] = have
    chosen = np.zeros(number + 1, np.uint64)
    value = np.zeros(number + 1, np.int64)
    tried = np.zeros(number + 1, np.int8)
    wanted = np.zeros(COLOURS, np.int64)
    best, best_value = np.uint64(0), 0
    place, steps = 0, 0
    while place >= 0 and steps < MOST_STEPS:
        steps += 1
        if value[place] > best_value:
            best, best_value = chosen[place], value[place]
        missing = best_value - value[place]
        hopeless = value_of_cards(prices, left[place]) + hopes[place] <= missing
        if not hopeless and tried[place] == NEITHER:
            hopeless = hope_at(needs, gains, prices, order[place:], left[place], wanted) <= missing
        if place == number or hopeless or tried[place] == BOTH:
            place -= 1
            continue
        ticket = order[place]
        take = (tried[place] == NEITHER) == (gains[ticket] > 0)
        tried[place] += ONE
        if take and not pay_for(needs[ticket], left[place], left[place + 1]):
            continue
        chosen[place + 1] = chosen[place] | bit(ticket) if take else chosen[place]
        value[place + 1] = value[place] + (worth[ticket] if take else 0)
        if not take:
            left[place + 1] = left[place]
        place += 1
        tried[place] = NEITHER
    return best, place < 0


@compiled(allocates=True)
def completion_of(state: State, facts: Facts, seat: int) -> tuple[np.uint64, bool]:
    """CRD-14: what the seat does best to complete, the tickets it chose so far included; whether proven."""
    numbers = np.zeros(TICKETS, np.int64)
    held, rest = 0, state.tickets[seat] & ~state.completing[seat]
    while rest != np.uint64(0):
        numbers[held] = lowest(rest)
        held += 1
        rest = without_lowest(rest)
    have = unspent_cards(state, facts, seat)
    needs, points = facts.ticket_needs[numbers[:held]], facts.ticket_points[numbers[:held]]
    places, proven = best_completion(needs, points, have)
    tickets = state.completing[seat]
    while places != np.uint64(0):
        tickets |= bit(numbers[lowest(places)])
        places = without_lowest(places)
    return tickets, proven


@compiled(allocates=True)
def unspent_cards(state: State, facts: Facts, seat: int) -> Array:
    """The cards of the on-track pile without those of the tickets chosen so far."""
    have = state.track[seat].astype(np.int64)
    rest = state.completing[seat]
    while rest != np.uint64(0):
        pay_for(facts.ticket_needs[lowest(rest)], have, have)
        rest = without_lowest(rest)
    return have
