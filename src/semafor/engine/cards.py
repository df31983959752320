"""Transport cards: deck, discards, market, hands and racks."""

from __future__ import annotations

from semafor.engine.compile import rule
from semafor.engine.log import Happened, note, note_cards
from semafor.engine.rng import shuffle
from semafor.engine.state import (
    CARD_KINDS,
    DRAFT_CARD,
    FIRST_FESTIVAL,
    MARKET,
    NO_CARD,
    WILD,
    Array,
    Facts,
    Log,
    State,
)

TOO_MANY_WILDS = 3


@rule
def deck_size(state: State) -> int:
    """Cards in the deck, festival and draft cards included."""
    return state.deck_end - state.deck_next


@rule
def discards_size(state: State) -> int:
    """Cards in the discards."""
    total = 0
    for card in range(CARD_KINDS):
        total += int(state.discards[card])
    return total


@rule
def can_draw_train(state: State) -> bool:
    """Whether a transport card can still come off the deck (BASE-8)."""
    if state.deck_trains > 0:
        return True
    return deck_size(state) > 0 and discards_size(state) > 0


@rule
def fill_deck(state: State, counts: Array) -> None:
    """Make the deck of these cards, unshuffled."""
    top = 0
    for card in range(CARD_KINDS):
        for _ in range(counts[card]):
            state.deck[top] = card
            top += 1
    state.deck_next = 0
    state.deck_end = top
    state.deck_trains = top


@rule
def shuffle_discards(state: State, log: Log) -> None:
    """BASE-4, IBE-8: an exhausted deck is made anew of the discards at once."""
    if deck_size(state) > 0 or discards_size(state) == 0:
        return
    fill_deck(state, state.discards)
    for card in range(CARD_KINDS):
        state.discards[card] = 0
    shuffle(state, state.deck, 0, state.deck_end)
    note(log, Happened.DECK_SHUFFLED, 0, state.deck_end, 0, 0, 0)


@rule
def turn_over(state: State, log: Log) -> int:
    """The top card of a deck that has one; the last one is followed by a new deck (BASE-4)."""
    card = state.deck[state.deck_next]
    state.deck_next += 1
    if card <= WILD:
        state.deck_trains -= 1
    if state.deck_next == state.deck_end:
        shuffle_discards(state, log)
    return card


@rule
def set_aside(state: State, card: int, log: Log) -> None:
    """IBE-6, IBE-7: a festival card is laid open at its place, the draft card announces a draft."""
    if card == DRAFT_CARD:
        state.draft_due = 1
        note(log, Happened.DRAFT_CARD, state.turn, 0, 0, 0, 0)
    else:
        state.festival_open[card - FIRST_FESTIVAL] += 1
        note(log, Happened.FESTIVAL_OPENED, state.turn, card - FIRST_FESTIVAL, 0, 0, 0)


@rule
def draw_train(state: State, log: Log) -> int:
    """The next transport card of the deck, or NO_CARD; what else comes up is set aside (IBE-6)."""
    while deck_size(state) > 0:
        card = turn_over(state, log)
        if card <= WILD:
            return card
        set_aside(state, card, log)
    return NO_CARD


@rule
def market_wilds(state: State) -> int:
    """Wild cards lying face up."""
    wilds = 0
    for place in range(MARKET):
        wilds += state.market[place] == WILD
    return wilds


@rule
def fill_market(state: State, log: Log) -> None:
    """BASE-2, BASE-4: every gap in the market gets a card while there are cards."""
    for place in range(MARKET):
        if state.market[place] == NO_CARD:
            card = draw_train(state, log)
            if card != NO_CARD:
                state.market[place] = card
                note(log, Happened.MARKET_FILLED, state.turn, place, card, 0, 0)


@rule
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


@rule
def sweep_market(state: State, log: Log) -> None:
    """BASE-3: all face-up cards go to the discards."""
    note_cards(log, Happened.MARKET_SWEPT, state.turn, state.market, MARKET)
    for place in range(MARKET):
        if state.market[place] != NO_CARD:
            state.discards[state.market[place]] += 1
            state.market[place] = NO_CARD
    if deck_size(state) == state.deck_trains == discards_size(state) == MARKET:
        merge_deck(state)
    shuffle_discards(state, log)


@rule
def merge_deck(state: State) -> None:
    """BASE-3, ruling: the deck joins the discards where the two would replace each other for ever."""
    while deck_size(state) > 0:
        card = state.deck[state.deck_next]
        state.deck_next += 1
        state.discards[card] += 1
    state.deck_trains = 0


@rule
def settle_market(state: State, log: Log) -> None:
    """BASE-3, BASE-4: bring deck and market in order after whatever changed them."""
    shuffle_discards(state, log)
    fill_market(state, log)
    while market_wilds(state) >= TOO_MANY_WILDS and can_show_fewer_wilds(state):
        sweep_market(state, log)
        fill_market(state, log)


@rule
def add_to_hand(state: State, seat: int, card: int, seen: bool) -> None:
    """A card comes into a hand; the table remembers it if it saw which."""
    state.hand[seat, card] += 1
    if seen:
        state.seen[seat, card] += 1


@rule
def play_from_hand(state: State, seat: int, card: int, number: int) -> None:
    """Cards leave a hand in the open; of those the table had seen there, as many may be gone."""
    state.hand[seat, card] -= number
    state.seen[seat, card] = max(0, state.seen[seat, card] - number)


@rule
def deal_hands(state: State, facts: Facts) -> None:
    """BASE-2: everyone's first cards, off the top of the deck."""
    for seat in range(state.players):
        for _ in range(facts.hand):
            card = state.deck[state.deck_next]
            state.hand[seat, card] += 1
            state.deck_next += 1
            state.deck_trains -= 1
