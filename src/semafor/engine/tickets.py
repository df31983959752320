"""Tickets: the deck as a ring, offers, what is kept and rejected, and what they score."""

import numpy as np

from semafor.engine.bits import bit, has, lowest, without_lowest
from semafor.engine.compile import compiled
from semafor.engine.log import Happened, note_cards, note_some
from semafor.engine.rng import shuffle
from semafor.engine.state import NOBODY, OFFER, TICKETS, Array, Ask, Facts, Log, State


def _subsets() -> Array:
    """[n, k]: the subsets of n offered tickets that have at least k, each subset one bit."""
    table = np.zeros((OFFER + 1, OFFER + 2), np.uint64)
    for n in range(OFFER + 1):
        for k in range(OFFER + 2):
            table[n, k] = sum(1 << s for s in range(2**n) if s.bit_count() >= k)
    return table


SUBSETS_OF_AT_LEAST = _subsets()


@compiled
def keeping_at_least(offered: int, fewest: int) -> np.uint64:
    """BASE-22: the sets of offered tickets that may be kept."""
    return SUBSETS_OF_AT_LEAST[offered, min(offered, fewest)]


@compiled
def top_ticket(state: State) -> int:
    """Take the top ticket of a deck that has one."""
    ticket = state.ticket_deck[state.ticket_next]
    state.ticket_next = (state.ticket_next + 1) % TICKETS
    state.ticket_count -= 1
    return ticket


@compiled
def put_under(state: State, ticket: int) -> None:
    """BASE-22: a rejected ticket goes under the deck."""
    end = (state.ticket_next + state.ticket_count) % TICKETS
    state.ticket_deck[end] = ticket
    state.ticket_count += 1


@compiled
def straighten_deck(state: State) -> None:
    """Move the ring so that its top is at place 0."""
    for _ in range(state.ticket_next):
        first = state.ticket_deck[0]
        for i in range(TICKETS - 1):
            state.ticket_deck[i] = state.ticket_deck[i + 1]
        state.ticket_deck[TICKETS - 1] = first
    state.ticket_next = 0


@compiled
def shuffle_tickets(state: State, start: int) -> None:
    """Shuffle the ticket deck from its start-th card down."""
    straighten_deck(state)
    shuffle(state, state.ticket_deck[:], start, state.ticket_count)


@compiled
def offer_tickets(state: State, seat: int, number: int, log: Log) -> None:
    """BASE-22: offer a number of tickets from the top of the deck, or all that are left, to a seat."""
    for _ in range(min(number, state.ticket_count)):
        state.offer[seat, state.offered[seat]] = top_ticket(state)
        state.offered[seat] += 1
    note_cards(log, Happened.OFFERED, seat, state.offer[seat], state.offered[seat])


@compiled
def keep_offered(state: State, seat: int, kept: int, log: Log) -> None:
    """BASE-21: the kept tickets are the seat's for good; the rejected ones stay in the offer."""
    for i in range(state.offered[seat]):
        if has(np.uint64(kept), i):
            state.tickets[seat] |= bit(state.offer[seat, i])
    note_some(log, Happened.KEPT, seat, state.offer[seat], kept)


@compiled
def return_rejected(state: State, seat: int, kept: int) -> None:
    """BASE-22: what was not kept goes under the deck in the order in which it was offered."""
    for i in range(state.offered[seat]):
        if not has(np.uint64(kept), i):
            put_under(state, state.offer[seat, i])


@compiled
def close_offer(state: State, seat: int) -> None:
    """The seat has nothing left to choose from."""
    for i in range(OFFER):
        state.offer[seat, i] = 0
    state.offered[seat] = 0
    state.choice[seat] = 0
    state.rack_choice[seat] = 0


@compiled
def score_tickets(facts: Facts, tickets: np.uint64, label: Array) -> tuple[int, np.uint64]:
    """BASE-21: points won and lost, and the completed tickets, with these components."""
    points, done = 0, np.uint64(0)
    while tickets != np.uint64(0):
        ticket = lowest(tickets)
        tickets = without_lowest(tickets)
        value = facts.ticket_points[ticket]
        if label[facts.ticket_a[ticket]] == label[facts.ticket_b[ticket]]:
            points += value
            done |= bit(ticket)
        else:
            points -= value
    return points, done


@compiled
def anyone_asked(state: State) -> bool:
    """Whether a seat still has to decide."""
    for seat in range(state.players):
        if state.ask[seat] != Ask.NOTHING:
            return True
    return False


@compiled
def next_seat(state: State, seat: int) -> int:
    """The seat after this one; a comparison, since a division takes as long as a small rule."""
    return seat + 1 if seat + 1 < state.players else 0


@compiled
def next_to_decide(state: State) -> int:
    """The first seat, from the one at turn on, that must decide now, or NOBODY."""
    seat = int(state.turn)
    for _ in range(state.players):
        if state.ask[seat] != Ask.NOTHING:
            return seat
        seat = next_seat(state, seat)
    return NOBODY
