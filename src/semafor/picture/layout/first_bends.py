"""A first choice of bends, so that no line starts on the wrong side of a place or of another line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from semafor.picture.ground.land_sheets import on_land
from semafor.picture.layout.centre_lines import Curve
from semafor.picture.sizes import PLACE_RADIUS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from semafor.picture.layout.bundles import Bundle
    from semafor.picture.sizes import Floats

BOWS = (0.0, 0.12, -0.12, 0.19, -0.19, 0.26, -0.26, 0.4, -0.4)
"""How far a line may swing out, as a share of its length."""
SAMPLES = np.linspace(0.0, 1.0, 17)
ROUNDS = 4
CROSSING, PIERCED, AGROUND, SWING = 10.0, 6.0, 4.0, 3.0


def _bow(places: Floats, bundle: Bundle, share: float) -> Floats:
    """The two bends of a plain arc."""
    chord = places[bundle.b] - places[bundle.a]
    bend = np.array([-chord[1], chord[0]]) * share * 4 / 9
    return np.stack([bend, bend])


def _line(places: Floats, bundle: Bundle, bends: Floats) -> Floats:
    """Points along a bundle."""
    return Curve(places[bundle.a], places[bundle.b], bends[0], bends[1]).points(SAMPLES)


def _cross(one: Floats, others: Floats) -> Floats:
    """How many times a line crosses each of the others."""
    p, r = one[None, :-1, None], np.diff(one, axis=0)[None, :, None]
    q, s = others[:, None, :-1], np.diff(others, axis=1)[:, None]
    turn = r[..., 0] * s[..., 1] - r[..., 1] * s[..., 0]
    turn = np.where(np.abs(turn) < 1e-9, np.inf, turn)
    gap = q - p
    along = (gap[..., 0] * s[..., 1] - gap[..., 1] * s[..., 0]) / turn
    beside = (gap[..., 0] * r[..., 1] - gap[..., 1] * r[..., 0]) / turn
    inner = 0.02
    # A shared end is no crossing: the first and last bit of every line does not count.
    steps = len(SAMPLES) - 1
    own, their = np.arange(steps)[None, :, None] + along, np.arange(steps)[None, None, :] + beside
    hit = (along >= 0) & (along < 1) & (beside >= 0) & (beside < 1)
    hit &= (own > inner) & (own < steps - inner) & (their > inner) & (their < steps - inner)
    counts: Floats = hit.sum(axis=(1, 2)).astype(np.float64)
    return counts


def _pierced(line: Floats, bundle: Bundle, places: Floats) -> float:
    """How badly a line runs over places that are not its ends."""
    reach = bundle.width / 2 + PLACE_RADIUS + 12
    apart = np.linalg.norm(places[:, None] - line[None], axis=2).min(axis=1)
    apart[[bundle.a, bundle.b]] = np.inf
    return float(np.maximum(0.0, 1.0 - apart / reach).sum())


def _aground(line: Floats, bundle: Bundle, rings: Sequence[Floats]) -> float:
    """How much of a ferry's way, away from its harbours, lies on land."""
    return float(on_land(rings, line[2:-2]).mean()) if bundle.ferry else 0.0


def untangle(
    places: Floats, bundles: Sequence[Bundle], rings: Sequence[Floats], rounds: int = ROUNDS
) -> Floats:
    """Bends, shape (bundles, 2, 2), with as few crossings and pierced places as plain arcs allow.

    Ferries keep to the water between the rings of land, if an arc can.
    """
    bends = np.zeros((len(bundles), 2, 2))
    if not bundles:
        return bends
    lines = np.stack([_line(places, bundle, bend) for bundle, bend in zip(bundles, bends, strict=True)])
    for _ in range(rounds):
        for number, bundle in enumerate(bundles):
            others = np.delete(lines, number, axis=0)
            best = np.inf
            for share in BOWS:
                bow = _bow(places, bundle, share)
                line = _line(places, bundle, bow)
                cost = CROSSING * _cross(line, others).sum() + PIERCED * _pierced(line, bundle, places)
                cost += AGROUND * _aground(line, bundle, rings) + SWING * abs(share)
                if cost < best - 1e-9:
                    best = cost
                    bends[number], lines[number] = bow, line
                if best <= 0.0:
                    break  # nothing can be better
    return bends
