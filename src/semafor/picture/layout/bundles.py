"""Bundles: the strands between the same two places, which run side by side along one centre line."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from semafor.picture.shapes import RouteShape, Space
from semafor.picture.tokens import END, GAP, PLACE_RADIUS, ROUNDING, STRAND_GAP, WIDE_GAP, space_size

if TYPE_CHECKING:
    from collections.abc import Sequence

    from semafor.boards.model import Board, Route
    from semafor.picture.tokens import Floats

CROWD_GAP = 5.0
CROWDING = 0.85
"""Share of a full circle that the bundles around a busy place may occupy."""


class Bundle(NamedTuple):
    """The strands of one pair of places."""

    a: int
    b: int
    """Indexes of the two places."""
    routes: tuple[int, ...]
    """Indexes of the strands, from left to right seen from `a` to `b`."""
    spaces: int
    size: tuple[float, float]
    ferry: bool = False
    ends: tuple[float, float] = (END, END)
    """Distance from the middle of `a` and of `b` at which the first and the last space may begin."""

    @property
    def offsets(self) -> tuple[float, ...]:
        """Offset of each strand from the centre line."""
        pitch, middle = self.size[1] + STRAND_GAP, (len(self.routes) - 1) / 2
        return tuple((strand - middle) * pitch for strand in range(len(self.routes)))

    @property
    def width(self) -> float:
        """Width of all strands."""
        return len(self.routes) * (self.size[1] + STRAND_GAP) - STRAND_GAP

    @property
    def needed(self) -> float:
        """Return the minimum length of the centre line."""
        return self.spaces * (self.size[0] + GAP) - GAP + sum(self.ends)


def _strands(board: Board) -> list[list[int]]:
    """Return the strands of each pair of places, in the order of their first strands."""
    strands: dict[frozenset[str], list[int]] = {}
    for number, route in enumerate(board.routes):
        strands.setdefault(frozenset((route.a, route.b)), []).append(number)
    return list(strands.values())


def _crowded_ends(bundles: list[Bundle]) -> dict[int, float]:
    """Return for each place the radius at which all its bundles fit around it."""
    widths: dict[int, float] = {}
    for bundle in bundles:
        for place in (bundle.a, bundle.b):
            widths[place] = widths.get(place, 0.0) + bundle.width + CROWD_GAP
    return {place: max(END, CROWDING * width / (2 * math.pi)) for place, width in widths.items()}


def bundles_of(board: Board) -> tuple[Bundle, ...]:
    """Return the bundles of a board, in the order of their first strands."""
    index = {place.id: number for number, place in enumerate(board.places)}
    bundles = []
    for numbers in _strands(board):
        first = board.routes[numbers[0]]
        spaces = max(board.routes[number].length for number in numbers)
        size, ferry = space_size(first.kind), any(board.routes[number].ferry for number in numbers)
        bundles.append(Bundle(index[first.a], index[first.b], tuple(numbers), spaces, size, ferry))
    ends = _crowded_ends(bundles)
    return tuple(bundle._replace(ends=(ends[bundle.a], ends[bundle.b])) for bundle in bundles)


FINE = np.linspace(0.0, 1.0, 49)


def bend_weights(t: Floats) -> tuple[Floats, Floats]:
    """Return the weights of the two bends at t."""
    return 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t)


def norms(vectors: Floats) -> Floats:
    """Return the lengths of vectors in the plane; three times as fast as NumPy's general norm."""
    x, y = vectors[..., 0], vectors[..., 1]
    found: Floats = np.sqrt(x * x + y * y)
    return found


class Curve(NamedTuple):
    """One centre line."""

    a: Floats
    b: Floats
    u: Floats
    v: Floats

    def points(self, t: Floats) -> Floats:
        """Return the points at t."""
        first, second = bend_weights(t)
        found: Floats = (1 - t)[:, None] * self.a + t[:, None] * self.b
        return found + first[:, None] * self.u + second[:, None] * self.v

    def tangents(self, t: Floats) -> Floats:
        """Return the unit directions at t."""
        first, second = 3 * (1 - t) * (1 - 3 * t), 3 * t * (2 - 3 * t)
        along: Floats = self.b - self.a + first[:, None] * self.u + second[:, None] * self.v
        return along / np.maximum(norms(along), 1e-9)[:, None]

    def lengths(self) -> Floats:
        """The length of the line up to each t of `FINE`."""
        at = self.points(FINE)
        steps = norms(at[1:] - at[:-1])
        return np.concatenate([[0.0], np.cumsum(steps)])

    def turning(self) -> float:
        """Return by how much the line turns between its ends, in radians."""
        start, end = self.tangents(np.array([0.0, 1.0]))
        return float(np.arccos(np.clip(start @ end, -1.0, 1.0)))

    def beside(self, offset: float) -> Curve:
        """Return a line at this distance to the right in the middle, with the same ends."""
        middle = self.tangents(np.array([0.5]))[0]
        # Both bends together move the middle by three quarters of themselves.
        aside = np.array([-middle[1], middle[0]]) * offset / 0.75
        return Curve(self.a, self.b, self.u + aside, self.v + aside)

    def path(self) -> str:
        """Return the line as an SVG path."""
        first = self.a + (self.b - self.a) / 3 + self.u
        second = self.b - (self.b - self.a) / 3 + self.v
        ends = " ".join(f"{x:.1f},{y:.1f}" for x, y in (first, second, self.b))
        return f"M{self.a[0]:.1f},{self.a[1]:.1f}C{ends}"


