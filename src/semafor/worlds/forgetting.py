"""From a state to what one seat knows of it: all else is emptied, to be dealt anew.

A view says how large the hidden parts are; here a state in the middle of anything, even of a chain of
small decisions, is made to say no more than the seat knows.
"""

from __future__ import annotations

import numpy as np

from semafor.engine.cardgame.state import CardAsk
from semafor.engine.state import NO_CARD, Ask, State
from semafor.view import View
from semafor.worlds.records import Sampler


def forget_board(state: State, view: View, sampler: Sampler) -> None:
    """Empty what is hidden of a board game; the cards a tunnel turned up lay open before everyone."""
    assert view.own is not None, "somebody forgets"
    viewer, side = view.own.seat, view.seats[view.own.seat].side
    for seat in range(view.players):
        if seat != viewer:
            _forget_seat(state, seat)
            state.festival_held[seat] = 0
            state.picked[seat] = 0
            if state.ask[seat] != Ask.RACK_TICKET:  # there it says how many tickets were kept
                state.choice[seat] = state.rack_choice[seat] = 0
    for other in view.sides:
        if other.side != side:
            state.rack[other.side] = 0
            state.rack_tickets[other.side] = 0
    _forget_order(state)
    sampler.hidden.turned = 1
    if state.drawn != NO_CARD and state.turn != viewer and not state.drawn_open:
        state.drawn = NO_CARD
        sampler.hidden.drawn = 1
    if state.drawn != NO_CARD or sampler.hidden.drawn:
        sampler.hidden.hand[state.turn] -= state.turn != viewer


def forget_cards(state: State, view: View) -> None:
    """Empty what is hidden of the Card Game; CRD-15: everyone saw the tickets when they were completed."""
    assert view.own is not None, "somebody forgets"
    assert view.card_game is not None, "a view of the Card Game"
    assert view.card_game.own is not None
    viewer = view.own.seat
    for shown in view.card_game.seats:
        seat = shown.seat
        sees_pile = seat == viewer and view.card_game.own.track is not None
        if not sees_pile:
            state.track[seat] = 0
        if seat != viewer:
            _forget_seat(state, seat)
            state.choice[seat] = 0
            state.completing[seat] = 0
    _forget_order(state)


def _forget_seat(state: State, seat: int) -> None:
    """Of another seat only the cards are known that the table saw it take."""
    state.hand[seat] = state.seen[seat]
    state.tickets[seat] = 0
    state.offer[seat] = 0


def _forget_order(state: State) -> None:
    """The decks have their sizes only."""
    state.deck_end -= state.deck_next
    state.deck_next = 0
    state.ticket_next = 0
    state.deck[:] = 0
    state.ticket_deck[:] = 0


def is_scoring(state: State) -> bool:
    """Whether a scoring round of the Card Game is going on."""
    return bool(np.any(state.ask == CardAsk.COMPLETE))
