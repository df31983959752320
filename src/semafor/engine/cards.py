"""Transport cards: deck, discards and hands."""

from semafor.engine.compile import compiled
from semafor.engine.drafts import announce_draft
from semafor.engine.festivals import open_festival
from semafor.engine.log import Happened, note
from semafor.engine.rng import shuffle
from semafor.engine.state import (
    CARD_KINDS,
    DRAFT_CARD,
    FIRST_FESTIVAL,
    NO_CARD,
    WILD,
    Array,
    Facts,
    Log,
    State,
)


@compiled
def deck_size(state: State) -> int:
    """Cards in the deck, festival and draft cards included."""
    return state.deck_end - state.deck_next


@compiled
def discards_size(state: State) -> int:
    """Cards in the discards."""
    total = 0
    for card in range(CARD_KINDS):
        total += int(state.discards[card])
    return total


@compiled
def can_draw(state: State) -> bool:
    """BASE-8: whether a card can come off the deck, which is renewed at once where that is possible.

    Festival and draft cards are cards of the deck: one that holds nothing else may be drawn from.
    """
    return deck_size(state) > 0


@compiled
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


@compiled
def shuffle_discards(state: State, log: Log) -> None:
    """BASE-4, IBE-8: reshuffle the discards into an exhausted deck at once."""
    if deck_size(state) > 0 or discards_size(state) == 0:
        return
    fill_deck(state, state.discards)
    for card in range(CARD_KINDS):
        state.discards[card] = 0
    shuffle(state, state.deck[:], 0, state.deck_end)
    note(log, Happened.DECK_SHUFFLED, 0, state.deck_end, 0, 0, 0)


@compiled
def turn_over(state: State) -> int:
    """Return the top card of a deck that has one; the caller logs it before a new deck is made."""
    card = state.deck[state.deck_next]
    state.deck_next += 1
    if card <= WILD:
        state.deck_trains -= 1
    return card


@compiled
def set_aside(state: State, card: int, log: Log) -> None:
    """IBE-6, IBE-7: a festival card is laid open at its place, the draft card announces a draft."""
    if card == DRAFT_CARD:
        announce_draft(state, log)
    else:
        open_festival(state, card - FIRST_FESTIVAL, log)


@compiled
def draw_train(state: State, log: Log) -> int:
    """The next transport card of the deck, or NO_CARD; what else comes up is set aside (IBE-6).

    Who draws tells what became of the card, and then calls `shuffle_discards` (BASE-4).
    """
    while deck_size(state) > 0:
        card = turn_over(state)
        if card <= WILD:
            return card
        set_aside(state, card, log)
        shuffle_discards(state, log)
    return NO_CARD


@compiled
def hand_size(state: State, seat: int) -> int:
    """Cards in a hand."""
    total = 0
    for card in range(CARD_KINDS):
        total += int(state.hand[seat, card])
    return total


@compiled
def add_to_hand(state: State, seat: int, card: int, seen: bool) -> None:
    """A card comes into a hand; the table remembers it if it saw which."""
    state.hand[seat, card] += 1
    if seen:
        state.seen[seat, card] += 1


@compiled
def play_from_hand(state: State, seat: int, card: int, number: int) -> None:
    """Cards leave a hand in the open; of those the table had seen there, as many may be gone."""
    state.hand[seat, card] -= number
    state.seen[seat, card] = max(0, state.seen[seat, card] - number)


@compiled
def deal_hands(state: State, facts: Facts) -> None:
    """BASE-2: everyone's first cards, off the top of the deck."""
    for seat in range(state.players):
        for _ in range(facts.hand):
            card = state.deck[state.deck_next]
            state.hand[seat, card] += 1
            state.deck_next += 1
            state.deck_trains -= 1
