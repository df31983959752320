"""The standing of a side: the few numbers from which win probabilities are computed."""

from collections.abc import Sequence

import msgspec
import numpy as np

from semafor.boards.model import Board
from semafor.bots.learned.reading import SCALE
from semafor.bots.lookahead.simulation import tell_points
from semafor.engine.state import Array, State
from semafor.games.lookup import kind_of
from semafor.games.points import margin_of

HAND = 3.0
"""Tickets that count as one unit."""


class SideStanding(msgspec.Struct, frozen=True):
    """A seat's standing when it decides: it knows its own points, and the public ones of others."""

    side: int
    value: float
    """The judge's expectation beyond the present margin, in units of SCALE points."""
    lead: float
    """Own points with tickets, minus the best rival's public points, in units."""
    margin: float
    """The same minus the best rival's points with its tickets: common knowledge of all seats."""
    tickets: float
    """Mean number of tickets that rivals have more than this side."""
    points: float
    """Own points if the game ended now, without bonuses."""
    progress: float


def mean_standing(some: Sequence[SideStanding]) -> SideStanding:
    """Return the standing of a side from the opinions of its seats, at the time of the latest one."""
    if len(some) == 1:
        return some[0]
    rows = [(one.value, one.lead, one.margin, one.tickets, one.points) for one in some]
    value, lead, margin, tickets, points = np.mean(rows, 0).tolist()
    progress = max(one.progress for one in some)
    return SideStanding(some[0].side, value, lead, margin, tickets, points, progress)


class PointCounter:
    """Computes everyone's points in many states at once."""

    def __init__(self, board: Board, players: int) -> None:
        kind = kind_of(board)
        self._facts, self._works = kind.table, np.zeros(1, kind.step_work)
        self._players = players
        self.team = board.options.team_size

    def points(self, states: Array) -> Array:
        """Return the points by state and seat if the game ended now, without bonuses."""
        points = np.zeros((len(states), self._players), np.float32)
        tell_points(states, self._facts, self._works, points)
        return points

    def standings(
        self, states: Array, seats: Sequence[int], values: Sequence[float], progress: Sequence[float]
    ) -> list[SideStanding]:
        """Return the standing of each seat in its state, given a judge's values."""
        points = self.points(states)
        return [
            self._standing(states[n], points[n], seat, float(values[n]), float(progress[n]))
            for n, seat in enumerate(seats)
        ]

    def _standing(
        self, state: np.record, points: Array, seat: int, value: float, progress: float
    ) -> SideStanding:
        side, own = seat // self.team, float(points[seat])
        rivals = [other for other in range(self._players) if other // self.team != side]
        score = state.score.tolist()
        held = [int(tickets).bit_count() for tickets in state.tickets.tolist()]
        mine = sum(held[side * self.team : (side + 1) * self.team]) / self.team
        return SideStanding(
            side=side,
            value=value,
            lead=(own - max(score[other // self.team] for other in rivals)) / SCALE,
            margin=self.margin(points, seat),
            tickets=(sum(held[other] for other in rivals) / len(rivals) - mine) / HAND,
            points=own,
            progress=progress,
        )

    def margin(self, points: Array, seat: int) -> float:
        """Return a side's points minus the best other's, with all tickets, in units."""
        return margin_of(points, seat, self.team) / SCALE


def progress_of(board: Board, state: State) -> float:
    """Return how much of the game has been played, from 0 to 1."""
    return 1.0 if state.over else min(1.0, max(0.0, kind_of(board).share_played(state)))
