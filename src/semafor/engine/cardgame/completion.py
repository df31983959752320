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
from semafor.engine.state import CARD_KINDS, COLOURS, TICKETS, WILD, Array, Facts, State, i1, record_of, u8
from semafor.engine.work import copy_row

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

Choice = np.record
i8 = np.int64
CHOICE = record_of(
    # the question
    ("tickets", i8),  # how many there are to choose from
    ("number", i1, TICKETS),  # of each on the board
    ("needs", i1, (TICKETS, COLOURS)),  # cards that complete each
    ("worth", i8, TICKETS),
    ("have", i8, CARD_KINDS),
    # the prices
    ("prices", i8, CARD_KINDS),
    ("trial", i8, CARD_KINDS),  # those tried
    ("idle", i8, CARD_KINDS),  # cards of each kind that lie idle (or lack) at the tried prices
    ("gains", i8, TICKETS),  # what each ticket is worth beyond its cards
    # the search: the decisive tickets first, one place after the other
    ("order", i8, TICKETS),
    ("hopes", i8, TICKETS + 1),  # what the tickets from each place on can gain at most
    ("left", i8, (TICKETS + 1, CARD_KINDS)),
    ("chosen", u8, TICKETS + 1),
    ("value", i8, TICKETS + 1),
    ("tried", i1, TICKETS + 1),
    ("wanted", i8, COLOURS),
    # the answer
    ("proven", i1),  # whether no other choice is better
)
"""A choice of tickets: the question, and working space for the answer."""


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
def bound_at_trial(choice: Choice) -> int:
    """The bound at the tried prices; writes how many cards of each kind would then lie idle (or lack)."""
    copy_row(choice.have, choice.idle)
    bound = value_of_cards(choice.trial, choice.have)
    for ticket in range(choice.tickets):
        gain = gain_of(choice.worth[ticket], choice.needs[ticket], choice.trial)
        if gain > 0:
            bound += gain
            for colour in range(COLOURS):
                choice.idle[colour] -= choice.needs[ticket, colour]
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


@compiled
def find_prices(choice: Choice) -> None:
    """Find prices with a low bound: steps downhill that shorten, from the best prices so far, where stuck."""
    choice.trial[:] = 0
    choice.prices[:] = 0
    least = bound_at_trial(choice)
    stride, patience = FIRST_STRIDE, PATIENCE
    for _ in range(PRICE_STEPS):
        step_prices(choice.trial, choice.idle, stride)
        bound = bound_at_trial(choice)
        if bound < least:
            least, patience = bound, PATIENCE
            copy_row(choice.trial, choice.prices)
        else:
            patience -= 1
        if patience == 0:
            stride, patience = max(1, stride * 2 // 3), PATIENCE
            copy_row(choice.prices, choice.trial)
            bound_at_trial(choice)


@compiled
def put_in_order(choice: Choice) -> None:
    """Write every ticket's gain, the decisive tickets first (equal ones as given), and the hopes."""
    for ticket in range(choice.tickets):
        gain = gain_of(choice.worth[ticket], choice.needs[ticket], choice.prices)
        choice.gains[ticket] = gain
        place = ticket
        while place > 0 and abs(choice.gains[choice.order[place - 1]]) < abs(gain):
            choice.order[place] = choice.order[place - 1]
            place -= 1
        choice.order[place] = ticket
    choice.hopes[choice.tickets] = 0
    for place in range(choice.tickets - 1, -1, -1):
        choice.hopes[place] = choice.hopes[place + 1] + max(0, choice.gains[choice.order[place]])


@compiled
def can_pay(needs: Array, left: Array) -> bool:
    """CRD-14: whether the cards suffice for a ticket."""
    wilds = left[WILD]
    for colour in range(COLOURS):
        wilds += min(0, left[colour] - int(needs[colour]))
    return wilds >= 0


@compiled
def hope_at(choice: Choice, place: int) -> int:
    """A closer bound for the tickets from a place on: only those that can still be paid for count.

    Cards beyond what these ask for are worth nothing. Writes what they ask for.
    """
    left, wanted, prices = choice.left[place], choice.wanted, choice.prices
    wanted[:] = 0
    hope = 0
    for later in range(place, choice.tickets):
        ticket = choice.order[later]
        if can_pay(choice.needs[ticket], left):
            hope += max(0, choice.gains[ticket])
            for colour in range(COLOURS):
                wanted[colour] += choice.needs[ticket, colour]
    wilds = 0
    for colour in range(COLOURS):
        hope += prices[colour] * min(left[colour], wanted[colour])
        wilds += max(0, wanted[colour] - left[colour])
    return hope + prices[WILD] * min(left[WILD], wilds)


@compiled
def best_completion(choice: Choice) -> tuple[np.uint64, bool]:
    """The set of tickets with the most points, then the most tickets, that the cards can pay for.

    Also says whether it is proven to be the best, as it always is for the tickets of the shipped game.
    """
    find_prices(choice)
    put_in_order(choice)
    left, chosen, value, tried = choice.left, choice.chosen, choice.value, choice.tried
    copy_row(choice.have, left[0])
    chosen[0], value[0], tried[0] = np.uint64(0), 0, NEITHER
    best, best_value = np.uint64(0), 0
    place, steps = 0, 0
    while place >= 0 and steps < MOST_STEPS:
        steps += 1
        if value[place] > best_value:
            best, best_value = chosen[place], value[place]
        missing = best_value - value[place]
        hopeless = value_of_cards(choice.prices, left[place]) + choice.hopes[place] <= missing
        if not hopeless and tried[place] == NEITHER:
            hopeless = hope_at(choice, place) <= missing
        if place == choice.tickets or hopeless or tried[place] == BOTH:
            place -= 1
            continue
        ticket = choice.order[place]
        take = (tried[place] == NEITHER) == (choice.gains[ticket] > 0)
        tried[place] += ONE
        if take and not pay_for(choice.needs[ticket], left[place], left[place + 1]):
            continue
        chosen[place + 1] = chosen[place] | bit(ticket) if take else chosen[place]
        value[place + 1] = value[place] + (choice.worth[ticket] if take else 0)
        if not take:
            copy_row(left[place], left[place + 1])
        place += 1
        tried[place] = NEITHER
    return best, place < 0


@compiled
def ask_seat(state: State, facts: Facts, seat: int, choice: Choice) -> None:
    """Write what a seat can choose from: its tickets not chosen so far, and the unspent on-track cards."""
    choice.tickets, rest = 0, state.tickets[seat] & ~state.completing[seat]
    while rest != np.uint64(0):
        number = lowest(rest)
        choice.number[choice.tickets] = number
        copy_row(facts.ticket_needs[number], choice.needs[choice.tickets])
        choice.worth[choice.tickets] = int(facts.ticket_points[number]) * POINT_WORTH + 1
        choice.tickets += 1
        rest = without_lowest(rest)
    copy_row(state.track[seat], choice.have)
    rest = state.completing[seat]
    while rest != np.uint64(0):
        pay_for(facts.ticket_needs[lowest(rest)], choice.have, choice.have)
        rest = without_lowest(rest)


@compiled
def completion_of(state: State, facts: Facts, seat: int, choice: Choice) -> np.uint64:
    """CRD-14: what the seat does best to complete, the tickets it chose so far included."""
    ask_seat(state, facts, seat, choice)
    places, choice.proven = best_completion(choice)
    tickets = state.completing[seat]
    while places != np.uint64(0):
        tickets |= bit(choice.number[lowest(places)])
        places = without_lowest(places)
    return tickets
