"""The sizes of hidden parts, from a view and a seat's memory, and functions for dealing them."""

from typing import Protocol

import numpy as np

from semafor.engine.bits import bit, has
from semafor.engine.cardgame.completion import CHOICE
from semafor.engine.compile import compiled
from semafor.engine.play import roll, stir
from semafor.engine.state import DECK, OFFER, SEATS, TICKETS, Array, Facts, State, i1, record_of, u8
from semafor.view import CardView, View

Sampler = np.record
"""Any record with the fields of `SAMPLER`."""
f4 = np.float32

HIDDEN = record_of(  # the sizes of hidden parts, and what a memory knows about them
    ("seat", i1),  # the viewer
    ("hand", i1, SEATS),  # cards in each hand beyond those that the table saw
    ("rack", i1, SEATS),
    ("tickets", i1, SEATS),
    ("rack_tickets", i1, SEATS),
    ("festivals", i1, SEATS),
    ("pile", i1, SEATS),  # Card Game: cards on each on-track pile beyond those known
    ("completed", i1, SEATS),  # Card Game: tickets laid aside face down
    ("drawn", i1),  # teams: whether another seat holds a card that it has yet to place
    ("turned", i1),  # whether the cards that a tunnel turned up are known, although no tunnel is waiting
    ("under", u8),  # tickets that must lie in the deck
    ("out", u8),  # tickets that have left the game
    ("draft", u8, OFFER),  # tickets that the viewer could pick from in each round of this draft
    ("likely", f4, (SEATS, TICKETS)),  # likelihood of each ticket for a seat, given what it has built
)

SAMPLER = record_of(
    ("hidden", HIDDEN),
    ("dice", u8, 1),
    ("pool", i1, DECK),
    ("chance", f4, TICKETS),
    ("completing", CHOICE),  # working space of the Card Game
)


class RememberedTickets(Protocol):
    """What a seat remembers about tickets."""

    out: int
    """Tickets known to have left the game."""

    def under(self, view: View) -> int:
        """Return the tickets that must still lie under the deck."""

    def draft(self, view: View) -> dict[int, int]:
        """Return the tickets to pick from in each round of the present draft, as far as they were seen."""


def write_hidden(sampler: Sampler, view: View, memory: RememberedTickets) -> None:
    """Write the sizes of everything that is hidden from the viewer, and what its memory knows."""
    hidden, own = sampler.hidden, view.own
    assert own is not None, "a seat decides"
    hidden.seat, hidden.drawn, hidden.turned = own.seat, 0, 0
    hidden.under, hidden.out = np.uint64(memory.under(view)), np.uint64(memory.out)
    hidden.draft = 0
    for turn, tickets in memory.draft(view).items():
        hidden.draft[turn] = tickets
    for seat in view.seats:
        mine = seat.seat == own.seat
        hidden.hand[seat.seat] = 0 if mine else seat.cards - sum(seat.seen.values())
        hidden.tickets[seat.seat] = 0 if mine else seat.tickets
        hidden.festivals[seat.seat] = 0 if mine else seat.festivals
    for side in view.sides:
        ours = own.seat in side.seats
        hidden.rack[side.side] = 0 if ours else side.rack_cards
        hidden.rack_tickets[side.side] = 0 if ours else side.rack_tickets


def write_hidden_completed(sampler: Sampler, state: State, cards: CardView) -> None:
    """CRD-15: write how many tickets each seat has laid face down, besides those known."""
    for shown in cards.seats:
        known = int(state.completed[shown.seat]).bit_count()
        sampler.hidden.completed[shown.seat] = shown.completed - known


GOLDEN = np.uint64(0x9E3779B97F4A7C15)


@compiled
def seed_dice(sampler: Sampler, seed: int, world: int) -> None:
    """Seed the random numbers of a world: the same for the same seed and number."""
    mixed = np.uint64(seed) * GOLDEN + np.uint64(world + 1) * np.uint64(0xD1B54A32D192ED03)
    mixed = (mixed ^ (mixed >> np.uint64(31))) * np.uint64(0xBF58476D1CE4E5B9)
    sampler.dice[0] = mixed ^ (mixed >> np.uint64(27)) | np.uint64(1)


@compiled
def sample_key(state: State, sampler: Sampler) -> None:
    """Give every world its own future randomness."""
    for i in range(4):
        state.key[i] = np.uint32(stir(sampler.dice) & np.uint64(0xFFFFFFFF))


@compiled
def mix(cards: Array, size: int, dice: Array) -> None:
    """Shuffle the first cards of a pile."""
    for last in range(size - 1, 0, -1):
        other = roll(dice, last + 1)
        card = cards[last]
        cards[last] = cards[other]
        cards[other] = card


@compiled
def deal_from_pool(sampler: Sampler, size: int, number: int, pile: Array) -> int:
    """Deal cards from the end of the pool to a pile; return the number left in the pool."""
    for _ in range(number):
        size -= 1
        pile[sampler.pool[size]] += 1
    return size


@compiled
def kept_number(choice: int) -> int:
    """Return how many tickets a choice keeps."""
    number = 0
    while choice > 0:
        number += choice & 1
        choice >>= 1
    return number


@compiled
def draw_ticket(facts: Facts, sampler: Sampler, pool: np.uint64, seat: int) -> int:
    """Return a random ticket of the pool by its likelihood for the seat; -1 if the pool is empty."""
    total = np.float32(0.0)
    for ticket in range(int(facts.tickets)):
        if has(pool, ticket):
            total += sampler.hidden.likely[seat, ticket]
        sampler.chance[ticket] = total
    aim = total * np.float32(roll(sampler.dice, 1 << 24)) / np.float32(1 << 24)
    last = -1
    for ticket in range(int(facts.tickets)):
        if has(pool, ticket):
            last = ticket
            if sampler.chance[ticket] > aim:
                return ticket
    return last


@compiled
def gather_tickets(facts: Facts, sampler: Sampler, tickets: np.uint64) -> int:
    """Put a set of tickets into the pool in random order; return their number."""
    size = 0
    for ticket in range(int(facts.tickets)):
        if has(tickets, ticket):
            sampler.pool[size] = ticket
            size += 1
    mix(sampler.pool, size, sampler.dice)
    return size


@compiled
def lay_ticket_deck(state: State, facts: Facts, sampler: Sampler, size: int) -> None:
    """Make the deck of what is left in the pool, with tickets known to be under it at the bottom."""
    for ticket in range(int(facts.tickets)):
        if has(sampler.hidden.under, ticket):
            sampler.pool[size] = ticket
            size += 1
    spare = max(0, size - int(state.ticket_count))  # out of the game, or in offers that nobody sees
    state.ticket_next = 0
    for i in range(min(size, state.ticket_count)):
        state.ticket_deck[i] = sampler.pool[spare + i]


@compiled
def taken_from(pool: np.uint64, ticket: int) -> np.uint64:
    """Return the pool without a ticket; -1 removes nothing."""
    return pool if ticket < 0 else pool & ~bit(ticket)
