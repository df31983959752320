"""Hidden cards of a board game: other hands and racks, the deck, festival cards."""

from __future__ import annotations

from semafor.engine.compile import compiled
from semafor.engine.state import (
    CARD_KINDS,
    DRAFT_CARD,
    FIRST_FESTIVAL,
    HAND,
    MARKET,
    PLAIN,
    RACK,
    WILD,
    WILDS,
    Ask,
    Facts,
    State,
)
from semafor.engine.teams import sides
from semafor.worlds.dealing import deal_from_pool, mix
from semafor.worlds.records import Sampler


@compiled
def visible_cards(state: State, facts: Facts, sampler: Sampler, card: int) -> int:
    """Cards of a kind that the viewer knows the place of."""
    found = int(state.discards[card])
    for side in range(int(sides(state, facts))):
        found += int(state.rack[side, card])  # of others what is known
    for seat in range(int(state.players)):
        found += state.hand[seat, card]  # of others the seen ones only
    for place in range(MARKET):
        found += state.market[place] == card
    found += state.drawn == card
    if shows_turned(state, sampler):
        for i in range(int(state.turned_count)):
            found += state.turned[i] == card
    which = WILDS if card == WILD else PLAIN
    if card == WILD or card == state.paid_colour:
        found += int(state.paid[HAND, which]) + int(state.paid[RACK, which])
    return int(found)


@compiled
def shows_turned(state: State, sampler: Sampler) -> bool:
    """Whether the viewer knows the cards that a tunnel turned up."""
    return bool(state.ask[state.turn] == Ask.TUNNEL or sampler.hidden.turned)


@compiled
def hidden_cards(state: State, facts: Facts, sampler: Sampler) -> int:
    """Put all hidden transport cards into the pool, mixed; how many there are."""
    size = 0
    for card in range(CARD_KINDS):
        for _ in range(facts.cards[card] - visible_cards(state, facts, sampler, card)):
            sampler.pool[size] = card
            size += 1
    mix(sampler.pool, size, sampler.dice)
    return size


@compiled
def sample_cards(state: State, facts: Facts, sampler: Sampler) -> None:
    """Deal the hidden cards to other hands, racks, what is turned up, and the deck."""
    size = hidden_cards(state, facts, sampler)
    for seat in range(int(state.players)):
        size = deal_from_pool(sampler, size, sampler.hidden.hand[seat], state.hand[seat])
    for side in range(int(sides(state, facts))):
        size = deal_from_pool(sampler, size, sampler.hidden.rack[side], state.rack[side])
    if not shows_turned(state, sampler):
        for i in range(int(state.turned_count)):
            size -= 1
            state.turned[i] = sampler.pool[size]
    if sampler.hidden.drawn:
        size -= 1
        state.drawn = sampler.pool[size]
    for i in range(int(state.deck_trains)):
        state.deck[i] = sampler.pool[i]
    if facts.festivals > 0 or facts.draft_count > 0:
        sample_other_cards(state, facts, sampler)


@compiled
def sample_other_cards(state: State, facts: Facts, sampler: Sampler) -> None:
    """IBE-2: festival cards in other piles and in the deck, the draft card at its place."""
    size = 0
    for festival in range(int(facts.festivals)):
        left = int(facts.festival_cards[festival]) - int(state.festival_open[festival])
        for _ in range(left - state.festival_held[sampler.hidden.seat, festival]):
            sampler.pool[size] = festival
            size += 1
    mix(sampler.pool, size, sampler.dice)
    for seat in range(int(state.players)):
        size = deal_from_pool(sampler, size, sampler.hidden.festivals[seat], state.festival_held[seat])
    end = int(state.deck_trains)
    for i in range(size):
        state.deck[end] = FIRST_FESTIVAL + sampler.pool[i]
        end += 1
    mix(state.deck, end, sampler.dice)
    if end < state.deck_end:
        insert_draft_card(state, facts, end)


@compiled
def insert_draft_card(state: State, facts: Facts, end: int) -> None:
    """IBE-2: as many cards lie under the draft card as at the start."""
    stack = -MARKET - int(facts.hand) * int(state.players)
    for card in range(CARD_KINDS):
        stack += int(facts.cards[card])
    for festival in range(int(facts.festivals)):
        stack += int(facts.festival_cards[festival])
    part = facts.draft_at[state.players]
    place = max(0, end - (stack - stack * int(part[0]) // int(part[1])))
    for i in range(end, place, -1):
        state.deck[i] = state.deck[i - 1]
    state.deck[place] = DRAFT_CARD
