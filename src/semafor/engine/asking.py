"""Who must decide now."""

from __future__ import annotations

from semafor.engine.compile import compiled
from semafor.engine.state import NOBODY, Ask, State


@compiled
def anyone_asked(state: State) -> bool:
    """Whether a seat still has to decide."""
    for seat in range(state.players):
        if state.ask[seat] != Ask.NOTHING:
            return True
    return False


@compiled
def next_to_decide(state: State) -> int:
    """The first seat, from the one at turn on, that must decide now, or NOBODY."""
    for step in range(state.players):
        seat = (state.turn + step) % state.players
        if state.ask[seat] != Ask.NOTHING:
            return seat
    return NOBODY
