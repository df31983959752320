"""Tunnels, from the first cards to the last: cards are turned up, and each that matches asks for one more."""

from semafor.engine.actions import EXTRA, REFUSE, SINGLE, SINGLE_WORD
from semafor.engine.bits import bit, span
from semafor.engine.cards import draw_train, shuffle_discards
from semafor.engine.compile import compiled
from semafor.engine.log import Happened, note, note_cards, note_turned
from semafor.engine.payment import note_payment, owe, return_paid
from semafor.engine.state import NO_CARD, TURNED, WILD, Array, Ask, Facts, Log, State
from semafor.engine.teams import cards_of


@compiled
def clear_turned(state: State) -> None:
    """No card lies turned up."""
    for i in range(TURNED):
        state.turned[i] = 0
    state.turned_count = 0


@compiled
def try_tunnel(state: State, facts: Facts, seat: int, log: Log) -> bool:
    """BASE-16: the route is paid for; turn up cards if it is a tunnel, and see whether it asks for more."""
    if facts.route_tunnel[state.target] == 0 or state.extra > 0:
        return False
    note_payment(state, Happened.TUNNEL_TRIED, seat, log)
    turn_up(state, facts, seat, log)
    if state.extra > 0:
        state.ask[seat] = Ask.TUNNEL
    return state.extra > 0


@compiled
def turn_up(state: State, facts: Facts, seat: int, log: Log) -> None:
    """BASE-16, BASE-17, BASE-19, ASI-16: turn up the cards and count how many ask for one more."""
    state.turned_count = 0
    state.extra = 0
    for _ in range(facts.route_tunnel[state.target]):
        card = draw_train(state, log)
        if card == NO_CARD:
            break
        state.turned[state.turned_count] = card
        note_turned(log, seat, state.turned[:], state.turned_count)
        state.turned_count += 1
        shuffle_discards(state, log)
        if card == WILD or card == state.paid_colour:
            state.extra += 1
    if state.turned_count == 0:
        note_cards(log, Happened.TURNED_UP, seat, state.turned[:], 0)


@compiled
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


@compiled
def answer_tunnel(state: State, facts: Facts, seat: int, action: int, log: Log) -> bool:
    """BASE-16..18: owe the extra cards, or take the played cards back. Whether they are paid."""
    if action == REFUSE:
        note(log, Happened.TUNNEL_REFUSED, seat, state.target, 0, 0, 0)
        return_paid(state, seat)
        state.ask[seat] = Ask.NOTHING
        return False
    wilds = action - EXTRA
    owe(state, facts, seat, state.extra - wilds, wilds)
    return state.ask[seat] == Ask.NOTHING


@compiled
def discard_turned(state: State) -> None:
    """BASE-19: the turned-up cards are discarded at the end of the turn."""
    for i in range(state.turned_count):
        state.discards[state.turned[i]] += 1
    state.turned_count = 0
