"""The playout policy of `search` at some seats: its answers, game by game."""

from __future__ import annotations

from semafor.bots.search import card_policy, policy
from semafor.engine.state import SEATS, Array
from semafor.learning.compiled import kernel

LEARNER, POLICY, OLDER = 0, 1, 2
"""Who holds a seat: the network that learns, the playout policy, an older self."""


@kernel
def answer_boards(
    states: Array,
    facts: Array,
    charts: Array,
    desks: Array,
    plans: Array,
    done: Array,
    holders: Array,
    to_play: Array,
    answers: Array,
) -> None:
    """Write the policy's action where it holds the seat to decide, else -1; plans end with their game."""
    desk = desks[0]
    for game in range(states.size):
        seat = int(to_play[game])
        if done[game]:
            for other in range(plans.shape[1]):
                plans[game, other].made = 0
        answers[game] = -1
        if holders[game, seat] == POLICY:
            desk.plans[seat] = plans[game, seat]
            answers[game] = policy.decide(states[game], facts[0], charts[0], seat, desk)
            plans[game, seat] = desk.plans[seat]


@kernel
def answer_card_games(
    states: Array,
    facts: Array,
    desks: Array,
    best: Array,
    drew: Array,
    done: Array,
    holders: Array,
    to_play: Array,
    answers: Array,
) -> None:
    """The same in the Card Game; what its policy remembers is kept in `best` and `drew`."""
    desk = desks[0]
    for game in range(states.size):
        seat = int(to_play[game])
        if done[game]:
            for other in range(SEATS):
                drew[game, other] = 0
        answers[game] = -1
        if holders[game, seat] == POLICY:
            desk.best[seat], desk.drew[seat] = best[game, seat], drew[game, seat]
            answers[game] = card_policy.decide(states[game], facts[0], seat, desk)
            best[game, seat], drew[game, seat] = desk.best[seat], desk.drew[seat]
