"""Setting up: the start of the game, and the second half with a deck made anew."""

from __future__ import annotations

import numpy as np

from semafor.engine.cardgame.drawing import fill_market, top_card
from semafor.engine.cardgame.log import CardHappened
from semafor.engine.cardgame.offers import close_offer, offer_start
from semafor.engine.cardgame.state import CardAsk
from semafor.engine.cards import deal_hands, deck_size, fill_deck
from semafor.engine.compile import compiled
from semafor.engine.log import note
from semafor.engine.rng import draw_below, shuffle
from semafor.engine.state import (
    CARD_KINDS,
    COLOURS,
    DECK,
    MARKET,
    NO_CARD,
    NOBODY,
    SEATS,
    TICKETS,
    WILD,
    Facts,
    Log,
    State,
)


@compiled
def clear(state: State, players: int) -> None:
    """An empty table."""
    state.counter = np.uint64(0)
    state.players = players
    state.first = state.turn = 0
    state.turns = 0
    state.half = 1
    state.over = state.last_turns = state.last_round = 0
    for place in range(DECK):
        state.deck[place] = 0
    state.deck_next = state.deck_end = state.deck_trains = 0
    for i in range(TICKETS):
        state.ticket_deck[i] = 0
    state.ticket_next = state.ticket_count = 0
    state.row_colour = NO_CARD
    state.row_plain = 0
    clear_table(state)
    for seat in range(SEATS):
        clear_seat(state, seat)


@compiled
def clear_table(state: State) -> None:
    """No train card but those in deck and hands."""
    for place in range(MARKET):
        state.market[place] = NO_CARD
    for card in range(CARD_KINDS):
        state.discards[card] = 0
        for seat in range(SEATS):
            state.track[seat, card] = 0
    for seat in range(SEATS):
        for colour in range(COLOURS):
            state.siding[seat, colour] = 0
            state.siding_wilds[seat, colour] = 0


@compiled
def clear_seat(state: State, seat: int) -> None:
    """A seat with nothing in hand and nothing to decide."""
    state.ask[seat] = CardAsk.NOTHING
    state.score[seat] = 0
    state.tickets[seat] = np.uint64(0)
    state.completing[seat] = np.uint64(0)
    state.completed[seat] = np.uint64(0)
    for card in range(CARD_KINDS):
        state.hand[seat, card] = 0
        state.seen[seat, card] = 0
    close_offer(state, seat)


@compiled
def deal_cards(state: State, facts: Facts, log: Log) -> None:
    """CRD-2: a wild to each, seven cards of the shuffled rest, five face up."""
    fill_deck(state, facts.cards)
    # The wilds lie last in the deck as `fill_deck` makes it.
    end = int(state.deck_end) - state.players * facts.wild_dealt
    state.deck_end = state.deck_trains = end
    for seat in range(state.players):
        state.hand[seat, WILD] = state.seen[seat, WILD] = facts.wild_dealt
    shuffle(state, state.deck[:], 0, end)
    deal_hands(state, facts)
    fill_market(state, log)


@compiled
def deal_tickets(state: State, facts: Facts, log: Log) -> None:
    """CRD-2: six tickets to each to choose from."""
    for ticket in range(facts.tickets):
        state.ticket_deck[ticket] = ticket
    shuffle(state, state.ticket_deck[:], 0, facts.tickets)
    state.ticket_count = facts.tickets
    offer_start(state, facts, log)


@compiled
def deal(state: State, facts: Facts, players: int, first: int, log: Log) -> None:
    """Set up a new game from the key in the state; a first seat of NOBODY is drawn (BASE-27)."""
    clear(state, players)
    drawn = draw_below(state, players)
    state.first = drawn if first == NOBODY else first
    state.turn = state.first
    deal_cards(state, facts, log)
    deal_tickets(state, facts, log)


@compiled
def gather_cards(state: State) -> None:
    """CRD-17: every train card that is in no hand joins the discards; the deck has none left."""
    for place in range(MARKET):
        if state.market[place] != NO_CARD:
            state.discards[state.market[place]] += 1
    for seat in range(state.players):
        for card in range(CARD_KINDS):
            state.discards[card] += state.track[seat, card]
        for colour in range(COLOURS):
            state.discards[colour] += state.siding[seat, colour]
            state.discards[WILD] += state.siding_wilds[seat, colour]


@compiled
def deal_half_hands(state: State, facts: Facts, log: Log) -> None:
    """CRD-17, ruling: one card at a time from the seat that begins on, as far as the deck goes."""
    for _ in range(facts.half_hand):
        for step in range(state.players):
            if deck_size(state) > 0:
                seat = (state.turn + step) % state.players
                card = top_card(state)
                state.hand[seat, card] += 1
                note(log, CardHappened.DEALT, seat, card, 0, 0, 0)


@compiled
def deal_second_half(state: State, facts: Facts, log: Log) -> None:
    """CRD-17: a new deck of all cards but those in hand, four of them to each, five face up."""
    gather_cards(state)
    fill_deck(state, state.discards)
    clear_table(state)
    shuffle(state, state.deck[:], 0, state.deck_end)
    state.half += 1
    state.last_round = 0
    note(log, CardHappened.SECOND_HALF, state.turn, 0, 0, 0, 0)
    note(log, CardHappened.DECK_SHUFFLED, state.turn, state.deck_end, 0, 0, 0)
    deal_half_hands(state, facts, log)
    fill_market(state, log)
