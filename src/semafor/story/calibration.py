"""From standings to chances and points: curves fitted to games by `lab/calibration.py`."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TypeVar

import msgspec
import numpy as np
from numpy.typing import NDArray

from semafor.boards.model import Board
from semafor.bots.learned.reading import SCALE
from semafor.games.lookup import kind_of
from semafor.story.standing import SideStanding

Floats = NDArray[np.float64]
TURN = 1.4
"""Odds at which the slope changes: chances of 20 and of 80 percent."""
FLATTEST = 0.2
"""No slope is smaller, so that a better standing is never told as a worse chance."""
SURE = 1e-4
"""Chances are kept so far from 0 and 1 while they are bent."""
BELIEF = 4.0
"""How much the games must say against telling chances as they are."""
ROUNDS = 30


class CalibrationCurve(msgspec.Struct, frozen=True):
    """A curve that maps raw odds to calibrated odds."""

    shift: float = 0.0
    middle: float = 1.0
    """The slope between the turns."""
    high: float = 0.0
    """How much steeper it is above them."""
    low: float = 0.0
    """How much steeper it is below them."""

    def odds(self, odds: Floats) -> Floats:
        """Return calibrated odds."""
        return np.asarray(_features(odds) @ np.array([self.shift, self.middle, self.high, self.low]))

    def chances(self, chances: Floats) -> Floats:
        """Return calibrated probabilities."""
        return chance_of(self.odds(odds_of(chances)))


def odds_of(chances: Floats) -> Floats:
    """The logarithm of the odds."""
    inside = np.clip(chances, SURE, 1.0 - SURE)
    return np.asarray(np.log(inside / (1.0 - inside)))


def chance_of(odds: Floats) -> Floats:
    """The chance with these odds."""
    return np.asarray(1.0 / (1.0 + np.exp(-odds)))


def _features(odds: Floats) -> Floats:
    above, below = np.maximum(0.0, odds - TURN), np.minimum(0.0, odds + TURN)
    return np.stack([np.ones_like(odds), odds, above, below], 1)


def fit_bend(told: Floats, won: Floats, weight: float) -> CalibrationCurve:
    """The bend by which told chances come true, each decision with its weight; by Newton's method."""
    features, weights = _features(odds_of(told)), np.array([0.0, 1.0, 0.0, 0.0])
    prior = weights.copy()
    for _ in range(ROUNDS):
        chances = chance_of(features @ weights)
        slope = weight * features.T @ (won - chances) - BELIEF * (weights - prior)
        curve = weight * (features * (chances * (1.0 - chances))[:, None]).T @ features
        weights = weights + np.linalg.solve(curve + BELIEF * np.eye(4), slope)
    shift, middle, high, low = weights.tolist()
    middle = max(middle, FLATTEST)
    high, low = (max(one, FLATTEST - middle) for one in (high, low))
    return CalibrationCurve(*(round(one, 4) for one in (shift, middle, high, low)))


FILE = Path(__file__).parent / "calibration.json"
KNOTS = (0.0, 0.25, 0.5, 0.75, 1.0)
"""Where the curves bend over the progress of a game."""
OPEN_LEAD = 15.0
"""Points by which a rival must lead openly to be taken for twice as likely, or so, as another one."""
LEAST = 0.002
"""The smallest probability reported before the end."""
C = TypeVar("C")


class Curves(msgspec.Struct, frozen=True):
    """What was fitted for one game and number of players; a row a knot, a column a feature."""

    own: list[list[float]]
    """Chance of a seat, from its own knowledge."""
    table: list[list[float]]
    """How sides compare, from what all know together."""
    points: list[list[float]]
    """Final points of a side."""
    games: int
    """How many games they were fitted to."""
    loss: float
    """Mean squared error of the own chances in games that were left out of the fit."""
    own_bend: CalibrationCurve = CalibrationCurve()
    """Applied to the chance of a seat."""
    table_bend: CalibrationCurve = CalibrationCurve()
    """Applied to the chances of all sides before they are made to sum to 1."""


class PlayoutCurves(msgspec.Struct, frozen=True):
    """What a share of won playouts means, for any board of a kind with one number of sides."""

    own: list[list[float]]
    """Odds, from the odds of playouts; a row a knot."""
    bend: CalibrationCurve
    games: int
    loss: float


def hats(progress: Floats) -> Floats:
    """The weight of each knot, a row for each number."""
    knots, width = np.array(KNOTS), KNOTS[1] - KNOTS[0]
    weights: Floats = np.maximum(0.0, 1.0 - np.abs(progress[:, None] - knots) / width)
    return weights


