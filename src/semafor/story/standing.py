"""How a side stands, in the few numbers that chances are made of."""

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
"""Tickets that count as one."""


class SideStanding(msgspec.Struct, frozen=True):
    """One seat's standing when it decides: it knows its own points, and what lies open of the others'."""

    side: int
    value: float
    """What the judge expects beyond the margin of now, in units of SCALE points."""
    lead: float
    """Own points, tickets as if the game ended now, less the best rival's open points; in units."""
    margin: float
    """The same less the best rival's points with its tickets: what the whole table knows."""
    tickets: float
    """Tickets that the rivals have beyond the own ones, on average."""
    points: float
    """Own points as if the game ended now, bonuses aside."""
    progress: float


def mean_standing(some: Sequence[SideStanding]) -> SideStanding:
    """How a side stands by what its seats think of it, as late as the last of them thought."""
    if len(some) == 1:
        return some[0]
    rows = [(one.value, one.lead, one.margin, one.tickets, one.points) for one in some]
    value, lead, margin, tickets, points = np.mean(rows, 0).tolist()
    progress = max(one.progress for one in some)
    return SideStanding(some[0].side, value, lead, margin, tickets, points, progress)


class PointCounter:
    """Counts everybody's points in many states at once."""

    def __init__(self, board: Board, players: int) -> None:
        kind = kind_of(board)
        self._facts, self._works = kind.table, np.zeros(1, kind.step_work)
        self._players = players
        self.team = board.options.team_size

    def points(self, states: Array) -> Array:
        """By state and seat: as if the game ended now, bonuses aside."""
        points = np.zeros((len(states), self._players), np.float32)
        tell_points(states, self._facts, self._works, points)
        return points

    def standings(
        self, states: Array, seats: Sequence[int], values: Sequence[float], progress: Sequence[float]
    ) -> list[SideStanding]:
        """How each seat stands in its state, given what a judge thinks of it."""
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
        """A side's points less the best other's, all tickets counted, in units."""
        return margin_of(points, seat, self.team) / SCALE


def progress_of(board: Board, state: State) -> float:
    """Return how much of the game has been played, from 0 to 1."""
    return 1.0 if state.over else min(1.0, max(0.0, kind_of(board).share_played(state)))
