"""Setting up: from a seed to the first decisions."""

from __future__ import annotations

import numpy as np

from semafor.engine.bits import has
from semafor.engine.cards import deal_hands, fill_deck
from semafor.engine.choices import begin_draft
from semafor.engine.compile import rule
from semafor.engine.market import settle_market
from semafor.engine.payment import clear_step
from semafor.engine.rng import draw_below, shuffle
from semafor.engine.sides import sides
from semafor.engine.state import (
    CARD_KINDS,
    DECK,
    DRAFT_CARD,
    FESTIVALS,
    FIRST_FESTIVAL,
    MARKET,
    NO_CARD,
    NOBODY,
    OFFER,
    SEATS,
    TICKETS,
    WORDS,
    Ask,
    Facts,
    Log,
    State,
)
from semafor.engine.tickets import offer_tickets


@rule
def clear(state: State, facts: Facts, players: int) -> None:
    """An empty table: no cards dealt, every route open, all pieces in front of their players."""
    state.counter = np.uint64(0)
    state.players = players
    state.first = state.turn = 0
    state.turns = 0
    state.over = state.passes = state.last_turns = state.last_round = 0
    clear_cards(state)
    clear_tickets(state)
    for seat in range(SEATS):
        plays = seat < players
        state.ask[seat] = Ask.NOTHING
        state.stations[seat] = np.uint64(0)
        state.stations_left[seat] = facts.stations if plays else 0
        state.score[seat] = 0
        for kind in range(2):
            state.pieces[seat, kind] = facts.pieces[kind] if plays else 0
        for word in range(WORDS):
            state.owned[seat, word] = np.uint64(0)
            state.open[seat, word] = facts.all_routes[word] if plays else np.uint64(0)


@rule
def clear_cards(state: State) -> None:
    """No card anywhere."""
    for place in range(DECK):
        state.deck[place] = 0
    state.deck_next = state.deck_end = state.deck_trains = 0
    for place in range(MARKET):
        state.market[place] = NO_CARD
    for card in range(CARD_KINDS):
        state.discards[card] = 0
        for seat in range(SEATS):
            state.hand[seat, card] = 0
            state.seen[seat, card] = 0
            state.rack[seat, card] = 0
    for festival in range(FESTIVALS):
        state.festival_open[festival] = 0
        for seat in range(SEATS):
            state.festival_held[seat, festival] = 0
    clear_step(state)
    for i in range(state.turned.size):
        state.turned[i] = 0
    state.turned_count = 0
    state.drawn = NO_CARD
    state.drawn_open = 0
    state.goes_to = 0


@rule
def clear_tickets(state: State) -> None:
    """No ticket anywhere."""
    for i in range(TICKETS):
        state.ticket_deck[i] = 0
    state.ticket_next = state.ticket_count = 0
    state.draft_round = state.drafts = state.draft_due = 0
    for seat in range(SEATS):
        state.tickets[seat] = np.uint64(0)
        state.rack_tickets[seat] = np.uint64(0)
        state.offered[seat] = state.choice[seat] = state.rack_choice[seat] = 0
        for i in range(OFFER):
            state.offer[seat, i] = 0
            state.picked[seat, i] = 0


@rule
def shuffle_in_festivals(state: State, facts: Facts) -> None:
    """IBE-2: the festival cards are shuffled into what is left of the deck."""
    end = state.deck_end
    for festival in range(facts.festivals):
        for _ in range(facts.festival_cards[festival]):
            state.deck[end] = FIRST_FESTIVAL + festival
            end += 1
    if end > state.deck_end:
        state.deck_end = end
        shuffle(state, state.deck, state.deck_next, end)


@rule
def insert_draft_card(state: State, facts: Facts) -> None:
    """IBE-2, ruling: the draft card lies exactly at the stated part of the stack."""
    if facts.draft_count == 0:
        return
    stack = state.deck_end - state.deck_next
    part = facts.draft_at[state.players]
    place = state.deck_next + stack * part[0] // part[1]
    for i in range(state.deck_end, place, -1):
        state.deck[i] = state.deck[i - 1]
    state.deck[place] = DRAFT_CARD
    state.deck_end += 1


@rule
def deal_cards(state: State, facts: Facts, log: Log) -> None:
    """BASE-2, BASE-3, IBE-2: shuffle, deal the hands, turn up the market, complete the deck."""
    fill_deck(state, facts.cards)
    shuffle(state, state.deck, 0, state.deck_end)
    deal_hands(state, facts)
    settle_market(state, log)
    shuffle_in_festivals(state, facts)
    insert_draft_card(state, facts)


@rule
def deal_long_tickets(state: State, facts: Facts) -> None:
    """EUR-2: one long ticket to each; the other long ones leave the game unseen."""
    long_ones = 0
    for ticket in range(facts.tickets):
        if has(facts.ticket_long, ticket):
            state.ticket_deck[long_ones] = ticket
            long_ones += 1
    shuffle(state, state.ticket_deck, 0, long_ones)
    dealt = 0
    for seat in range(state.players):
        for _ in range(facts.start_long):
            state.offer[seat, state.offered[seat]] = state.ticket_deck[dealt]
            state.offered[seat] += 1
            dealt += 1


@rule
def shuffle_ticket_deck(state: State, facts: Facts) -> None:
    """The ticket deck, without the long ones where those are dealt apart."""
    size = 0
    for ticket in range(facts.tickets):
        if facts.start_long == 0 or not has(facts.ticket_long, ticket):
            state.ticket_deck[size] = ticket
            size += 1
    shuffle(state, state.ticket_deck, 0, size)
    state.ticket_count = size


@rule
def deal_tickets(state: State, facts: Facts, log: Log) -> None:
    """BASE-23, EUR-2, IBE-3, ASI-8: everyone's first tickets to choose from."""
    if facts.start_long > 0:
        deal_long_tickets(state, facts)
    shuffle_ticket_deck(state, facts)
    if facts.draft_count > 0:
        begin_draft(state, facts, log)
        return
    for seat in range(state.players):
        offer_tickets(state, seat, facts.start_count, log)
        state.ask[seat] = Ask.START_KEEP


@rule
def deal(state: State, facts: Facts, players: int, first: int, log: Log) -> None:
    """Set up a new game from the key in the state; a first seat of NOBODY is drawn (BASE-27, ASI-1)."""
    clear(state, facts, players)
    drawn = draw_below(state, sides(state, facts)) * facts.team_size
    state.first = drawn if first == NOBODY else first
    state.turn = state.first
    deal_cards(state, facts, log)
    deal_tickets(state, facts, log)
