"""Everything that lies on a table of the Card Game, counted one by one."""

from __future__ import annotations

import numpy as np

from semafor.boards.model import COLOURS
from semafor.engine.state import Array, State


def all_cards(state: State) -> Array:
    """Every train card of the table by kind."""
    found = state.discards.astype(np.int64)
    found += state.hand.sum(axis=0) + state.track.sum(axis=0)
    found[: len(COLOURS)] += state.siding.sum(axis=0)
    found[len(COLOURS)] += state.siding_wilds.sum()
    lying = np.concatenate([state.deck[state.deck_next : state.deck_end], state.market[state.market >= 0]])
    return found + np.bincount(lying, minlength=len(found))  # type: ignore[no-any-return]  # NumPy's sums have no types


def all_tickets(state: State) -> list[int]:
    """Every ticket of the table, sorted."""
    found = [int(state.ticket_deck[(state.ticket_next + i) % 64]) for i in range(state.ticket_count)]
    for seat in range(state.players):
        found += [int(ticket) for ticket in state.offer[seat, : state.offered[seat]]]
        held = int(state.tickets[seat]) | int(state.completed[seat])
        found += [ticket for ticket in range(64) if held >> ticket & 1]
    return sorted(found)
