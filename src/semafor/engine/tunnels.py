"""Tunnels: cards are turned up, and each that matches asks for one more."""

from __future__ import annotations

from semafor.engine.cards import draw_train, shuffle_discards
from semafor.engine.compile import rule
from semafor.engine.log import Happened, note_cards, note_turned
from semafor.engine.state import NO_CARD, WILD, Facts, Log, State


@rule
def turn_up(state: State, facts: Facts, seat: int, log: Log) -> None:
    """BASE-16, BASE-17, BASE-19, ASI-16: turn up the cards and count how many ask for one more."""
    state.turned_count = 0
    state.extra = 0
    for _ in range(facts.route_tunnel[state.target]):
        card = draw_train(state, log)
        if card == NO_CARD:
            break
        state.turned[state.turned_count] = card
        note_turned(log, seat, state.turned, state.turned_count)
        state.turned_count += 1
        shuffle_discards(state, log)
        if card == WILD or card == state.paid_colour:
            state.extra += 1
    if state.turned_count == 0:
        note_cards(log, Happened.TURNED_UP, seat, state.turned, 0)


@rule
def discard_turned(state: State) -> None:
    """BASE-19: the turned-up cards are discarded at the end of the turn."""
    for i in range(state.turned_count):
        state.discards[state.turned[i]] += 1
    state.turned_count = 0
