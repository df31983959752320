"""A world that a viewer cannot rule out: hidden cards and tickets dealt at random, as the view allows."""

from __future__ import annotations

import numpy as np

from semafor.bots.search.compile import fast
from semafor.bots.search.records import Desk
from semafor.engine.bits import bit, has
from semafor.engine.payment import HAND, PLAIN, RACK, WILDS
from semafor.engine.play import roll, stir
from semafor.engine.sides import side_of, sides
from semafor.engine.state import (
    CARD_KINDS,
    DRAFT_CARD,
    FIRST_FESTIVAL,
    MARKET,
    WILD,
    Array,
    Ask,
    Facts,
    State,
)


@fast
def sample_world(state: State, facts: Facts, desk: Desk) -> None:
    """Fill the hidden parts of a copy of the known state; the desk says their sizes."""
    sample_key(state, desk)
    sample_cards(state, facts, desk)
    sample_tickets(state, facts, desk)


@fast
def sample_key(state: State, desk: Desk) -> None:
    """Chance to come is another one in every world."""
    for i in range(4):
        state.key[i] = np.uint32(stir(desk.dice) & np.uint64(0xFFFFFFFF))


@fast
def mix(cards: Array, size: int, dice: Array) -> None:
    """Put the first cards of a pile into a random order."""
    for last in range(size - 1, 0, -1):
        other = roll(dice, last + 1)
        card = cards[last]
        cards[last] = cards[other]
        cards[other] = card


# ---- cards -----------------------------------------------------------------------------------


@fast
def visible_cards(state: State, facts: Facts, desk: Desk, card: int) -> int:
    """Cards of a kind that the viewer knows the place of."""
    viewer = int(desk.hidden.seat)
    found = int(state.discards[card]) + int(state.rack[side_of(facts, viewer), card])
    for seat in range(int(state.players)):
        found += state.hand[seat, card]  # of others the seen ones only
    for place in range(MARKET):
        found += state.market[place] == card
    found += state.drawn == card
    if state.ask[state.turn] == Ask.TUNNEL:
        for i in range(int(state.turned_count)):
            found += state.turned[i] == card
        which = WILDS if card == WILD else PLAIN
        if card == WILD or card == state.paid_colour:
            found += int(state.paid[HAND, which]) + int(state.paid[RACK, which])
    return int(found)


@fast
def hidden_cards(state: State, facts: Facts, desk: Desk) -> int:
    """Put all hidden transport cards into the pool, mixed; how many there are."""
    size = 0
    for card in range(CARD_KINDS):
        for _ in range(facts.cards[card] - visible_cards(state, facts, desk, card)):
            desk.pool[size] = card
            size += 1
    mix(desk.pool, size, desk.dice)
    return size


@fast
def deal_from_pool(desk: Desk, size: int, number: int, pile: Array) -> int:
    """Cards from the pool's end go to a pile; what is left in the pool."""
    for _ in range(number):
        size -= 1
        pile[desk.pool[size]] += 1
    return size


@fast
def sample_cards(state: State, facts: Facts, desk: Desk) -> None:
    """Deal the hidden cards to other hands, racks, what is turned up, and the deck."""
    size = hidden_cards(state, facts, desk)
    for seat in range(int(state.players)):
        size = deal_from_pool(desk, size, desk.hidden.hand[seat], state.hand[seat])
    for side in range(int(sides(state, facts))):
        size = deal_from_pool(desk, size, desk.hidden.rack[side], state.rack[side])
    if state.ask[state.turn] != Ask.TUNNEL:
        for i in range(int(state.turned_count)):
            size -= 1
            state.turned[i] = desk.pool[size]
    for i in range(int(state.deck_trains)):
        state.deck[i] = desk.pool[i]
    if facts.festivals > 0 or facts.draft_count > 0:
        sample_other_cards(state, facts, desk)


