"""The solver: moves places and bends lines until everything has room, and no further than needed.

It minimises springs: discs that are too near push each other apart, lines too short for their spaces
push their ends apart or bend, places are drawn home, neighbours keep their relative position, and
lines want to be straight.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from semafor.picture.ground.land_sheets import on_land
from semafor.picture.layout.bundles import Curve, bend_weights, norms
from semafor.picture.layout.clearance_discs import Discs, centres, neighbours
from semafor.picture.tokens import PLACE_RADIUS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from semafor.picture.layout.bundles import Bundle
    from semafor.picture.tokens import Floats, Ints

SAMPLES = np.linspace(0.0, 1.0, 13)
AT_SAMPLES = bend_weights(SAMPLES)
HOME, SHAPE, STRAIGHT, EVEN, LONG = 0.004, 0.02, 0.05, 0.12, 0.06
"""Weights of the springs; pushing apart has weight one."""
SLACK = 1.08
"""Factor of the usual length above which a line is ample."""
HORIZON = 24.0
REFRESH = 15


class Frame(NamedTuple):
    """The constants of a run of the solver."""

    home: Floats
    a: Ints
    b: Ints
    needed: Floats
    ample: Floats
    """Lines longer than this are softly shortened."""
    rest: Floats
    """The preferred bends of lines."""
    soft: float
    """Weight of the springs that are only aesthetic."""


def usual_length(home: Floats, bundles: Sequence[Bundle]) -> float:
    """Return the usual length of lines, as a multiple of what they need, at least one."""
    shares = [np.linalg.norm(home[bundle.a] - home[bundle.b]) / bundle.needed for bundle in bundles]
    return max(1.0, float(np.median(shares))) if shares else 1.0


def frame_of(
    home: Floats, bundles: Sequence[Bundle], curves: Sequence[Curve], usual: float, rest: Floats
) -> Frame:
    """Return the constants of a board; the inner strand of a bent bundle needs a longer line."""
    a = np.array([bundle.a for bundle in bundles], dtype=np.int64)
    b = np.array([bundle.b for bundle in bundles], dtype=np.int64)
    inner = [curve.turning() * bundle.width / 2 for bundle, curve in zip(bundles, curves, strict=True)]
    needed = np.array([bundle.needed for bundle in bundles]) + np.array(inner)
    return Frame(home, a, b, needed, SLACK * usual * needed, rest, 1.0)


def _scatter(index: Ints, values: Floats, size: int) -> Floats:
    """Sum rows that go to the same index."""
    return np.stack([np.bincount(index, values[:, axis], size) for axis in (0, 1)], axis=1)


def _pull_discs(discs: Discs, force: Floats, places: Floats, bends: Floats) -> tuple[Floats, Floats]:
    """Return the forces on places and bends from forces on discs."""
    t, count = discs.t[:, None], len(places)
    to_places = _scatter(discs.a, force * (1 - t), count) + _scatter(discs.b, force * t, count)
    to_first = _scatter(discs.line, force * discs.first[:, None], len(bends))
    to_second = _scatter(discs.line, force * discs.second[:, None], len(bends))
    return to_places, np.stack([to_first, to_second], axis=1)


def _push_apart(at: Floats, pairs: tuple[Ints, Ints, Floats]) -> Floats:
    """Return the gradient on each disc from the discs it is too close to."""
    one, two, wanted = pairs
    gap = at[one] - at[two]
    apart = np.maximum(norms(gap), 1e-6)
    push = (np.maximum(wanted - apart, 0.0) / apart)[:, None] * gap
    return _scatter(two, push, len(at)) - _scatter(one, push, len(at))


def _stretch(frame: Frame, places: Floats, bends: Floats) -> tuple[Floats, Floats]:
    """Return the gradient that makes short lines longer and, softly, long lines shorter."""
    first, second = AT_SAMPLES
    t = SAMPLES[None, :, None]
    ends = (1 - t) * places[frame.a][:, None] + t * places[frame.b][:, None]
    bent = first[None, :, None] * bends[:, :1] + second[None, :, None] * bends[:, 1:]
    at = ends + bent
    steps = at[:, 1:] - at[:, :-1]
    lengths = np.maximum(norms(steps), 1e-6)
    total = lengths.sum(axis=1)
    excess = np.minimum(total - frame.needed, 0.0)
    excess += frame.soft * LONG * np.maximum(total - frame.ample, 0.0)
    pull = excess[:, None, None] * steps / lengths[..., None]
    on_points = np.zeros_like(ends)
    on_points[:, 1:] += pull
    on_points[:, :-1] -= pull
    count = len(places)
    to_places = _scatter(frame.a, (on_points * (1 - t)).sum(axis=1), count)
    to_places += _scatter(frame.b, (on_points * t).sum(axis=1), count)
    to_bends = np.stack([np.einsum("ktx,t->kx", on_points, weight) for weight in (first, second)], axis=1)
    return to_places, to_bends


def _settle(frame: Frame, places: Floats, bends: Floats) -> tuple[Floats, Floats]:
    """Return the gradient towards the original position, the old shape and straight lines."""
    moved = places - frame.home
    twist = SHAPE * (moved[frame.a] - moved[frame.b])
    to_places = HOME * moved + _scatter(frame.a, twist, len(places)) - _scatter(frame.b, twist, len(places))
    uneven = bends - bends[:, ::-1]
    return frame.soft * to_places, frame.soft * STRAIGHT * (bends - frame.rest) + EVEN * uneven


def _gradient(
    frame: Frame, discs: Discs, pairs: tuple[Ints, Ints, Floats], places: Floats, bends: Floats
) -> Floats:
    """Return the whole gradient, places first, then both bends of every line."""
    force = _push_apart(centres(discs, places, bends), pairs)
    parts = (
        _pull_discs(discs, force, places, bends),
        _stretch(frame, places, bends),
        _settle(frame, places, bends),
    )
    to_places = sum(part[0] for part in parts)
    to_bends = sum(part[1] for part in parts)
    return np.concatenate([to_places, np.reshape(to_bends, (-1, 2))])


def relax(
    frame: Frame, discs: Discs, places: Floats, bends: Floats, steps: int, speed: float
) -> tuple[Floats, Floats]:
    """Return places and bends after some steps of Adam; no point moves faster than `speed` per step."""
    state = np.concatenate([places, bends.reshape(-1, 2)])
    mean, square = np.zeros_like(state), np.zeros_like(state)
    count = len(places)
    for step in range(1, steps + 1):
        places, bends = state[:count], state[count:].reshape(-1, 2, 2)
        if step % REFRESH == 1:
            pairs = neighbours(discs, centres(discs, places, bends), HORIZON)
        slope = _gradient(frame, discs, pairs, places, bends)
        mean = 0.9 * mean + 0.1 * slope
        square = 0.98 * square + 0.02 * slope**2
        rate = speed * (1 - 0.9 * step / steps)
        state = state - rate * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.98**step)) + 1e-3)
    return state[:count], state[count:].reshape(-1, 2, 2)


BOWS = (0.0, 0.12, -0.12, 0.19, -0.19, 0.26, -0.26, 0.4, -0.4)
"""Maximum bulge of a line, as a share of its length."""
BEND_SAMPLES = np.linspace(0.0, 1.0, 17)
ROUNDS = 4
CROSSING, PIERCED, AGROUND, SWING = 10.0, 6.0, 4.0, 3.0


def _bow(places: Floats, bundle: Bundle, share: float) -> Floats:
    """Return the two bends of a plain arc."""
    chord = places[bundle.b] - places[bundle.a]
    bend = np.array([-chord[1], chord[0]]) * share * 4 / 9
    return np.stack([bend, bend])


def _line(places: Floats, bundle: Bundle, bends: Floats) -> Floats:
    """Return points along a bundle."""
    return Curve(places[bundle.a], places[bundle.b], bends[0], bends[1]).points(BEND_SAMPLES)


def _cross(one: Floats, others: Floats) -> Floats:
    """Return how many times a line crosses each of the others."""
    p, r = one[None, :-1, None], np.diff(one, axis=0)[None, :, None]
    q, s = others[:, None, :-1], np.diff(others, axis=1)[:, None]
    turn = r[..., 0] * s[..., 1] - r[..., 1] * s[..., 0]
    turn = np.where(np.abs(turn) < 1e-9, np.inf, turn)
    gap = q - p
    along = (gap[..., 0] * s[..., 1] - gap[..., 1] * s[..., 0]) / turn
    beside = (gap[..., 0] * r[..., 1] - gap[..., 1] * r[..., 0]) / turn
    inner = 0.02
    # A shared end is not a crossing: the first and last part of every line is ignored.
    steps = len(BEND_SAMPLES) - 1
    own, their = np.arange(steps)[None, :, None] + along, np.arange(steps)[None, None, :] + beside
    hit = (along >= 0) & (along < 1) & (beside >= 0) & (beside < 1)
    hit &= (own > inner) & (own < steps - inner) & (their > inner) & (their < steps - inner)
    counts: Floats = hit.sum(axis=(1, 2)).astype(np.float64)
    return counts


def _pierced(line: Floats, bundle: Bundle, places: Floats) -> float:
    """Return how much a line runs over places that are not its ends."""
    reach = bundle.width / 2 + PLACE_RADIUS + 12
    apart = np.linalg.norm(places[:, None] - line[None], axis=2).min(axis=1)
    apart[[bundle.a, bundle.b]] = np.inf
    return float(np.maximum(0.0, 1.0 - apart / reach).sum())


def _aground(line: Floats, bundle: Bundle, rings: Sequence[Floats]) -> float:
    """Return how much of a ferry's line, away from its harbours, lies on land."""
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
