"""From a state to what one seat knows of it: all else is emptied, to be dealt anew.

A view says how large the hidden parts are; here a state in the middle of anything, even of a chain of
small decisions, is made to say no more than the seat knows.
"""

from __future__ import annotations

import numpy as np

from semafor.engine.cardgame.state import CardAsk
from semafor.engine.state import NO_CARD, Ask, State
from semafor.kinds.base import KindName
from semafor.view import View
from semafor.worlds.records import Sampler
from semafor.worlds.sight import secrets_of_seats, secrets_of_sides


def forget_board(state: State, view: View, sampler: Sampler) -> None:
    """Empty what is hidden of a board game; the cards a tunnel turned up lay open before everyone."""
    assert view.own is not None, "somebody forgets"
    viewer, side = view.own.seat, view.seats[view.own.seat].side
    for seat in range(view.players):
        if seat != viewer:
            said = state.choice[seat] if state.ask[seat] == Ask.RACK_TICKET else 0
            _forget_seat("board", state, seat)
            state.choice[seat] = said  # how many tickets were kept
    for other in view.sides:
        if other.side != side:
            for name in secrets_of_sides("board"):
                state[name][other.side] = 0
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
            _forget_seat("cards", state, seat)
    _forget_order(state)


def _forget_seat(kind: KindName, state: State, seat: int) -> None:
    """Of another seat only the cards are known that the table saw it take."""
    for name in secrets_of_seats(kind):
        state[name][seat] = 0
    state.hand[seat] = state.seen[seat]


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
