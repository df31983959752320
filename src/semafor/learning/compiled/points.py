"""What each seat would have if the game ended now, bonuses aside: the potential that rewards are paid by."""

from __future__ import annotations

from typing import NamedTuple

from semafor.engine.compile import compiled
from semafor.engine.state import Array, Facts, State
from semafor.games.arrays import extras_of
from semafor.games.points import margin_of


class Outcome(NamedTuple):
    """What a batch tells of its last step, by game and seat."""

    running: Array
    """Running points."""
    done: Array
    """By game alone."""
    scores: Array
    won: Array


@compiled
def settle_game(
    state: State,
    facts: Facts,
    outcome: Outcome,
    game: int,
    numbers: Array,
    points: Array,
    paid: Array,
    gained: Array,
) -> None:
    """Write what the last step brought every seat: the change of its margin, at the end all that is due.

    `numbers` are the seats of a side and what a win counts beside the margin, in points; `points` is room to
    work in. What was paid in advance is taken back at the end: the sum over a game is its final margin and
    the win.
    """
    team = int(numbers[0])
    for seat in range(points.size):
        points[seat] = outcome.running[game, seat] + extras_of(state, facts, seat // team)
    for seat in range(points.size):
        if outcome.done[game]:
            due = margin_of(outcome.scores[game], seat, team) + numbers[1] * outcome.won[game, seat]
            gained[seat] = due - paid[seat]
            paid[seat] = 0.0
        else:
            due = margin_of(points, seat, team)
            gained[seat] = due - paid[seat]
            paid[seat] = due


@compiled
def settle_games(
    states: Array, facts: Array, outcome: Outcome, numbers: Array, points: Array, paid: Array, gained: Array
) -> None:
    """The same for every game; `points` is room for one."""
    for game in range(states.size):
        settle_game(states[game], facts[0], outcome, game, numbers, points, paid[game], gained[game])
