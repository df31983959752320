"""How a game is likely to end, by its network: every side's chance to win and its points.

`Outlooks(board)` is what a review, a hint or a page asks: `of_view(view)` with what one seat knows,
`of_states(states)` with all cards open. Networks know one number only, the margin to be expected with
the win counted in; how it translates was measured on games of the shipped networks against themselves
(`tools/measure_outlooks.py`), board by board and for every number of players.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from semafor.boards.model import Board
from semafor.bots.learned.network_bot import network_of
from semafor.bots.learned.reading import reading_of
from semafor.bots.learned.reward import SCALE
from semafor.bots.learned.weights import SHIPPED, shipped_weights
from semafor.bots.lookahead.games import Games, Numbers
from semafor.bots.lookahead.worlds import worlds_of
from semafor.engine.state import NOBODY, Array
from semafor.kinds.lookup import kind_of
from semafor.view import View

MEASURED = SHIPPED / "outlooks.json"
WORLDS = 16
"""Worlds that a view's outlook is the average of."""
USUAL_SPREAD = 22.0
"""Points of margin that make a win e times as likely as a loss, where nothing was measured."""

Reals = NDArray[np.float64]


class Measure(msgspec.Struct, frozen=True):
    """What the margins of one board with one number of players mean."""

    spread: float = USUAL_SPREAD
    lean: float = 0.0
    """The margin at which winning is as likely as not."""
    waiting: tuple[float, float] = (0.0, 1.0)
    """Offset and slope for a seat that is not asked: its network has learnt from its own decisions only."""
    points: tuple[float, float, float, float] = (0.0, 1.0, 0.5, 0.0)
    """Final points of a side: a constant, then times its points now, its margin, and all sides' mean now."""
    games: int = 0
    """Measured on so many."""


class Outlook(msgspec.Struct, frozen=True):
    """How a game is likely to end; one entry a side."""

    chances: tuple[float, ...]
    """To win; they sum to one."""
    points: tuple[float, ...]
    """Final points to be expected."""


@lru_cache(maxsize=1)
def _measured(path: Path = MEASURED) -> dict[str, dict[str, Measure]]:
    return msgspec.json.decode(path.read_bytes(), type=dict[str, dict[str, Measure]])


def measure_of(board: Board, players: int) -> Measure:
    """What was measured, or the usual."""
    return _measured().get(board.board, {}).get(str(players), Measure())


def spread_of(board: Board, players: int) -> float:
    """Points of margin that make a win e times as likely as a loss."""
    return measure_of(board, players).spread


class Outlooks:
    """Outlooks on the games of one board; BadSetup where no network came with the package for it."""

    def __init__(self, board: Board, weights: Path | None = None) -> None:
        self._board, self._kind = board, kind_of(board)
        self._network = network_of(weights or shipped_weights(board), board)
        self._games = Games(reading_of(board), WORLDS, self._network.win)

    def of_view(self, view: View) -> Outlook:
        """With what the view's seat knows: an average over worlds that it cannot rule out."""
        assert view.own is not None, "a seat looks"
        told = self.of_states(worlds_of(self._board).deal(view, 1, WORLDS))
        return Outlook(
            tuple(map(_mean, zip(*(one.chances for one in told), strict=True))),
            tuple(map(_mean, zip(*(one.points for one in told), strict=True))),
        )

    def of_states(self, states: Array) -> list[Outlook]:
        """With all cards open, for many positions of games with one number of players."""
        parts = [states[first : first + WORLDS] for first in range(0, len(states), WORLDS)]
        return [outlook for part in parts for outlook in self._of_some(part)]

    def _of_some(self, states: Array) -> list[Outlook]:
        players = int(states["players"][0])
        measure, margins = measure_of(self._board, players), self.margins(states)
        team = len(self._kind.team(0))
        asked = states["ask"][:, :players] != 0
        offset, slope = measure.waiting
        fair = np.where(asked, margins, offset + slope * margins)
        of_sides = fair.reshape(len(states), -1, team).mean(2)
        return [self._outlook(states[n : n + 1], of_sides[n], measure) for n in range(len(states))]

    def _outlook(self, states: Array, margins: Reals, measure: Measure) -> Outlook:
        result = self._kind.result(states)
        now = np.array([side.total for side in result.sides], float)
        if self._kind.over(states):
            won = np.array([float(side.rank == 1) for side in result.sides])
            return Outlook(tuple((won / won.sum()).tolist()), tuple(now.tolist()))
        odds = 1.0 / (1.0 + np.exp(-np.clip((margins - measure.lean) / measure.spread, -30, 30)))
        constant, own, ahead, common = measure.points
        points = constant + own * now + ahead * margins + common * now.mean()
        return Outlook(tuple((odds / odds.sum()).tolist()), tuple(points.tolist()))

    def margins(self, states: Array) -> Reals:
        """By game and seat, the final margin that its network expects, the win counted in."""
        slots, players = np.arange(len(states)), int(states["players"][0])
        found = np.zeros((len(states), players))
        for seat in range(players):
            self._games.begin(slots, states, slots, seat, np.full(len(slots), -1))
            found[:, seat] = self._games.margins(slots, seat, NOBODY) + SCALE * self._values(slots)
        return found

    def _values(self, slots: Numbers) -> NDArray[np.float32]:
        return self._network.judge(self._games.rows(slots))[1]


def _mean(numbers: tuple[float, ...]) -> float:
    return sum(numbers) / len(numbers)
