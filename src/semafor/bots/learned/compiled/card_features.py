"""What a seat of the Card Game can work out: what its tickets need, what it has and what lacks."""

from __future__ import annotations

import numpy as np

from semafor.engine.bits import bit, has
from semafor.engine.compile import compiled
from semafor.engine.state import CARD_KINDS, COLOURS, WILD, Array, Facts, State


@compiled
def write_card_features(state: State, facts: Facts, seat: int, out: Array) -> None:
    """Write all features; the own on-track pile is one of them, for whoever remembers it."""
    for kind in range(CARD_KINDS):
        out[kind] = state.track[seat, kind]
    need, lack = CARD_KINDS, CARD_KINDS + COLOURS
    for colour in range(COLOURS):
        out[need + colour] = needed(facts, state.tickets[seat], colour)
        out[lack + colour] = max(0, int(out[need + colour]) - ready(state, seat, colour))
    first = lack + COLOURS
    wanted = state.tickets[seat] & ~state.completing[seat]
    for place in range(state.offered[seat]):
        wanted |= bit(state.offer[seat, place])
    for ticket in range(facts.tickets):
        out[first + ticket] = lacking(state, facts, seat, ticket) if has(wanted, ticket) else 0
        out[first + facts.tickets + ticket] = has(wanted, ticket) and is_ready(state, facts, seat, ticket)


@compiled
def needed(facts: Facts, tickets: np.uint64, colour: int) -> int:
    """Cards of a colour that these tickets need."""
    number = 0
    for ticket in range(facts.tickets):
        if has(tickets, ticket):
            number += int(facts.ticket_needs[ticket, colour])
    return number


@compiled
def ready(state: State, seat: int, colour: int) -> int:
    """Cards of a colour on the pile, in the siding and in the hand."""
    return int(state.track[seat, colour]) + int(state.siding[seat, colour]) + int(state.hand[seat, colour])


@compiled
def lacking(state: State, facts: Facts, seat: int, ticket: int) -> int:
    """Cards that lack for a ticket alone, wilds not counted."""
    number = 0
    for colour in range(COLOURS):
        number += max(0, int(facts.ticket_needs[ticket, colour]) - ready(state, seat, colour))
    return number


@compiled
def is_ready(state: State, facts: Facts, seat: int, ticket: int) -> bool:
    """Whether the pile alone, with its wilds, completes the ticket."""
    number = 0
    for colour in range(COLOURS):
        number += max(0, int(facts.ticket_needs[ticket, colour]) - int(state.track[seat, colour]))
    return bool(number <= state.track[seat, WILD])
