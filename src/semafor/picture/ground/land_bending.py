"""Bending the land the way the solver moved the places, so that ports stay on the coast."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from semafor.picture.sizes import Floats

REACH = 0.11
"""How far a moved place drags the land with it, as a share of the map's diagonal."""
SMOOTH = 0.03
"""How freely the land may ignore a single place for the sake of a smooth coast."""
CHUNK = 2000


def _kernel(one: Floats, two: Floats, reach: float) -> Floats:
    """How much points follow each other, by distance."""
    apart = np.linalg.norm(one[:, None] - two[None], axis=2)
    result: Floats = (
        np.exp(-0.5 * (apart / reach) ** 2) * 0.6 + np.exp(-0.5 * (apart / (3 * reach)) ** 2) * 0.4
    )
    return result


class Warp(NamedTuple):
    """A smooth map of the plane: every point follows the pulls of the homes around it."""

    home: Floats
    pull: Floats
    reach: float

    def __call__(self, points: Floats) -> Floats:
        """Where the points are carried."""
        parts = [points[start : start + CHUNK] for start in range(0, len(points), CHUNK)]
        return np.concatenate([part + _kernel(part, self.home, self.reach) @ self.pull for part in parts])


def warp(home: Floats, places: Floats) -> Warp:
    """A smooth map of the plane that carries each home close to its place."""
    reach = REACH * float(np.linalg.norm(np.ptp(home, axis=0)))
    pull = np.linalg.solve(_kernel(home, home, reach) + SMOOTH * np.eye(len(home)), places - home)
    return Warp(home, pull.astype(np.float64), reach)
