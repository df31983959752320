"""Calibration: fitted curves that turn standings into win probabilities and points."""

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
"""Log-odds at which the slope changes: probabilities of 20 and 80 percent."""
FLATTEST = 0.2
"""Minimum slope, so that a better standing never gets a lower probability."""
SURE = 1e-4
"""Probabilities are kept this far from 0 and 1 during calibration."""
BELIEF = 4.0
"""Regularization toward the uncalibrated probability."""
ROUNDS = 30


class CalibrationCurve(msgspec.Struct, frozen=True):
    """A curve that maps raw odds to calibrated odds."""

    shift: float = 0.0
    middle: float = 1.0
    """The slope between the knots."""
    high: float = 0.0
    """Additional slope above them."""
    low: float = 0.0
    """Additional slope below them."""

    def odds(self, odds: Floats) -> Floats:
        """Return calibrated odds."""
        return np.asarray(_features(odds) @ np.array([self.shift, self.middle, self.high, self.low]))

    def chances(self, chances: Floats) -> Floats:
        """Return calibrated probabilities."""
        return chance_of(self.odds(odds_of(chances)))


def odds_of(chances: Floats) -> Floats:
    """Return the log-odds of a probability."""
    inside = np.clip(chances, SURE, 1.0 - SURE)
    return np.asarray(np.log(inside / (1.0 - inside)))


def chance_of(odds: Floats) -> Floats:
    """Return the probability of log-odds."""
    return np.asarray(1.0 / (1.0 + np.exp(-odds)))


def _features(odds: Floats) -> Floats:
    above, below = np.maximum(0.0, odds - TURN), np.minimum(0.0, odds + TURN)
    return np.stack([np.ones_like(odds), odds, above, below], 1)


def fit_bend(told: Floats, won: Floats, weight: float) -> CalibrationCurve:
    """Fit the curve that calibrates probabilities, with a weight for each decision, by Newton's method."""
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
"""Knots over the progress of a game."""
OPEN_LEAD = 15.0
"""Public lead in points that makes a rival about twice as likely to win."""
LEAST = 0.002
"""The smallest probability reported before the end."""
C = TypeVar("C")


class Curves(msgspec.Struct, frozen=True):
    """The coefficients for one game and number of players; a row per knot, a column per feature."""

    own: list[list[float]]
    """Win probability of a seat, from its own knowledge."""
    table: list[list[float]]
    """Comparison of sides, from the common knowledge of all seats."""
    points: list[list[float]]
    """Final points of a side."""
    games: int
    """The number of games of the fit."""
    loss: float
    """Mean squared error of a seat's probabilities in games that were not used."""
    own_bend: CalibrationCurve = CalibrationCurve()
    """Applied to the probability of a seat."""
    table_bend: CalibrationCurve = CalibrationCurve()
    """Applied to the probabilities of all sides before they are normalized."""


class PlayoutCurves(msgspec.Struct, frozen=True):
    """The meaning of a share of won playouts, for any board of a kind with one number of sides."""

    own: list[list[float]]
    """Log-odds from those of playouts; a row per knot."""
    bend: CalibrationCurve
    games: int
    loss: float


def hats(progress: Floats) -> Floats:
    """Return the weight of each knot, a row per number."""
    knots, width = np.array(KNOTS), KNOTS[1] - KNOTS[0]
    weights: Floats = np.maximum(0.0, 1.0 - np.abs(progress[:, None] - knots) / width)
    return weights


def own_features(standings: Sequence[SideStanding]) -> Floats:
    """Return the features of a seat's probability."""
    return np.array([(1.0, one.value, one.lead, one.tickets) for one in standings])


def table_features(standings: Sequence[SideStanding]) -> Floats:
    """Return the features of the comparison of sides."""
    return np.array([(one.value, one.margin) for one in standings])


def point_features(standings: Sequence[SideStanding]) -> Floats:
    """Return the features of final points."""
    return np.array([(1.0, one.value, one.points / SCALE, one.lead) for one in standings])


def playout_features(shares: Floats) -> Floats:
    """Return the features of a probability from playouts."""
    return np.stack([np.ones_like(shares), odds_of(shares)], 1)


def weigh(curves: list[list[float]], features: Floats, progress: Floats) -> Floats:
    """Return the fitted sum for each row of features."""
    weighed: Floats = np.einsum("nk,kf,nf->n", hats(progress), np.array(curves), features)
    return weighed


class Calibration:
    """The curves of one game with one number of players."""

    def __init__(self, curves: Curves) -> None:
        self.curves = curves

    def own_chances(self, standings: Sequence[SideStanding]) -> Floats:
        """Return for each seat the win probability of its side, from what it knows."""
        progress = np.array([one.progress for one in standings])
        odds = weigh(self.curves.own, own_features(standings), progress)
        return np.asarray(np.clip(chance_of(self.curves.own_bend.odds(odds)), LEAST, 1.0 - LEAST))

    def table_chances(self, standings: Sequence[SideStanding]) -> Floats:
        """Return the win probabilities of all sides, given the latest standing of each."""
        latest = max(one.progress for one in standings)
        worth = weigh(self.curves.table, table_features(standings), np.full(len(standings), latest))
        shares = np.exp(worth - worth.max())
        shares = np.clip(self.curves.table_bend.chances(shares / shares.sum()), LEAST, 1.0)
        return np.asarray(shares / shares.sum())

    def points(self, standings: Sequence[SideStanding]) -> Floats:
        """Return the expected final points of each side."""
        progress = np.array([one.progress for one in standings])
        return weigh(self.curves.points, point_features(standings), progress)


class PlayoutCalibration:
    """The calibration of playouts on boards without a network."""

    def __init__(self, curves: PlayoutCurves) -> None:
        self.curves = curves

    def chances(self, shares: Floats, progress: Floats) -> Floats:
        """Return the win probabilities for shares of won playouts."""
        odds = weigh(self.curves.own, playout_features(shares), progress)
        return np.asarray(np.clip(chance_of(self.curves.bend.odds(odds)), LEAST, 1.0 - LEAST))


class StoredCalibration(msgspec.Struct):
    """All fitted coefficients."""

    network: dict[str, dict[str, Curves]] = {}
    """By board, then by number of sides."""
    playouts: dict[str, dict[str, PlayoutCurves]] = {}
    """By kind of game, then by number of sides, for any other board."""


@cache
def stored() -> StoredCalibration:
    """Return what `lab/calibration` wrote; cached."""
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
