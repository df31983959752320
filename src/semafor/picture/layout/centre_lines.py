"""Centre lines: cubic curves given by their two ends and two bends, and lengths along them.

A point of a line is linear in its ends and bends, which is what lets the solver be simple:
`(1 - t) a + t b + 3 t (1 - t)² u + 3 t² (1 - t) v`, with u and v zero for a straight line.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from semafor.picture.sizes import Floats

FINE = np.linspace(0.0, 1.0, 49)


def bend_weights(t: Floats) -> tuple[Floats, Floats]:
    """How much the two bends count at t."""
    return 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t)


def norms(vectors: Floats) -> Floats:
    """The lengths of vectors in the plane: NumPy's norm for any space takes three times as long."""
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
        """The points at t."""
        first, second = bend_weights(t)
        found: Floats = (1 - t)[:, None] * self.a + t[:, None] * self.b
        return found + first[:, None] * self.u + second[:, None] * self.v

    def tangents(self, t: Floats) -> Floats:
        """The unit directions at t."""
        first, second = 3 * (1 - t) * (1 - 3 * t), 3 * t * (2 - 3 * t)
        along: Floats = self.b - self.a + first[:, None] * self.u + second[:, None] * self.v
        return along / np.maximum(norms(along), 1e-9)[:, None]

    def lengths(self) -> Floats:
        """The length of the line up to each t of `FINE`."""
        at = self.points(FINE)
        steps = norms(at[1:] - at[:-1])
        return np.concatenate([[0.0], np.cumsum(steps)])

    def turning(self) -> float:
        """By how much the line turns between its ends, in radians."""
        start, end = self.tangents(np.array([0.0, 1.0]))
        return float(np.arccos(np.clip(start @ end, -1.0, 1.0)))

    def beside(self, offset: float) -> Curve:
        """A line at this distance to the right in the middle that starts and ends at the same places."""
        middle = self.tangents(np.array([0.5]))[0]
        # Both bends together move the middle by three quarters of themselves.
        aside = np.array([-middle[1], middle[0]]) * offset / 0.75
        return Curve(self.a, self.b, self.u + aside, self.v + aside)

    def path(self) -> str:
        """The line as an SVG path."""
        first = self.a + (self.b - self.a) / 3 + self.u
        second = self.b - (self.b - self.a) / 3 + self.v
        ends = " ".join(f"{x:.1f},{y:.1f}" for x, y in (first, second, self.b))
        return f"M{self.a[0]:.1f},{self.a[1]:.1f}C{ends}"
