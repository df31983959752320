"""Drawing train cards from a deck that is gone through once, and dealing it."""

from __future__ import annotations

import numpy as np

from semafor.engine.bits import bit
from semafor.engine.cardgame.actions import DRAW_DECK, DRAW_MARKET, SINGLE, STOP
from semafor.engine.cardgame.log import CardHappened
from semafor.engine.cardgame.state import CardAsk
from semafor.engine.cards import add_to_hand, deck_size
from semafor.engine.compile import compiled
from semafor.engine.drawing import market_cards
from semafor.engine.log import note
from semafor.engine.state import MARKET, NO_CARD, WILD, Log, State


@compiled
def top_card(state: State) -> int:
    """CRD-21: the top card of a deck that has one; nothing is shuffled when it was the last."""
    card = state.deck[state.deck_next]
    state.deck_next += 1
    state.deck_trains -= 1
    return card


@compiled
def fill_market(state: State, log: Log) -> None:
    """CRD-2, CRD-7: every gap in the market gets a card while the deck lasts."""
    for place in range(MARKET):
        if state.market[place] == NO_CARD and deck_size(state) > 0:
            card = top_card(state)
            state.market[place] = card
            note(log, CardHappened.MARKET_FILLED, state.turn, place, card, 0, 0)


@compiled
def legal_first_card(state: State) -> np.uint64:
    """CRD-7, CRD-12, CRD-13: a card of the market or the deck, while the deck lasts."""
    if deck_size(state) == 0:
        return np.uint64(0)
    return market_cards(state, True) | bit(DRAW_DECK - SINGLE)


@compiled
def second_cards(state: State) -> np.uint64:
    """CRD-7, CRD-12: a plain market card, even if the first emptied the deck, or a blind one."""
    actions = market_cards(state, False)
    if deck_size(state) > 0:
        actions |= bit(DRAW_DECK - SINGLE)
    return actions


@compiled
def legal_second_card(state: State) -> np.uint64:
    """CRD-7: a second card, or none."""
    return second_cards(state) | bit(STOP - SINGLE)


@compiled
def take_card(state: State, seat: int, action: int, log: Log) -> int:
    """CRD-7: a card comes into the hand; in the market it is replaced at once."""
    if action == DRAW_DECK:
        card = top_card(state)
        note(log, CardHappened.DREW_BLIND, seat, card, 0, 0, 0)
    else:
        place = action - DRAW_MARKET
        card = int(state.market[place])
        state.market[place] = NO_CARD
        note(log, CardHappened.DREW_OPEN, seat, place, card, 0, 0)
        fill_market(state, log)
    add_to_hand(state, seat, card, action != DRAW_DECK)
    return card


@compiled
def draw_first(state: State, seat: int, action: int, log: Log) -> None:
    """CRD-7: the first card, which is the only one if it is a face-up wild or nothing else can be had."""
    card = take_card(state, seat, action, log)
    only_one = card == WILD and action != DRAW_DECK
    goes_on = not only_one and second_cards(state) != np.uint64(0)
    state.ask[seat] = CardAsk.SECOND_CARD if goes_on else CardAsk.NOTHING


@compiled
def draw_second(state: State, seat: int, action: int, log: Log) -> None:
    """CRD-7: the second card, or stopping after one."""
    if action == STOP:
        note(log, CardHappened.STOPPED, seat, 0, 0, 0, 0)
    else:
        take_card(state, seat, action, log)
    state.ask[seat] = CardAsk.NOTHING