BARE_STEP = 6.0


class Slots(NamedTuple):
    """The slots of one bundle: each holds one space of every strand, side by side."""

    t: Floats
    centres: Floats
    along: Floats
    """Unit vectors along the line."""
    across: Floats
    """Unit vectors to the right of it."""
    lengths: Floats
    """The length of the line up to each t of `FINE`."""


def slots(bundle: Bundle, curve: Curve) -> Slots:
    """Return equal spaces in the middle of the line, with gaps up to `WIDE_GAP`."""
    lengths = curve.lengths()
    total = lengths[-1]
    free = (total - sum(bundle.ends) - bundle.spaces * bundle.size[0]) / max(bundle.spaces - 1, 1)
    pitch = bundle.size[0] + min(max(free, GAP), WIDE_GAP)
    steps = np.arange(bundle.spaces) - (bundle.spaces - 1) / 2
    middle = (bundle.ends[0] + total - bundle.ends[1]) / 2
    t = np.interp(middle + steps * pitch, lengths, FINE)
    along = curve.tangents(t)
    return Slots(t, curve.points(t), along, np.stack([-along[:, 1], along[:, 0]], axis=1), lengths)


def bare_ends(bundle: Bundle, found: Slots) -> Floats:
    """Return the t of points along both ends of the line, from a place to the nearest space."""
    total, half = found.lengths[-1], bundle.size[0] / 2
    first, last = np.interp(found.t[[0, -1]], FINE, found.lengths)
    near = np.arange(PLACE_RADIUS, first - half, BARE_STEP)
    far = np.arange(last + half, total - PLACE_RADIUS, BARE_STEP)
    t: Floats = np.interp(np.concatenate([near, far]), found.lengths, FINE)
    return t


def outline(centre: Floats, along: Floats, across: Floats, size: tuple[float, float]) -> Floats:
    """Return the eight corners around one space with its rounded ends."""
    half_long, half_wide, cut = size[0] / 2, size[1] / 2, ROUNDING * (2 - 2**0.5)
    steps = [(half_long - cut, half_wide), (half_long, half_wide - cut)]
    quarter = [(x, -y) for x, y in steps] + [(x, y) for x, y in reversed(steps)]
    turns = quarter + [(-x, -y) for x, y in quarter]
    return np.array([centre + along * x + across * y for x, y in turns])


USUAL_TUNNEL = 3


def wild_spaces(route: Route) -> frozenset[int]:
    """Return which spaces of a ferry show the wild symbol: those in the middle."""
    first = (route.length - route.ferry) // 2
    return frozenset(range(first, first + route.ferry))


def _angle(x: float, y: float) -> float:
    """Return degrees clockwise, turned so that nothing on the space is upside down."""
    degrees = math.degrees(math.atan2(y, x))
    return round((degrees + 90) % 180 - 90, 2)


def _head(spaces: tuple[Space, ...]) -> int:
    """Return the space of the engine, which must be at an end of the train."""
    ahead = min(range(len(spaces)), key=lambda slot: (round(spaces[slot].x), slot))
    return 0 if ahead <= (len(spaces) - 1) / 2 else len(spaces) - 1


def _strand(route: Route, bundle: Bundle, curve: Curve, offset: float, start: str) -> RouteShape:
    """Return one strand of a bundle whose line starts at the place `start`."""
    found, wild = slots(bundle, curve), wild_spaces(route)
    spaces = []
    for number in range(route.length):
        x, y = (found.centres[number] + found.across[number] * offset).tolist()
        spaces.append(Space(round(x, 2), round(y, 2), _angle(*found.along[number].tolist()), number in wild))
    ordered = tuple(spaces if route.a == start else reversed(spaces))
    return RouteShape(
        kind=route.kind,
        line=curve.beside(offset).path(),
        spaces=ordered,
        length=bundle.size[0],
        width=bundle.size[1],
        tunnel=route.tunnel,
        badge=(route.length - 1) // 2 if route.tunnel not in (0, USUAL_TUNNEL) else -1,
        cards=route.cost if route.kind == "subway" else 0,
        head=_head(ordered),
    )


def strands(board: Board, bundles: Sequence[Bundle], curves: Sequence[Curve]) -> tuple[RouteShape, ...]:
    """Return the shapes of all routes, in the board's order."""
    shapes: dict[int, RouteShape] = {}
    for bundle, curve in zip(bundles, curves, strict=True):
        start = board.places[bundle.a].id
        for number, offset in zip(bundle.routes, bundle.offsets, strict=True):
            shapes[number] = _strand(board.routes[number], bundle, curve, offset, start)
    return tuple(shapes[number] for number in range(len(board.routes)))
