"""Who decides for a seat: whoever steps the batch, or a player inside the step."""

from __future__ import annotations

import numpy as np

from semafor.engine.play import random_action
from semafor.engine.state import NOBODY, Array, Facts, State
from semafor.gym.compiled import kernel
from semafor.gym.compiled.either import legal

ASKED, RANDOM = 0, 1
"""The seat's decisions are asked for, or chosen at random."""


@kernel
def asked_seat(state: State, pilots: Array) -> int:
    """The first seat, from the one at turn on, whose decision is asked for now, or NOBODY."""
    for step in range(state.players):
        seat = (state.turn + step) % state.players
        if state.ask[seat] != 0 and pilots[seat] == ASKED:
            return int(seat)
    return NOBODY


@kernel
def random_choice(state: State, facts: Facts, seat: int, dice: Array, work: np.record) -> int:
    """A legal action, each equally likely."""
    legal(state, facts, seat, work.mask)
    return random_action(work.mask, dice)
