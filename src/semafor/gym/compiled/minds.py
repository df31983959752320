"""The fast player of the search inside the step, and what it keeps in mind of each game and seat."""

from __future__ import annotations

import numpy as np

from semafor.arrays.works import BOARD_WORK, CARD_WORK, fields_of
from semafor.bots.search import card_policy, policy
from semafor.bots.search.card_records import CARD_DESK
from semafor.bots.search.playout import LONGEST_GAME
from semafor.bots.search.records import CHART, DESK, PLAN
from semafor.engine.compile import compiled
from semafor.engine.state import Array, Facts, State, i4, record_of, u8
from semafor.gym.compiled.greedy import greedy_choice
from semafor.gym.compiled.pilots import FAST, GREEDY, random_choice

CARD_MIND = record_of(("best", u8), ("drew", i4))
BOARD_MIND = PLAN

_PLANNING = ("plans", "ways", "sizes", "need", "reserve", "aim", "target", "ends")
_COMPLETING = ("knob", "lacking", "wanted", "best", "drew")
THINKING = record_of(*fields_of(DESK, *_PLANNING), ("chart", CHART))
"""What thinking itself needs on a board."""
THINKING_WORK = record_of(*fields_of(BOARD_WORK), *fields_of(THINKING))
CARD_THINKING_WORK = record_of(*fields_of(CARD_WORK), *fields_of(CARD_DESK, *_COMPLETING))


@compiled
def think(
    state: State, facts: Facts, seat: int, pilot: int, minds: Array, dice: Array, work: np.record
) -> int:
    """The decision of a seat's player on a board."""
    if pilot == FAST:
        work.plans[seat] = minds[seat]
        action = policy.decide(state, facts, work.chart, seat, work)
        minds[seat] = work.plans[seat]
        return action
    if pilot == GREEDY:
        return greedy_choice(state, facts, seat, dice, work)
    return random_choice(state, facts, seat, dice, work)


@compiled
def think_of_cards(
    state: State, facts: Facts, seat: int, pilot: int, minds: Array, dice: Array, work: np.record
) -> int:
    """The same in the Card Game."""
    if pilot == FAST:
        work.best[seat] = minds[seat].best
        work.drew[seat] = minds[seat].drew
        action = card_policy.decide(state, facts, seat, work)
        minds[seat].best = work.best[seat]
        minds[seat].drew = work.drew[seat]
        return action
    return random_choice(state, facts, seat, dice, work)


@compiled
def forget(minds: Array, _work: np.record) -> None:
    """Nothing is planned in a new game."""
    for seat in range(minds.size):
        minds[seat].made = 0


@compiled
def forget_cards(minds: Array, _work: np.record) -> None:
    """No tickets were drawn in a new game."""
    for seat in range(minds.size):
        minds[seat].drew = -LONGEST_GAME
