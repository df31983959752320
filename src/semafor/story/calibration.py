"""From standings to chances and points: curves fitted to games by `tools/calibrate_story.py`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from semafor.boards.model import Board
from semafor.kinds.lookup import kind_of
from semafor.story.standing import UNIT, Standing

FILE = Path(__file__).parent / "calibration.json"
KNOTS = (0.0, 0.25, 0.5, 0.75, 1.0)
"""Where the curves bend over the progress of a game."""
OPEN_LEAD = 15.0
"""Points by which a rival must lead openly to be taken for twice as likely, or so, as another one."""
LEAST = 0.002
"""No chance is told as smaller before the end."""

Floats = NDArray[np.float64]


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


def hats(progress: Floats) -> Floats:
    """The weight of each knot, a row for each number."""
    knots, width = np.array(KNOTS), KNOTS[1] - KNOTS[0]
    weights: Floats = np.maximum(0.0, 1.0 - np.abs(progress[:, None] - knots) / width)
    return weights


def own_features(standings: Sequence[Standing]) -> Floats:
    """What a seat's chance is made of."""
    return np.array([(1.0, one.value, one.lead, one.tickets) for one in standings])


def table_features(standings: Sequence[Standing]) -> Floats:
    """What the comparison of sides is made of."""
    return np.array([(one.value, one.margin) for one in standings])


def point_features(standings: Sequence[Standing]) -> Floats:
    """What final points are made of."""
    return np.array([(1.0, one.value, one.points / UNIT, one.lead) for one in standings])


def weigh(curves: list[list[float]], features: Floats, progress: Floats) -> Floats:
    """The fitted sum for each row of features."""
    weighed: Floats = np.einsum("nk,kf,nf->n", hats(progress), np.array(curves), features)
    return weighed


class Calibration:
    """The curves of one game with one number of players."""

    def __init__(self, curves: Curves) -> None:
        self.curves = curves

    def own_chances(self, standings: Sequence[Standing]) -> Floats:
        """For each seat the chance of its side to win, from what it knows."""
        progress = np.array([one.progress for one in standings])
        odds = weigh(self.curves.own, own_features(standings), progress)
        return np.asarray(np.clip(1.0 / (1.0 + np.exp(-odds)), LEAST, 1.0 - LEAST))

    def table_chances(self, standings: Sequence[Standing]) -> Floats:
        """The chances of all sides, given the latest standing of each."""
        latest = max(one.progress for one in standings)
        worth = weigh(self.curves.table, table_features(standings), np.full(len(standings), latest))
        shares = np.exp(worth - worth.max())
        shares = np.clip(shares / shares.sum(), LEAST, 1.0)
        return np.asarray(shares / shares.sum())

    def points(self, standings: Sequence[Standing]) -> Floats:
        """The final points to be expected of each side."""
        progress = np.array([one.progress for one in standings])
        return weigh(self.curves.points, point_features(standings), progress)


def share_out(own: float, side: int, scores: Sequence[int]) -> tuple[float, ...]:
    """A side's chance, and the rest of it among its rivals by their open points."""
    weights = np.exp(np.array(scores, float) / OPEN_LEAD - max(scores) / OPEN_LEAD)
    weights[side] = 0.0
    rest = (1.0 - own) * weights / weights.sum()
    return tuple(round(float(own if other == side else rest[other]), 4) for other in range(len(scores)))


@cache
def stored() -> dict[str, dict[str, Curves]]:
    """All curves: by judge and game, then by number of sides."""
    return msgspec.json.decode(FILE.read_bytes(), type=dict[str, dict[str, Curves]])


def curves_name(board: Board, judge: str) -> str:
    """Under which name curves are stored: a network's by its board, playouts' by the kind of game."""
    return f"{judge} {board.board}" if judge == "network" else f"{judge} {kind_of(board).name}"


def calibration_of(board: Board, judge: str, players: int) -> Calibration:
    """The curves for a board and a number of players; those of the nearest number where there are none."""
    sides = players // 2 if board.options.teams else players
    found = stored()[curves_name(board, judge)]
    nearest = min(found, key=lambda number: (abs(int(number) - sides), int(number)))
    return Calibration(found[nearest])
