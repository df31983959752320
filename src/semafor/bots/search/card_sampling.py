"""A world of the Card Game that a viewer cannot rule out."""

from __future__ import annotations

from semafor.bots.search.compile import fast
from semafor.bots.search.records import Desk
from semafor.bots.search.sampling import deal_from_pool, kept_number, mix, sample_key
from semafor.engine.bits import bit, has
from semafor.engine.cardgame.state import CardAsk
from semafor.engine.play import roll
from semafor.engine.state import CARD_KINDS, COLOURS, MARKET, WILD, Facts, State


@fast
def sample_world(state: State, facts: Facts, desk: Desk) -> None:
    """Fill the hidden parts of a copy of the known state; the desk says their sizes."""
    sample_key(state, desk)
    sample_cards(state, facts, desk)
    sample_tickets(state, facts, desk)


@fast
def visible_cards(state: State, card: int) -> int:
    """Cards of a kind that the viewer knows the place of."""
    found = int(state.discards[card])
    for seat in range(int(state.players)):
        found += int(state.hand[seat, card]) + int(state.track[seat, card])  # of others what is known
        if card != WILD:
            found += state.siding[seat, card]
        else:
            for colour in range(COLOURS):
                found += state.siding_wilds[seat, colour]
    for place in range(MARKET):
        found += state.market[place] == card
    return found


@fast
def sample_cards(state: State, facts: Facts, desk: Desk) -> None:
    """Deal the hidden cards to other hands, the piles on the track, and the deck."""
    size = 0
    for card in range(CARD_KINDS):
        for _ in range(facts.cards[card] - visible_cards(state, card)):
            desk.pool[size] = card
            size += 1
    mix(desk.pool, size, desk.dice)
    for seat in range(int(state.players)):
        size = deal_from_pool(desk, size, desk.hidden.hand[seat], state.hand[seat])
        size = deal_from_pool(desk, size, desk.hidden.pile[seat], state.track[seat])
    for i in range(int(state.deck_end)):
        state.deck[i] = desk.pool[i]


@fast
def hidden_tickets(state: State, facts: Facts, desk: Desk) -> int:
    """Put the tickets that the viewer does not know the place of into the pool, mixed; how many."""
    viewer, size = int(desk.hidden.seat), 0
    known = state.tickets[viewer] | desk.hidden.out | desk.hidden.under
    for seat in range(int(state.players)):
        known |= state.completed[seat]
    for i in range(int(state.offered[viewer])):
        known |= bit(state.offer[viewer, i])
    for ticket in range(int(facts.tickets)):
        if not has(known, ticket):
            desk.pool[size] = ticket
            size += 1
    mix(desk.pool, size, desk.dice)
    return size


@fast
def sample_tickets(state: State, facts: Facts, desk: Desk) -> None:
    """Deal the hidden tickets to others and their offers; the rest is the deck."""
    size = hidden_tickets(state, facts, desk)
    viewer = int(desk.hidden.seat)
    for seat in range(int(state.players)):
        for _ in range(min(size, desk.hidden.tickets[seat])):
            size -= 1
            state.tickets[seat] |= bit(desk.pool[size])
        for _ in range(min(size, desk.hidden.completed[seat])):
            size -= 1
            state.completed[seat] |= bit(desk.pool[size])
        if seat != viewer and state.ask[viewer] == CardAsk.START_KEEP:
            state.offered[seat] = state.offered[viewer]
            for i in range(int(state.offered[seat])):
                size -= 1
                state.offer[seat, i] = desk.pool[size]
            sample_choice(state, facts, desk, seat)
    for ticket in range(int(facts.tickets)):
        if has(desk.hidden.under, ticket):
            desk.pool[size] = ticket
            size += 1
    spare = max(0, size - int(state.ticket_count))
    state.ticket_next = 0
    for i in range(min(size, state.ticket_count)):
        state.ticket_deck[i] = desk.pool[spare + i]


@fast
def sample_choice(state: State, facts: Facts, desk: Desk, seat: int) -> None:
    """CRD-2: what another seat keeps, if it has answered already."""
    if state.ask[seat] == CardAsk.NOTHING:
        while kept_number(state.choice[seat]) < facts.start_keep:
            state.choice[seat] |= 1 << roll(desk.dice, state.offered[seat])
