"""Setting up: from a seed to the first decisions."""

import numpy as np

from semafor.engine.bits import has
from semafor.engine.cards import deal_hands, fill_deck
from semafor.engine.compile import compiled
from semafor.engine.drafts import begin_draft, clear_drafts, insert_draft_card
from semafor.engine.festivals import clear_festivals, shuffle_in_festivals
from semafor.engine.market import settle_market
from semafor.engine.payment import clear_step
from semafor.engine.rng import draw_below, shuffle
from semafor.engine.state import (
    CARD_KINDS,
    DECK,
    MARKET,
    NO_CARD,
    NOBODY,
    SEATS,
    TICKETS,
    WORDS,
    Ask,
    Facts,
    Log,
    State,
)
from semafor.engine.stations import clear_stations
from semafor.engine.teams import clear_racks, sides
from semafor.engine.tickets import close_offer, offer_tickets
from semafor.engine.tunnels import clear_turned


@compiled
def clear(state: State, facts: Facts, players: int) -> None:
    """An empty table: no cards dealt, every route open, all pieces in front of their players."""
    state.counter = np.uint64(0)
    state.players = players
    state.first = state.turn = 0
    state.turns = 0
    state.over = state.passes = state.last_turns = state.last_round = 0
    clear_cards(state)
    clear_tickets(state)
    clear_stations(state, facts, players)
    for seat in range(SEATS):
        plays = seat < players
        state.ask[seat] = Ask.NOTHING
        state.score[seat] = 0
        for kind in range(2):
            state.pieces[seat, kind] = facts.pieces[kind] if plays else 0
        for word in range(WORDS):
            state.owned[seat, word] = np.uint64(0)
            state.open[seat, word] = facts.all_routes[word] if plays else np.uint64(0)


@compiled
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
    clear_festivals(state)
    clear_racks(state)
    clear_step(state)
    clear_turned(state)


@compiled
def clear_tickets(state: State) -> None:
    """No ticket anywhere but on racks."""
    for i in range(TICKETS):
        state.ticket_deck[i] = 0
    state.ticket_next = state.ticket_count = 0
    clear_drafts(state)
    for seat in range(SEATS):
        state.tickets[seat] = np.uint64(0)
        close_offer(state, seat)


@compiled
def deal_cards(state: State, facts: Facts, log: Log) -> None:
    """BASE-2, BASE-3, IBE-2: shuffle, deal the hands, turn up the market, complete the deck."""
    fill_deck(state, facts.cards)
    shuffle(state, state.deck[:], 0, state.deck_end)
    deal_hands(state, facts)
    settle_market(state, log)
    shuffle_in_festivals(state, facts)
    insert_draft_card(state, facts)


@compiled
def deal_long_tickets(state: State, facts: Facts) -> None:
    """EUR-2: one long ticket to each; the other long ones leave the game unseen."""
    long_ones = 0
    for ticket in range(facts.tickets):
        if has(facts.ticket_long, ticket):
            state.ticket_deck[long_ones] = ticket
            long_ones += 1
    shuffle(state, state.ticket_deck[:], 0, long_ones)
    dealt = 0
    for seat in range(state.players):
        for _ in range(facts.start_long):
            state.offer[seat, state.offered[seat]] = state.ticket_deck[dealt]
            state.offered[seat] += 1
            dealt += 1


@compiled
def shuffle_ticket_deck(state: State, facts: Facts) -> None:
    """The ticket deck, without the long ones where those are dealt apart."""
    size = 0
    for ticket in range(facts.tickets):
        if facts.start_long == 0 or not has(facts.ticket_long, ticket):
            state.ticket_deck[size] = ticket
            size += 1
    shuffle(state, state.ticket_deck[:], 0, size)
    state.ticket_count = size


@compiled
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


@compiled
def deal(state: State, facts: Facts, players: int, first: int, log: Log) -> None:
    """Set up a new game from the key in the state; a first seat of NOBODY is drawn (BASE-27, ASI-1)."""
    clear(state, facts, players)
    drawn = draw_below(state, sides(state, facts)) * facts.team_size
    state.first = drawn if first == NOBODY else first
    state.turn = state.first
    deal_cards(state, facts, log)
    deal_tickets(state, facts, log)
