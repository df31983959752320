"""Samples the hidden parts of a game on a board: other hands and racks, decks, tickets and drafts."""

import numpy as np

from semafor.engine import state as st
from semafor.engine.bits import bit, has, lowest, without_lowest
from semafor.engine.compile import compiled
from semafor.engine.play import roll
from semafor.engine.state import Ask, Facts, State
from semafor.engine.teams import side_of, sides
from semafor.knowledge.hidden import (
    Sampler,
    deal_from_pool,
    draw_ticket,
    gather_tickets,
    kept_number,
    lay_ticket_deck,
    mix,
    sample_key,
    taken_from,
)

NO_TICKETS = np.uint64(0)


@compiled
def visible_cards(state: State, facts: Facts, sampler: Sampler, card: int) -> int:
    """Return how many cards of a kind the viewer knows the place of."""
    found = int(state.discards[card])
    for side in range(int(sides(state, facts))):
        found += int(state.rack[side, card])  # of other sides only what is known
    for seat in range(int(state.players)):
        found += state.hand[seat, card]  # of other seats only what was seen
    for place in range(st.MARKET):
        found += state.market[place] == card
    found += state.drawn == card
    if shows_turned(state, sampler):
        for i in range(int(state.turned_count)):
            found += state.turned[i] == card
    which = st.WILDS if card == st.WILD else st.PLAIN
    if card == st.WILD or card == state.paid_colour:
        found += int(state.paid[st.HAND, which]) + int(state.paid[st.RACK, which])
    return int(found)


@compiled
def shows_turned(state: State, sampler: Sampler) -> bool:
    """Return whether the viewer knows the cards that a tunnel turned up."""
    return bool(state.ask[state.turn] == Ask.TUNNEL or sampler.hidden.turned)


@compiled
def hidden_cards(state: State, facts: Facts, sampler: Sampler) -> int:
    """Put all hidden transport cards into the pool in random order; return their number."""
    size = 0
    for card in range(st.CARD_KINDS):
        for _ in range(facts.cards[card] - visible_cards(state, facts, sampler, card)):
            sampler.pool[size] = card
            size += 1
    mix(sampler.pool, size, sampler.dice)
    return size


@compiled
def sample_cards(state: State, facts: Facts, sampler: Sampler) -> None:
    """Deal the hidden cards to other hands, racks, the cards turned up, and the deck."""
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
    """IBE-2: deal festival cards to other piles and the deck, and insert the draft card."""
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
        state.deck[end] = st.FIRST_FESTIVAL + sampler.pool[i]
        end += 1
    mix(state.deck, end, sampler.dice)
    if end < state.deck_end:
        insert_draft_card(state, facts, end)


