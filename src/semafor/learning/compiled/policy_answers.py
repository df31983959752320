"""The playout policy of `search` at some seats: its answers, game by game."""

from __future__ import annotations

from typing import NamedTuple

from semafor.engine.compile import compiled
from semafor.engine.state import Array
from semafor.gym.step_players import FAST, choose_action, forget_game

LEARNER, POLICY, OLDER, RIVAL = 0, 1, 2, 3
"""Who holds a seat: the network that learns, the playout policy, an older self, a network of another kind."""


class Seating(NamedTuple):
    """The games of a batch, and who holds their seats."""

    states: Array
    facts: Array
    to_play: Array
    holders: Array
    """By game and seat."""
    minds: Array
    """What the policy keeps in mind, by game and seat."""
    works: Array
    """One working space to think in."""
    dice: Array
    """For players that roll them."""


@compiled
def answer_games(seating: Seating, begun: Array, answers: Array) -> None:
    """Write the policy's action where it holds the seat to decide, else -1; `begun`: games dealt anew."""
    facts, work = seating.facts[0], seating.works[0]
    for game in range(answers.size):
        seat, minds = int(seating.to_play[game]), seating.minds[game]
        if begun[game]:
            forget_game(minds, work)
        answers[game] = -1
        if seating.holders[game, seat] == POLICY:
            answers[game] = choose_action(seating.states[game], facts, seat, FAST, minds, seating.dice, work)
