"""How large the hidden parts are, as a view tells, and what a seat's memory adds."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from semafor.engine.state import State
from semafor.view import CardView, View
from semafor.worlds.records import Sampler


class Memory(Protocol):
    """What a seat remembers of tickets."""

    out: int
    """Tickets known to have left the game."""

    def under(self, view: View) -> int:
        """Tickets that must still lie under the deck."""

    def draft(self, view: View) -> dict[int, int]:
        """For each round of the draft in progress the tickets to pick from, as far as they were seen."""


def write_hidden(sampler: Sampler, view: View, memory: Memory) -> None:
    """Write the sizes of all that is hidden from the viewer, and what its memory knows."""
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
    """CRD-15: write how many tickets each seat has laid aside face down, besides those known."""
    for shown in cards.seats:
        known = int(state.completed[shown.seat]).bit_count()
        sampler.hidden.completed[shown.seat] = shown.completed - known