def own_features(standings: Sequence[SideStanding]) -> Floats:
    """What a seat's chance is made of."""
    return np.array([(1.0, one.value, one.lead, one.tickets) for one in standings])


def table_features(standings: Sequence[SideStanding]) -> Floats:
    """What the comparison of sides is made of."""
    return np.array([(one.value, one.margin) for one in standings])


def point_features(standings: Sequence[SideStanding]) -> Floats:
    """What final points are made of."""
    return np.array([(1.0, one.value, one.points / SCALE, one.lead) for one in standings])


def playout_features(shares: Floats) -> Floats:
    """What a chance is made of where games are played on."""
    return np.stack([np.ones_like(shares), odds_of(shares)], 1)


def weigh(curves: list[list[float]], features: Floats, progress: Floats) -> Floats:
    """The fitted sum for each row of features."""
    weighed: Floats = np.einsum("nk,kf,nf->n", hats(progress), np.array(curves), features)
    return weighed


class Calibration:
    """The curves of one game with one number of players."""

    def __init__(self, curves: Curves) -> None:
        self.curves = curves

    def own_chances(self, standings: Sequence[SideStanding]) -> Floats:
        """For each seat the chance of its side to win, from what it knows."""
        progress = np.array([one.progress for one in standings])
        odds = weigh(self.curves.own, own_features(standings), progress)
        return np.asarray(np.clip(chance_of(self.curves.own_bend.odds(odds)), LEAST, 1.0 - LEAST))

    def table_chances(self, standings: Sequence[SideStanding]) -> Floats:
        """The chances of all sides, given the latest standing of each."""
        latest = max(one.progress for one in standings)
        worth = weigh(self.curves.table, table_features(standings), np.full(len(standings), latest))
        shares = np.exp(worth - worth.max())
        shares = np.clip(self.curves.table_bend.chances(shares / shares.sum()), LEAST, 1.0)
        return np.asarray(shares / shares.sum())

    def points(self, standings: Sequence[SideStanding]) -> Floats:
        """The final points to be expected of each side."""
        progress = np.array([one.progress for one in standings])
        return weigh(self.curves.points, point_features(standings), progress)


def share_out(own: float, side: int, scores: Sequence[int]) -> tuple[float, ...]:
    """A side's chance, and the rest of it among its rivals by their open points."""
    weights = np.exp(np.array(scores, float) / OPEN_LEAD - max(scores) / OPEN_LEAD)
    weights[side] = 0.0
    rest = (1.0 - own) * weights / weights.sum()
    return tuple(round(float(own if other == side else rest[other]), 4) for other in range(len(scores)))


class PlayoutCalibration:
    """What playouts mean on boards without a network."""

    def __init__(self, curves: PlayoutCurves) -> None:
        self.curves = curves

    def chances(self, shares: Floats, progress: Floats) -> Floats:
        """The chances behind shares of won playouts."""
        odds = weigh(self.curves.own, playout_features(shares), progress)
        return np.asarray(np.clip(chance_of(self.curves.bend.odds(odds)), LEAST, 1.0 - LEAST))


class StoredCalibration(msgspec.Struct):
    """All that was fitted."""

    network: dict[str, dict[str, Curves]] = {}
    """By board, then by number of sides."""
    playouts: dict[str, dict[str, PlayoutCurves]] = {}
    """By kind of game, then by number of sides: for boards of anybody."""


@cache
def stored() -> StoredCalibration:
    """What `lab/calibration.py` wrote."""
    return msgspec.json.decode(FILE.read_bytes(), type=StoredCalibration)


def sides_of(board: Board, players: int) -> int:
    """Return the number of sides for a number of players."""
    return players // board.options.team_size


def _nearest(found: dict[str, C], sides: int) -> C:
    """Return the curves fitted for this number of sides, or for the nearest one."""
    return found[min(found, key=lambda number: (abs(int(number) - sides), int(number)))]


def calibration_of(board: Board, players: int) -> Calibration:
    """Return the curves of a board's network for a number of players."""
    return Calibration(_nearest(stored().network[board.board], sides_of(board, players)))


def playout_calibration(board: Board, players: int) -> PlayoutCalibration:
    """Return the calibration of playouts on a board for a number of players."""
    return PlayoutCalibration(_nearest(stored().playouts[kind_of(board).name], sides_of(board, players)))
