"""Drawing cards: one, then a second, and in teams where each goes; the end of the turn fills the market."""

import numpy as np

from semafor.engine.actions import DRAW_DECK, DRAW_MARKET, SINGLE
from semafor.engine.bits import bit
from semafor.engine.cards import can_draw, draw_train, shuffle_discards
from semafor.engine.compile import compiled
from semafor.engine.log import Happened, note
from semafor.engine.market import settle_market
from semafor.engine.state import MARKET, NO_CARD, WILD, Ask, Facts, Goes, Log, State
from semafor.engine.teams import hold_card, in_teams, place_drawn, put_card


@compiled
def market_cards(state: State, with_wilds: bool) -> np.uint64:
    """The actions that take a face-up card, as bits of the mask's last word."""
    actions = np.uint64(0)
    for place in range(MARKET):
        card = state.market[place]
        if 0 <= card < WILD or (card == WILD and with_wilds):
            actions |= bit(DRAW_MARKET - SINGLE + place)
    return actions


@compiled
def legal_first_card(state: State) -> np.uint64:
    """BASE-5, BASE-8: any face-up card or the top of the deck, unless the deck is exhausted."""
    if not can_draw(state):
        return np.uint64(0)
    return market_cards(state, True) | bit(DRAW_DECK - SINGLE)


@compiled
def legal_second_card(state: State) -> np.uint64:
    """BASE-6..8: a plain face-up card or the top of the deck."""
    actions = market_cards(state, False)
    if can_draw(state):
        actions |= bit(DRAW_DECK - SINGLE)
    return actions


@compiled
def take_card(state: State, seat: int, action: int, log: Log) -> int:
    """BASE-5, BASE-8: the card leaves the deck or the market; NO_CARD where the deck holds none to take."""
    if action == DRAW_DECK:
        card = draw_train(state, log)
        if card != NO_CARD:
            note(log, Happened.DREW_BLIND, seat, card, 0, 0, 0)
            shuffle_discards(state, log)
    else:
        place = action - DRAW_MARKET
        card = state.market[place]
        state.market[place] = NO_CARD
        note(log, Happened.DREW_OPEN, seat, place, card, 0, 0)
    return card


@compiled
def draw_first(state: State, facts: Facts, seat: int, action: int, log: Log) -> None:
    """BASE-5, BASE-6, BASE-8, ASI-5, ASI-6: take the first card; ask for its place or the second card."""
    card = take_card(state, seat, action, log)
    seen = action != DRAW_DECK
    open_wild = card == WILD and seen
    if card == NO_CARD:
        state.goes_to = Goes.ALONE
    elif in_teams(facts) and not open_wild:
        hold_card(state, seat, card, seen)
        return
    else:
        put_card(state, facts, seat, card, Goes.RACK if in_teams(facts) else Goes.HAND, seen, log)
    if open_wild:
        state.ask[seat] = Ask.NOTHING
    else:
        ask_second_card(state, seat, log)


@compiled
def ask_second_card(state: State, seat: int, log: Log) -> None:
    """BASE-8: a second card is due from a market in order, unless none can be taken."""
    settle_market(state, log)
    can_go_on = legal_second_card(state) != np.uint64(0)
    state.ask[seat] = Ask.SECOND_CARD if can_go_on else Ask.NOTHING


@compiled
def place_first(state: State, facts: Facts, seat: int, action: int, log: Log) -> None:
    """ASI-5, ASI-6: place the drawn card, and go on to the second where one is due."""
    if place_drawn(state, facts, seat, action, log):
        ask_second_card(state, seat, log)
    else:
        state.ask[seat] = Ask.NOTHING


@compiled
def draw_second(state: State, facts: Facts, seat: int, action: int, log: Log) -> None:
    """BASE-5, BASE-8, ASI-5, ASI-6: take the second card; its place is free where it is the only one."""
    card = take_card(state, seat, action, log)
    if card != NO_CARD:
        if in_teams(facts) and state.goes_to == Goes.ALONE:
            hold_card(state, seat, card, action != DRAW_DECK)
            return
        to = Goes.RACK if state.goes_to == Goes.RACK else Goes.HAND
        put_card(state, facts, seat, card, to, action != DRAW_DECK, log)
    state.ask[seat] = Ask.NOTHING
