"""Paying for a route or a station: choose colour and wilds, and lay the cards aside."""

from semafor.engine.actions import PAY, PAY_WILD, PAY_WORD, SINGLE, SINGLE_WORD
from semafor.engine.bits import bit
from semafor.engine.cards import add_to_hand
from semafor.engine.compile import compiled
from semafor.engine.log import Happened, note
from semafor.engine.routes import can_pay_wild, payments
from semafor.engine.state import (
    GREY,
    HAND,
    LONGEST_COST,
    PLAIN,
    RACK,
    WILD,
    WILDS,
    Array,
    Ask,
    Facts,
    Log,
    State,
    Step,
)
from semafor.engine.stations import station_cost
from semafor.engine.teams import ask_split, in_teams, lay_aside


@compiled
def cost_of_step(state: State, facts: Facts, seat: int) -> int:
    """BASE-10, BER-4, EUR-9: cards to play for the route or station in progress."""
    if state.step == Step.ROUTE:
        return facts.route_cost[state.target]
    return station_cost(state, facts, seat)


@compiled
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


@compiled
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


@compiled
def owe(state: State, facts: Facts, seat: int, plain: int, wilds: int) -> None:
    """Take the cards from the hand, or ask how many of them come from the rack (ASI-7)."""
    state.owed[PLAIN] = plain
    state.owed[WILDS] = wilds
    if in_teams(facts):
        ask_split(state, seat)
    else:
        lay_aside(state, facts, seat, PLAIN, 0)
        lay_aside(state, facts, seat, WILDS, 0)
        state.ask[seat] = Ask.NOTHING


@compiled
def paid_cards(state: State, which: int) -> int:
    """Cards laid aside so far, plain or wild, from hand and rack together."""
    return state.paid[HAND, which] + state.paid[RACK, which]


@compiled
def note_payment(state: State, kind: int, seat: int, log: Log) -> None:
    """Tell what was played for the step in progress."""
    plain, wilds = paid_cards(state, PLAIN), paid_cards(state, WILDS)
    note(log, kind, seat, state.target, state.paid_colour, plain, wilds)
    if state.paid[RACK, PLAIN] + state.paid[RACK, WILDS] > 0:
        note(log, Happened.FROM_RACK, seat, state.paid[RACK, PLAIN], state.paid[RACK, WILDS], 0, 0)


@compiled
def discard_paid(state: State) -> None:
    """BASE-13: the played cards go to the discards."""
    if state.paid_colour != WILD:
        state.discards[state.paid_colour] += paid_cards(state, PLAIN)
    state.discards[WILD] += paid_cards(state, WILDS)
    clear_step(state)


@compiled
def return_paid(state: State, seat: int) -> None:
    """BASE-18, ASI-16: all cards laid aside go to the hand, those from the rack too; everyone saw them."""
    for which in range(2):
        card = state.paid_colour if which == PLAIN else WILD
        for _ in range(paid_cards(state, which)):
            add_to_hand(state, seat, card, True)
    clear_step(state)


@compiled
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
