"""What each seat would have if the game ended now, bonuses aside: the potential that rewards are paid by."""

from __future__ import annotations

from semafor.arrays.either import OF_BOARDS, by_fields
from semafor.engine.festivals import score_festivals
from semafor.engine.state import Array, Facts, State
from semafor.engine.stations import score_stations
from semafor.engine.teams import side_of
from semafor.learning.compiled import kernel


@kernel
def extras_on_map(state: State, facts: Facts, seat: int) -> int:
    """What running points leave out: stations left and festivals of the seat's side."""
    side = side_of(facts, seat)
    return int(score_stations(state, facts, side) + score_festivals(state, facts, side))


@kernel
def extras_at_cards(_state: State, _facts: Facts, _seat: int) -> int:
    """Nothing in the Card Game."""
    return 0


extras_of = by_fields(0, lambda fields: extras_on_map if OF_BOARDS in fields else extras_at_cards)


@kernel
def points_of_games(states: Array, facts: Array, running: Array, points: Array) -> None:
    """Write the points of every seat of every game, from the running points of the batch."""
    for game in range(states.size):
        for seat in range(points.shape[1]):
            points[game, seat] = running[game, seat] + extras_of(states[game], facts[0], seat)


@kernel
def margin_of(points: Array, seat: int, team: int) -> float:
    """A side's points less those of the best other side."""
    best = -10_000.0
    for other in range(points.size):
        if other // team != seat // team:
            best = max(best, points[other])
    return float(points[seat] - best)


@kernel
def settle_games(
    points: Array, done: Array, scores: Array, won: Array, numbers: Array, paid: Array, gained: Array
) -> None:
    """Write what the last step brought every seat: the change of its margin, at the end all that is due.

    `numbers` are the seats of a side and what a win counts beside the margin, in points. What was
    paid in advance is taken back at the end: the sum over a game is its final margin and the win.
    """
    team = int(numbers[0])
    for game in range(done.size):
        for seat in range(points.shape[1]):
            if done[game]:
                due = margin_of(scores[game], seat, team) + numbers[1] * won[game, seat]
                gained[game, seat] = due - paid[game, seat]
                paid[game, seat] = 0.0
            else:
                due = margin_of(points[game], seat, team)
                gained[game, seat] = due - paid[game, seat]
                paid[game, seat] = due