@compiled
def insert_draft_card(state: State, facts: Facts, end: int) -> None:
    """IBE-2: insert the draft card with as many cards under it as at the start."""
    stack = -st.MARKET - int(facts.hand) * int(state.players)
    for card in range(st.CARD_KINDS):
        stack += int(facts.cards[card])
    for festival in range(int(facts.festivals)):
        stack += int(facts.festival_cards[festival])
    part = facts.draft_at[state.players]
    place = max(0, end - (stack - stack * int(part[0]) // int(part[1])))
    for i in range(end, place, -1):
        state.deck[i] = state.deck[i - 1]
    state.deck[place] = st.DRAFT_CARD


@compiled
def hidden_tickets(state: State, facts: Facts, sampler: Sampler) -> np.uint64:
    """Return the tickets whose place the viewer does not know."""
    viewer = int(sampler.hidden.seat)
    known = state.tickets[viewer] | state.rack_tickets[side_of(facts, viewer)] | sampler.hidden.out
    for i in range(int(state.offered[viewer])):
        known |= bit(state.offer[viewer, i])
        if state.ask[viewer] == Ask.RACK_TICKET and not has(np.uint64(state.choice[viewer]), i):
            sampler.hidden.under |= bit(state.offer[viewer, i])  # it went there before this question
    if is_picking(state):
        for i in range(int(state.draft_round)):
            known |= bit(state.picked[viewer, i])
    hidden = np.uint64(0)
    for ticket in range(int(facts.tickets)):
        if not has(known, ticket):
            hidden |= bit(ticket)
    return hidden


@compiled
def sample_tickets(state: State, facts: Facts, sampler: Sampler) -> None:
    """Deal the hidden tickets to other hands, racks and offers; the rest is the deck or out of the game."""
    hidden = hidden_tickets(state, facts, sampler)
    dealt_apart = facts.ticket_long if facts.start_long > 0 else np.uint64(0)
    long_ones, pool = hidden & dealt_apart, hidden & ~dealt_apart & ~sampler.hidden.under
    for turn in range(st.OFFER):
        pool &= ~sampler.hidden.draft[turn]
    for seat in range(int(state.players)):
        number = sampler.hidden.tickets[seat]
        if number > 0 and long_ones != np.uint64(0) and roll(sampler.dice, 8) > 0:
            ticket = draw_ticket(facts, sampler, long_ones, seat)
            long_ones = taken_from(long_ones, ticket)
            state.tickets[seat] |= bit(ticket)
            number -= 1
        for _ in range(number):
            ticket = draw_ticket(facts, sampler, pool, seat)
            if ticket >= 0:
                pool = taken_from(pool, ticket)
                state.tickets[seat] |= bit(ticket)
    for side in range(int(sides(state, facts))):
        for _ in range(int(sampler.hidden.rack_tickets[side])):
            ticket = draw_ticket(facts, sampler, pool, side * facts.team_size)
            if ticket >= 0:
                pool = taken_from(pool, ticket)
                state.rack_tickets[side] |= bit(ticket)
    pool = sample_offers(state, facts, sampler, pool, long_ones)
    lay_ticket_deck(state, facts, sampler, gather_tickets(facts, sampler, pool))


@compiled
def asked_together(state: State) -> int:
    """Return what all seats are asked at once, even if the viewer has answered; NOTHING in normal play."""
    asked = 0
    for seat in range(int(state.players)):
        asked = max(asked, int(state.ask[seat]))
    return asked if asked >= Ask.START_KEEP else 0


@compiled
def sample_offers(
    state: State, facts: Facts, sampler: Sampler, pool: np.uint64, long_ones: np.uint64
) -> np.uint64:
    """Deal the offers of other seats and their choices so far; return the tickets left."""
    viewer, asked = int(sampler.hidden.seat), asked_together(state)
    if asked == Ask.PICK or asked == Ask.DRAFT_KEEP:
        pool = sample_draft(state, facts, sampler, pool)
        for seat in range(int(state.players)):
            if seat != viewer:
                sample_choice(state, facts, sampler, seat)
    elif asked != Ask.NOTHING:
        for seat in range(int(state.players)):
            if seat != viewer:
                pool, long_ones = sample_offer(state, facts, sampler, seat, pool, long_ones)
                sample_choice(state, facts, sampler, seat)
    else:
        pool = sample_drawn(state, facts, sampler, pool)
    return pool


@compiled
def sample_offer(
    state: State, facts: Facts, sampler: Sampler, seat: int, pool: np.uint64, long_ones: np.uint64
) -> tuple[np.uint64, np.uint64]:
    """EUR-2: deal another seat's offer at the start; return the tickets left."""
    state.offered[seat] = state.offered[sampler.hidden.seat]
    for i in range(int(state.offered[seat])):
        if i < facts.start_long:
            ticket = draw_ticket(facts, sampler, long_ones, seat)
            long_ones = taken_from(long_ones, ticket)
        else:
            ticket = draw_ticket(facts, sampler, pool, seat)
            pool = taken_from(pool, ticket)
        state.offer[seat, i] = ticket
    return pool, long_ones


@compiled
def sample_drawn(state: State, facts: Facts, sampler: Sampler, pool: np.uint64) -> np.uint64:
    """Deal what another seat has drawn in its turn and not chosen from yet; return the tickets left."""
    seat = int(state.turn)
    if seat == sampler.hidden.seat or state.offered[seat] == 0:
        return pool
    if state.ask[seat] == Ask.RACK_TICKET:  # the tickets it kept are in its hand already (ASI-9)
        held = state.tickets[seat]
        for i in range(int(state.offered[seat])):
            if has(np.uint64(state.choice[seat]), i) and held != np.uint64(0):
                state.offer[seat, i] = lowest(held)
                held = without_lowest(held)
        return pool
    for i in range(int(state.offered[seat])):
        state.offer[seat, i] = draw_ticket(facts, sampler, pool, seat)
        pool = taken_from(pool, state.offer[seat, i])
    return pool


@compiled
def sample_choice(state: State, facts: Facts, sampler: Sampler, seat: int) -> None:
    """BASE-23: choose an answer that another seat has given while someone still decides."""
    asked = asked_together(state)
    answered = state.ask[seat] == Ask.NOTHING
    if asked == Ask.PICK:
        if answered:
            state.choice[seat] = roll(sampler.dice, state.offered[seat])
        return
    racking = state.ask[sampler.hidden.seat] == Ask.START_RACK or state.ask[seat] == Ask.START_RACK
    if answered or racking:
        fewest = int(facts.draft_keep) if asked == Ask.DRAFT_KEEP else int(facts.start_keep)
        while kept_number(state.choice[seat]) < min(fewest, state.offered[seat]):
            state.choice[seat] |= 1 << roll(sampler.dice, state.offered[seat])
        place = 0
        while not has(np.uint64(state.choice[seat]), place):
            place += 1
        state.rack_choice[seat] = place


@compiled
def sample_world(state: State, facts: Facts, sampler: Sampler) -> None:
    """Fill the hidden parts of a copy of the known state; the sampler has their sizes."""
    sample_key(state, sampler)
    sample_cards(state, facts, sampler)
    sample_tickets(state, facts, sampler)


# ---- a draft in progress: hands that were passed on hold what the viewer saw in them (IBE-3, IBE-7) ----


@compiled
def is_picking(state: State) -> bool:
    """Return whether hands are still being passed on."""
    picking = False
    for seat in range(int(state.players)):
        picking |= state.ask[seat] == Ask.PICK
    return bool(picking)


@compiled
def holder(state: State, hand: int, turn: int) -> int:
    """Return the seat that has a hand in a round: hands go left in the first draft, right in the second."""
    passed = turn if state.drafts == 0 else -turn
    return int((hand + passed) % state.players)


@compiled
def seen_later(state: State, sampler: Sampler, hand: int, turn: int, rounds: int) -> np.uint64:
    """Return what the viewer saw of a hand when it came back after a round; nothing if it did not."""
    for later in range(turn + 1, min(rounds + 1, st.OFFER)):
        if holder(state, hand, later) == sampler.hidden.seat:
            return np.uint64(sampler.hidden.draft[later])
    return NO_TICKETS


@compiled
def seen_now(state: State, sampler: Sampler, turn: int) -> np.uint64:
    """Return what the viewer passed on in a round, without its own pick."""
    viewer = int(sampler.hidden.seat)
    pick = state.picked[viewer, turn] if is_picking(state) else state.offer[viewer, turn]
    return np.uint64(sampler.hidden.draft[turn] & ~bit(pick))


@compiled
def note_pick(state: State, seat: int, turn: int, ticket: int) -> None:
    """Write what another seat picked; after the last round the picks are its offer."""
    if is_picking(state):
        state.picked[seat, turn] = ticket
    else:
        state.offer[seat, turn] = ticket


@compiled
def sample_hand(
    state: State, facts: Facts, sampler: Sampler, hand: int, rounds: int, pool: np.uint64
) -> np.uint64:
    """Deal the picks from one hand and what is left in it; return the tickets left."""
    left = NO_TICKETS  # tickets in it that the viewer saw
    for turn in range(rounds):
        seat = holder(state, hand, turn)
        if seat == sampler.hidden.seat:
            left = seen_now(state, sampler, turn) if sampler.hidden.draft[turn] != NO_TICKETS else NO_TICKETS
            continue
        known = left & ~seen_later(state, sampler, hand, turn, rounds)
        ticket = draw_ticket(facts, sampler, known if known != NO_TICKETS else pool, seat)
        left = taken_from(left, ticket)
        pool = taken_from(pool, ticket)
        note_pick(state, seat, turn, ticket)
    seat = holder(state, hand, rounds)
    if is_picking(state) and seat != sampler.hidden.seat:
        for i in range(int(state.offered[seat])):
            ticket = draw_ticket(facts, sampler, left if left != NO_TICKETS else pool, seat)
            left = taken_from(left, ticket)
            pool = taken_from(pool, ticket)
            state.offer[seat, i] = ticket
    return pool


@compiled
def sample_draft(state: State, facts: Facts, sampler: Sampler, pool: np.uint64) -> np.uint64:
    """IBE-3: deal everyone's hand and picks in a draft; return the tickets left."""
    rounds = int(state.draft_round) if is_picking(state) else int(facts.draft_count)
    for seat in range(int(state.players)):
        state.offered[seat] = state.offered[sampler.hidden.seat]
    for hand in range(int(state.players)):
        pool = sample_hand(state, facts, sampler, hand, rounds, pool)
    return pool
