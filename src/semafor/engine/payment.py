"""Paying for a route or a station: choose colour and wilds, choose hand or rack, lay the cards aside."""

from __future__ import annotations

from semafor.engine.actions import EXTRA, PAY, PAY_WILD, PAY_WORD, REFUSE, SINGLE, SINGLE_WORD, SPLIT
from semafor.engine.bits import bit, span
from semafor.engine.cards import add_to_hand, play_from_hand
from semafor.engine.compile import rule
from semafor.engine.routes import can_pay_wild, payments
from semafor.engine.sides import cards_of, in_teams, side_of
from semafor.engine.state import GREY, LONGEST_COST, WILD, Array, Ask, Facts, State, Step

HAND, RACK = 0, 1
PLAIN, WILDS = 0, 1


@rule
def cost_of_step(state: State, facts: Facts, seat: int) -> int:
    """BASE-10, BER-4, EUR-9: cards to play for the route or station in progress."""
    if state.step == Step.ROUTE:
        return facts.route_cost[state.target]
    return facts.stations - state.stations_left[seat] + 1


@rule
def legal_payments(state: State, facts: Facts, seat: int, mask: Array) -> None:
    """BASE-10, BASE-11, BASE-15, EUR-9: every way to pay for the step in progress."""
    cost = cost_of_step(state, facts, seat)
    colour, ferry = GREY, 0
    if state.step == Step.ROUTE:
        colour = facts.route_colour[state.target]
        ferry = facts.route_ferry[state.target]
    mask[PAY_WORD] = payments(state, facts, seat, cost, colour, ferry)
    if can_pay_wild(state, facts, seat, cost):
        mask[SINGLE_WORD] |= bit(PAY_WILD - SINGLE)


@rule
def choose_payment(state: State, facts: Facts, seat: int, action: int) -> None:
    """Fix colour and wilds of the payment."""
    cost = cost_of_step(state, facts, seat)
    if action == PAY_WILD:
        state.paid_colour = WILD
        owe(state, facts, seat, 0, cost)
    else:
        state.paid_colour = (action - PAY) // LONGEST_COST
        wilds = (action - PAY) % LONGEST_COST
        owe(state, facts, seat, cost - wilds, wilds)


@rule
def legal_extra(state: State, facts: Facts, seat: int, mask: Array) -> None:
    """BASE-16..18: the ways to pay the tunnel's extra cards, and refusing."""
    extra = state.extra
    wilds = cards_of(state, facts, seat, WILD)
    fewest = extra
    if state.paid_colour != WILD:
        fewest = max(0, extra - cards_of(state, facts, seat, state.paid_colour))
    most = min(extra, wilds)
    mask[SINGLE_WORD] |= bit(REFUSE - SINGLE)
    if fewest <= most:
        mask[SINGLE_WORD] |= span(EXTRA - SINGLE + fewest, EXTRA - SINGLE + most)


@rule
def owe(state: State, facts: Facts, seat: int, plain: int, wilds: int) -> None:
    """Take the cards from the hand, or ask how many of them come from the rack (ASI-7)."""
    state.owed[PLAIN] = plain
    state.owed[WILDS] = wilds
    if not in_teams(facts):
        lay_aside(state, facts, seat, PLAIN, 0)
        lay_aside(state, facts, seat, WILDS, 0)
        state.ask[seat] = Ask.NOTHING
    elif plain > 0:
        state.ask[seat] = Ask.SPLIT_PLAIN
    else:
        state.ask[seat] = Ask.SPLIT_WILD


@rule
def legal_splits(state: State, facts: Facts, seat: int, mask: Array) -> None:
    """ASI-7: every number of the owed cards that may come from the rack."""
    which = PLAIN if state.ask[seat] == Ask.SPLIT_PLAIN else WILDS
    card = state.paid_colour if which == PLAIN else WILD
    owed = state.owed[which]
    fewest = max(0, owed - state.hand[seat, card])
    most = min(owed, state.rack[side_of(facts, seat), card])
    mask[SINGLE_WORD] |= span(SPLIT - SINGLE + fewest, SPLIT - SINGLE + most)


@rule
def choose_split(state: State, facts: Facts, seat: int, action: int) -> None:
    """Take the owed cards of one kind from hand and rack as chosen."""
    if state.ask[seat] == Ask.SPLIT_PLAIN:
        lay_aside(state, facts, seat, PLAIN, action - SPLIT)
        state.ask[seat] = Ask.SPLIT_WILD if state.owed[WILDS] > 0 else Ask.NOTHING
    else:
        lay_aside(state, facts, seat, WILDS, action - SPLIT)
        state.ask[seat] = Ask.NOTHING


@rule
def lay_aside(state: State, facts: Facts, seat: int, which: int, from_rack: int) -> None:
    """BASE-16: played cards are neither in hand nor in the discards until the step is over."""
    card = state.paid_colour if which == PLAIN else WILD
    from_hand = state.owed[which] - from_rack
    play_from_hand(state, seat, card, from_hand)
    state.paid[HAND, which] += from_hand
    if from_rack > 0:
        state.rack[side_of(facts, seat), card] -= from_rack
        state.paid[RACK, which] += from_rack
    state.owed[which] = 0


@rule
def paid_cards(state: State, which: int) -> int:
    """Cards laid aside so far, plain or wild, from hand and rack together."""
    return state.paid[HAND, which] + state.paid[RACK, which]


@rule
def discard_paid(state: State) -> None:
    """BASE-13: the played cards go to the discards."""
    if state.paid_colour != WILD:
        state.discards[state.paid_colour] += paid_cards(state, PLAIN)
    state.discards[WILD] += paid_cards(state, WILDS)
    clear_step(state)


@rule
def return_paid(state: State, seat: int) -> None:
    """BASE-18, ASI-16: all cards laid aside go to the hand, those from the rack too; everyone saw them."""
    for which in range(2):
        card = state.paid_colour if which == PLAIN else WILD
        for _ in range(paid_cards(state, which)):
            add_to_hand(state, seat, card, True)
    clear_step(state)


@rule
def clear_step(state: State) -> None:
    """Nothing is being paid for."""
    state.step = Step.NONE
    state.target = 0
    state.paid_colour = WILD
    state.extra = 0
    for which in range(2):
        state.paid[HAND, which] = 0
        state.paid[RACK, which] = 0
        state.owed[which] = 0
