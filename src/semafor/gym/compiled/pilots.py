"""Who decides for a seat: whoever steps the batch, or a player inside the step."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from semafor.arrays.rules_by_kind import Rule, by_fields, legal
from semafor.engine.compile import compiled
from semafor.engine.play import random_action
from semafor.engine.state import NOBODY, Array, Facts, State

ASKED, RANDOM, GREEDY, FAST = 0, 1, 2, 3
"""The seat's decisions are asked for, chosen at random, by their points, or by the search's fast player."""
GUEST = -1
"""They are asked for too, and answered by a network before the step ends; for -2 by a second one."""


@compiled
def asked_seat(state: State, pilots: Array) -> int:
    """The first seat, from the one at turn on, whose decision is asked for now, or NOBODY."""
    for step in range(state.players):
        seat = (state.turn + step) % state.players
        if state.ask[seat] != 0 and pilots[seat] <= ASKED:
            return int(seat)
    return NOBODY


@compiled
def random_choice(state: State, facts: Facts, seat: int, dice: Array, work: np.record) -> int:
    """A legal action, each equally likely."""
    legal(state, facts, seat, work.mask)
    return random_action(work.mask, dice)


@compiled
def choose_anything(
    state: State, facts: Facts, seat: int, _pilot: int, _minds: Array, dice: Array, work: np.record
) -> int:
    """Where all players inside the step choose at random, nothing else is compiled."""
    return random_choice(state, facts, seat, dice, work)


@compiled
def forget_nothing(_minds: Array, _work: np.record) -> None:
    """Who chooses at random keeps nothing in mind."""


def _thinking(fields: Collection[str]) -> Rule:
    if "plans" not in fields and "drew" not in fields:
        return choose_anything
    from semafor.gym.compiled import minds  # only where somebody thinks: it is much to compile

    return minds.think if "plans" in fields else minds.think_of_cards


def _forgetting(fields: Collection[str]) -> Rule:
    if "plans" not in fields and "drew" not in fields:
        return forget_nothing
    from semafor.gym.compiled import minds

    return minds.forget if "plans" in fields else minds.forget_cards


choose_action = by_fields(6, _thinking)
"""The decision of a seat's player inside the step: the fields of its working space say who may sit there."""
forget_game = by_fields(1, _forgetting)
"""Begin a new game with a clear mind."""
