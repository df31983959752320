"""A world of a board game that a viewer cannot rule out."""

from __future__ import annotations

from semafor.engine.compile import compiled
from semafor.engine.state import Facts, State
from semafor.worlds.board_cards import sample_cards
from semafor.worlds.board_tickets import sample_tickets
from semafor.worlds.dealing import sample_key
from semafor.worlds.records import Sampler


@compiled
def sample_world(state: State, facts: Facts, sampler: Sampler) -> None:
    """Fill the hidden parts of a copy of the known state; the sampler says their sizes."""
    sample_key(state, sampler)
    sample_cards(state, facts, sampler)
    sample_tickets(state, facts, sampler)
