"""Delays and what is said of them."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec


class Delays(msgspec.Struct, frozen=True):
    """Milliseconds."""

    p50: float
    p99: float
    worst: float


def summarise(seconds: Sequence[float]) -> Delays:
    """The middle, the worst of a hundred, and the worst."""
    ordered = sorted(seconds) or [0.0]
    at = [ordered[min(len(ordered) - 1, int(len(ordered) * part))] for part in (0.5, 0.99)]
    return Delays(round(at[0] * 1000, 2), round(at[1] * 1000, 2), round(ordered[-1] * 1000, 2))
