"""The market: five face-up cards, filled as long as there are cards and swept where too many are wild."""

from semafor.engine.cards import deck_size, discards_size, draw_train, shuffle_discards
from semafor.engine.compile import compiled
from semafor.engine.log import Happened, is_quiet, note, note_cards, outdate_market
from semafor.engine.state import CARD_KINDS, LOG_ROWS, MARKET, NO_CARD, WILD, Log, State

TOO_MANY_WILDS = 3
SWEEPS_TOLD = 4
"""Consecutive sweeps that are logged one by one."""
MOST_COUNTED = 30_000
"""As many as a row of the log can count."""


@compiled
def market_wilds(state: State) -> int:
    """Wild cards lying face up."""
    wilds = 0
    for place in range(MARKET):
        wilds += state.market[place] == WILD
    return wilds


@compiled
def fill_market(state: State, log: Log) -> None:
    """BASE-2, BASE-4: every gap in the market gets a card while there are cards."""
    for place in range(MARKET):
        if state.market[place] == NO_CARD:
            card = draw_train(state, log)
            if card != NO_CARD:
                state.market[place] = card
                note(log, Happened.MARKET_FILLED, state.turn, place, card, 0, 0)
                shuffle_discards(state, log)


@compiled
def can_show_fewer_wilds(state: State) -> bool:
    """BASE-3, ruling: whether deck, discards and market hold enough plain cards for a new market."""
    plain, all_cards = 0, 0
    for card in range(CARD_KINDS):
        all_cards += int(state.discards[card])
        plain += int(state.discards[card]) if card != WILD else 0
    for place in range(state.deck_next, state.deck_end):
        all_cards += state.deck[place] <= WILD
        plain += state.deck[place] < WILD
    for place in range(MARKET):
        all_cards += state.market[place] != NO_CARD
        plain += 0 <= state.market[place] < WILD
    return plain >= min(all_cards, MARKET) - (TOO_MANY_WILDS - 1)


@compiled
def would_return(state: State) -> bool:
    """BASE-3, ruling: whether the swept five and a deck of five like them would alternate endlessly."""
    if not deck_size(state) == state.deck_trains == discards_size(state) == MARKET:
        return False
    wilds = 0
    for place in range(state.deck_next, state.deck_end):
        wilds += state.deck[place] == WILD
    return wilds >= TOO_MANY_WILDS


@compiled
def merge_deck(state: State) -> None:
    """The deck joins the discards."""
    while deck_size(state) > 0:
        card = state.deck[state.deck_next]
        state.deck_next += 1
        state.discards[card] += 1
    state.deck_trains = 0


@compiled
def sweep_market(state: State, log: Log) -> None:
    """BASE-3: all face-up cards go to the discards."""
    for place in range(MARKET):
        if state.market[place] != NO_CARD:
            state.discards[state.market[place]] += 1
            state.market[place] = NO_CARD
    if would_return(state):
        merge_deck(state)
    shuffle_discards(state, log)


@compiled
def tell_sweep(state: State, told: int, sweeps: int, log: Log) -> int:
    """Tell of a sweep; the row where it is told, given that of the sweep before.

    There is no limit to sweeps in a row: beyond the first few they are one event, which says how
    often, and of the cards turned up in between the last are told.
    """
    if is_quiet(log):
        return told
    if sweeps <= SWEEPS_TOLD:
        told = int(log.count)
        note_cards(log, Happened.MARKET_SWEPT, state.turn, state.market[:], MARKET)
    else:
        outdate_market(log, told + 1)
    if told < LOG_ROWS:
        log.rows[told, 2 + MARKET] = min(max(1, sweeps - SWEEPS_TOLD + 1), MOST_COUNTED)
    return told


@compiled
def settle_market(state: State, log: Log) -> None:
    """BASE-3, BASE-4: bring deck and market in order after whatever changed them."""
    shuffle_discards(state, log)
    fill_market(state, log)
    told, sweeps = 0, 0
    while market_wilds(state) >= TOO_MANY_WILDS and can_show_fewer_wilds(state):
        sweeps += 1
        told = tell_sweep(state, told, sweeps, log)
        sweep_market(state, log)
        fill_market(state, log)
