"""Setup: the start of the game, and the second half with a new deck."""

import numpy as np

from semafor.engine.bits import bit
from semafor.engine.cardgame.card_state import (
    DRAW_DECK,
    DRAW_MARKET,
    KEEP,
    SINGLE,
    STOP,
    CardAsk,
    CardHappened,
)
from semafor.engine.cards import add_to_hand, deal_hands, deck_size, fill_deck
from semafor.engine.compile import compiled
from semafor.engine.drawing import market_cards
from semafor.engine.log import note
from semafor.engine.rng import draw_below, shuffle
from semafor.engine.state import (
    CARD_KINDS,
    COLOURS,
    DECK,
    MARKET,
    NO_CARD,
    NOBODY,
    OFFER,
    SEATS,
    TICKETS,
    WILD,
    Facts,
    Log,
    Rejected,
    State,
)
from semafor.engine.tickets import anyone_asked, keep_offered, offer_tickets, return_rejected, shuffle_tickets


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
    """CRD-7: draw the first card, the only one if it is a face-up wild or no other card can be drawn."""
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


@compiled
def close_offer(state: State, seat: int) -> None:
    """The seat has nothing left to choose from."""
    for i in range(OFFER):
        state.offer[seat, i] = 0
    state.offered[seat] = 0
    state.choice[seat] = 0


@compiled
def offer_start(state: State, facts: Facts, log: Log) -> None:
    """CRD-2: six tickets to each seat, of which all choose at once."""
    for seat in range(state.players):
        offer_tickets(state, seat, facts.start_count, log)
        state.ask[seat] = CardAsk.START_KEEP


@compiled
def choose_start(state: State, facts: Facts, seat: int, action: int, log: Log) -> bool:
    """CRD-2: remember what the seat keeps. True once all have chosen."""
    state.choice[seat] = action - KEEP
    state.ask[seat] = CardAsk.NOTHING
    if anyone_asked(state):
        return False
    for chooser in range(state.players):
        keep_offered(state, chooser, state.choice[chooser], log)
        if facts.start_rejected != Rejected.OUT:
            return_rejected(state, chooser, state.choice[chooser])
        close_offer(state, chooser)
    if facts.start_rejected == Rejected.SHUFFLE:
        shuffle_tickets(state, 0)
    return True


@compiled
def draw_tickets(state: State, facts: Facts, seat: int, log: Log) -> None:
    """CRD-11: four tickets, or all that are left, to choose from."""
    offer_tickets(state, seat, facts.draw_count, log)
    state.ask[seat] = CardAsk.KEEP


@compiled
def keep_drawn(state: State, seat: int, action: int, log: Log) -> None:
    """CRD-11: keep some of the drawn tickets or none; the others go under the deck."""
    keep_offered(state, seat, action - KEEP, log)
    return_rejected(state, seat, action - KEEP)
    close_offer(state, seat)
    state.ask[seat] = CardAsk.NOTHING


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