@fast
def sample_other_cards(state: State, facts: Facts, desk: Desk) -> None:
    """IBE-2: festival cards in other piles and in the deck, the draft card at its place."""
    size = 0
    for festival in range(int(facts.festivals)):
        left = int(facts.festival_cards[festival]) - int(state.festival_open[festival])
        for _ in range(left - state.festival_held[desk.hidden.seat, festival]):
            desk.pool[size] = festival
            size += 1
    mix(desk.pool, size, desk.dice)
    for seat in range(int(state.players)):
        size = deal_from_pool(desk, size, desk.hidden.festivals[seat], state.festival_held[seat])
    end = int(state.deck_trains)
    for i in range(size):
        state.deck[end] = FIRST_FESTIVAL + desk.pool[i]
        end += 1
    mix(state.deck, end, desk.dice)
    if end < state.deck_end:
        insert_draft_card(state, facts, end)


@fast
def insert_draft_card(state: State, facts: Facts, end: int) -> None:
    """IBE-2: as many cards lie under the draft card as at the start."""
    stack = -MARKET - int(facts.hand) * int(state.players)
    for card in range(CARD_KINDS):
        stack += facts.cards[card]
    for festival in range(int(facts.festivals)):
        stack += facts.festival_cards[festival]
    part = facts.draft_at[state.players]
    place = max(0, end - (stack - stack * part[0] // part[1]))
    for i in range(end, place, -1):
        state.deck[i] = state.deck[i - 1]
    state.deck[place] = DRAFT_CARD


# ---- tickets ---------------------------------------------------------------------------------


@fast
def hidden_tickets(state: State, facts: Facts, desk: Desk) -> np.uint64:
    """The tickets that the viewer does not know the place of."""
    viewer = int(desk.hidden.seat)
    known = state.tickets[viewer] | state.rack_tickets[side_of(facts, viewer)] | desk.hidden.out
    for i in range(int(state.offered[viewer])):
        known |= bit(state.offer[viewer, i])
        if state.ask[viewer] == Ask.RACK_TICKET and not has(np.uint64(state.choice[viewer]), i):
            desk.hidden.under |= bit(state.offer[viewer, i])  # it went there before this question
    if state.ask[viewer] == Ask.PICK:
        for i in range(int(state.draft_round)):
            known |= bit(state.picked[viewer, i])
    hidden = np.uint64(0)
    for ticket in range(int(facts.tickets)):
        if not has(known, ticket):
            hidden |= bit(ticket)
    return hidden


@fast
def draw_ticket(facts: Facts, desk: Desk, pool: np.uint64, seat: int) -> int:
    """A ticket of the pool, likelier if it fits what the seat has built; -1 from an empty pool."""
    total = np.float32(0.0)
    for ticket in range(int(facts.tickets)):
        if has(pool, ticket):
            total += desk.hidden.likely[seat, ticket]
        desk.chance[ticket] = total
    aim = total * np.float32(roll(desk.dice, 1 << 24)) / np.float32(1 << 24)
    last = -1
    for ticket in range(int(facts.tickets)):
        if has(pool, ticket):
            last = ticket
            if desk.chance[ticket] > aim:
                return ticket
    return last


@fast
def sample_tickets(state: State, facts: Facts, desk: Desk) -> None:
    """Deal the hidden tickets to other hands, racks and offers; the rest is the deck or out of the game."""
    hidden = hidden_tickets(state, facts, desk)
    dealt_apart = facts.ticket_long if facts.start_long > 0 else np.uint64(0)
    long_ones, pool = hidden & dealt_apart, hidden & ~dealt_apart & ~desk.hidden.under
    for seat in range(int(state.players)):
        number = desk.hidden.tickets[seat]
        if number > 0 and long_ones != np.uint64(0) and roll(desk.dice, 8) > 0:
            ticket = draw_ticket(facts, desk, long_ones, seat)
            long_ones &= ~bit(ticket)
            state.tickets[seat] |= bit(ticket)
            number -= 1
        for _ in range(number):
            ticket = draw_ticket(facts, desk, pool, seat)
            if ticket >= 0:
                pool &= ~bit(ticket)
                state.tickets[seat] |= bit(ticket)
    for side in range(int(sides(state, facts))):
        for _ in range(int(desk.hidden.rack_tickets[side])):
            ticket = draw_ticket(facts, desk, pool, side * facts.team_size)
            if ticket >= 0:
                pool &= ~bit(ticket)
                state.rack_tickets[side] |= bit(ticket)
    pool = sample_offers(state, facts, desk, pool, long_ones)
    fill_ticket_deck(state, facts, desk, pool)


@fast
def sample_offers(state: State, facts: Facts, desk: Desk, pool: np.uint64, long_ones: np.uint64) -> np.uint64:
    """What others choose from in a choice of all, and what they have chosen already; the tickets left."""
    viewer = int(desk.hidden.seat)
    if state.ask[viewer] < Ask.START_KEEP:
        return pool
    for seat in range(int(state.players)):
        if seat != viewer:
            for i in range(int(state.offered[viewer])):
                if i < facts.start_long and state.ask[viewer] != Ask.PICK and facts.draft_count == 0:
                    ticket = draw_ticket(facts, desk, long_ones, seat)
                    long_ones &= ~bit(ticket)
                else:
                    ticket = draw_ticket(facts, desk, pool, seat)
                    pool &= ~bit(ticket)
                state.offer[seat, i] = ticket
            state.offered[seat] = state.offered[viewer]
            pool = sample_picks(state, facts, desk, pool, seat)
            sample_choice(state, facts, desk, seat)
    return pool


@fast
def sample_picks(state: State, facts: Facts, desk: Desk, pool: np.uint64, seat: int) -> np.uint64:
    """IBE-3: what another seat has picked so far in this draft; the tickets left."""
    if state.ask[desk.hidden.seat] == Ask.PICK:
        for i in range(int(state.draft_round)):
            ticket = draw_ticket(facts, desk, pool, seat)
            pool &= ~bit(ticket)
            state.picked[seat, i] = ticket
    return pool


@fast
def sample_choice(state: State, facts: Facts, desk: Desk, seat: int) -> None:
    """BASE-23: an answer that another seat has given while the viewer still thinks."""
    asked = state.ask[desk.hidden.seat]
    if asked == Ask.PICK:
        if state.ask[seat] == Ask.NOTHING:
            state.choice[seat] = roll(desk.dice, state.offered[seat])
        return
    if state.ask[seat] == Ask.NOTHING or asked == Ask.START_RACK:
        fewest = int(facts.draft_keep) if asked == Ask.DRAFT_KEEP else int(facts.start_keep)
        while kept_number(state.choice[seat]) < min(fewest, state.offered[seat]):
            state.choice[seat] |= 1 << roll(desk.dice, state.offered[seat])
        place = 0
        while not has(np.uint64(state.choice[seat]), place):
            place += 1
        state.rack_choice[seat] = place


@fast
def kept_number(choice: int) -> int:
    """How many places a choice keeps."""
    number = 0
    while choice > 0:
        number += choice & 1
        choice >>= 1
    return number


@fast
def fill_ticket_deck(state: State, facts: Facts, desk: Desk, pool: np.uint64) -> None:
    """The deck is made of what is left; tickets known to be under it lie at the bottom."""
    size = 0
    for ticket in range(int(facts.tickets)):
        if has(pool, ticket):
            desk.pool[size] = ticket
            size += 1
    mix(desk.pool, size, desk.dice)
    for ticket in range(int(facts.tickets)):
        if has(desk.hidden.under, ticket):
            desk.pool[size] = ticket
            size += 1
    spare = max(0, size - int(state.ticket_count))  # out of the game, or in offers nobody sees
    state.ticket_next = 0
    for i in range(min(size, state.ticket_count)):
        state.ticket_deck[i] = desk.pool[spare + i]
