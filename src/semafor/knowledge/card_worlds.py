"""Samples the hidden parts of a Card Game."""

from semafor.engine.bits import bit
from semafor.engine.cardgame.card_scoring import points_of
from semafor.engine.cardgame.card_state import CardAsk
from semafor.engine.cardgame.completion import completion_of
from semafor.engine.compile import compiled
from semafor.engine.play import roll
from semafor.engine.state import CARD_KINDS, COLOURS, MARKET, WILD, Facts, State
from semafor.knowledge.hidden import (
    Sampler,
    deal_from_pool,
    gather_tickets,
    kept_number,
    lay_ticket_deck,
    mix,
    sample_key,
)

DEALS = 64
"""Attempts to deal face-down tickets that fit; with the printed deck the first ones succeed."""
SWAPS = 500


@compiled
def sample_world(state: State, facts: Facts, sampler: Sampler) -> None:
    """Fill the hidden parts of a copy of the known state; the sampler has their sizes."""
    sample_key(state, sampler)
    sample_cards(state, facts, sampler)
    sample_tickets(state, facts, sampler)
    sample_completing(state, facts, sampler)


@compiled
def sample_completing(state: State, facts: Facts, sampler: Sampler) -> None:
    """CRD-14: in a scoring round, other seats that have answered complete what is best for them."""
    scoring = False
    for seat in range(int(state.players)):
        scoring |= state.ask[seat] == CardAsk.COMPLETE
    if scoring:
        for seat in range(int(state.players)):
            if state.ask[seat] != CardAsk.COMPLETE and seat != sampler.hidden.seat:
                state.completing[seat] = completion_of(state, facts, seat, sampler.completing)


@compiled
def visible_cards(state: State, card: int) -> int:
    """Return how many cards of a kind the viewer knows the place of."""
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


@compiled
def sample_cards(state: State, facts: Facts, sampler: Sampler) -> None:
    """Deal the hidden cards to other hands, the piles on the track, and the deck."""
    size = 0
    for card in range(CARD_KINDS):
        for _ in range(facts.cards[card] - visible_cards(state, card)):
            sampler.pool[size] = card
            size += 1
    mix(sampler.pool, size, sampler.dice)
    for seat in range(int(state.players)):
        size = deal_from_pool(sampler, size, sampler.hidden.hand[seat], state.hand[seat])
        size = deal_from_pool(sampler, size, sampler.hidden.pile[seat], state.track[seat])
    for i in range(int(state.deck_end)):
        state.deck[i] = sampler.pool[i]


@compiled
def hidden_tickets(state: State, facts: Facts, sampler: Sampler) -> int:
    """Put the tickets whose place is hidden into the pool in random order; return their number."""
    viewer = int(sampler.hidden.seat)
    known = state.tickets[viewer] | sampler.hidden.out | sampler.hidden.under
    for seat in range(int(state.players)):
        known |= state.completed[seat]
    for i in range(int(state.offered[viewer])):
        known |= bit(state.offer[viewer, i])
    return gather_tickets(facts, sampler, ~known)


@compiled
def sample_completed(state: State, facts: Facts, sampler: Sampler, size: int) -> int:
    """CRD-15: deal the tickets that lie face down first; return the number left in the pool.

    Everyone knows their number and what they scored. If one seat has taken what another needs, all are dealt
    again.
    """
    for _ in range(DEALS):
        left, fits = size, True
        for seat in range(int(state.players)):
            number = min(left, int(sampler.hidden.completed[seat]))
            points = int(state.score[seat]) - points_of(facts, state.completed[seat])
            fits = fits and fit_points(facts, sampler, left, number, points)
            left -= number
        if fits:
            break
        mix(sampler.pool, size, sampler.dice)
    for seat in range(int(state.players)):
        for _ in range(min(size, int(sampler.hidden.completed[seat]))):
            size -= 1
            state.completed[seat] |= bit(sampler.pool[size])
    return size


@compiled
def fit_points(facts: Facts, sampler: Sampler, size: int, number: int, points: int) -> bool:
    """Swap tickets of a shuffled pool until its last ones are worth these points; return whether they are.

    Now and then a swap may lead away from the goal, to leave local minima.
    """
    first, missing = size - number, points
    for i in range(first, size):
        missing -= int(facts.ticket_points[sampler.pool[i]])
    if number == 0 or first == 0:
        return missing == 0
    for _ in range(SWAPS):
        if missing == 0:
            return True
        mine, other = first + roll(sampler.dice, number), roll(sampler.dice, first)
        gain = facts.ticket_points[sampler.pool[other]] - int(facts.ticket_points[sampler.pool[mine]])
        if abs(missing - gain) <= abs(missing) or roll(sampler.dice, 8) == 0:
            ticket = sampler.pool[mine]
            sampler.pool[mine] = sampler.pool[other]
            sampler.pool[other] = ticket
            missing -= gain
    return missing == 0


@compiled
def sample_tickets(state: State, facts: Facts, sampler: Sampler) -> None:
    """Deal the hidden tickets to other seats and their offers; the rest becomes the deck."""
    size = sample_completed(state, facts, sampler, hidden_tickets(state, facts, sampler))
    viewer = int(sampler.hidden.seat)
    for seat in range(int(state.players)):
        for _ in range(min(size, sampler.hidden.tickets[seat])):
            size -= 1
            state.tickets[seat] |= bit(sampler.pool[size])
        if seat != viewer:
            if state.ask[viewer] == CardAsk.START_KEEP:
                state.offered[seat] = state.offered[viewer]
            for i in range(min(size, int(state.offered[seat]))):
                size -= 1
                state.offer[seat, i] = sampler.pool[size]
            if state.ask[viewer] == CardAsk.START_KEEP:
                sample_choice(state, facts, sampler, seat)
    lay_ticket_deck(state, facts, sampler, size)


@compiled
def sample_choice(state: State, facts: Facts, sampler: Sampler, seat: int) -> None:
    """CRD-2: choose what another seat keeps, if it has answered already."""
    if state.ask[seat] == CardAsk.NOTHING:
        while kept_number(state.choice[seat]) < facts.start_keep:
            state.choice[seat] |= 1 << roll(sampler.dice, state.offered[seat])
