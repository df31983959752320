"""A trained network in NumPy for many positions at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from semafor.bots.learned.network import TINY
from semafor.bots.learned.reading import Reading
from semafor.bots.learned.weights import NEVER, Floats, Weights

AT_ONCE = 512
"""Rows of one multiplication: more do not fit the cache."""


class BatchNetwork:
    """The arithmetic of `PlainNetwork`, a row of bytes a position."""

    def __init__(self, weights: Weights, reading: Reading) -> None:
        self._parts = parts = weights.parts
        self._first: Floats = np.ascontiguousarray(parts["first.weight"].T)
        self._first /= reading.divisors[:, None]
        self._blocks = sum(name.startswith("layers.") and name.endswith("weight") for name in parts)
        self._legal = slice(reading.features - len(reading.actions), reading.features)

    def look(self, rows: NDArray[np.uint8]) -> tuple[Floats, Floats]:
        """Preferences over the reading's actions, NEVER for what is not legal, and values."""
        wanted, values = [], []
        for first in range(0, len(rows), AT_ONCE):
            part = rows[first : first + AT_ONCE]
            inner = self._inner(part)
            wanted.append(self._preferences(inner, part[:, self._legal]))
            values.append(self._values(inner))
        if not values:
            return np.zeros((0, len(self._parts["policy.bias"])), np.float32), np.zeros(0, np.float32)
        return np.concatenate(wanted), np.concatenate(values)

    def _inner(self, rows: NDArray[np.uint8]) -> Floats:
        flow: Floats = rows.astype(np.float32) @ self._first + self._parts["first.bias"]
        for block in range(self._blocks):
            turned = self._norm(flow, block) @ self._parts[f"layers.{block}.weight"].T
            flow = flow + turned + self._parts[f"layers.{block}.bias"]
        return self._norm(flow, self._blocks)

    def _norm(self, flow: Floats, number: int) -> Floats:
        even = flow - flow.mean(1, keepdims=True)
        even /= np.sqrt(np.square(even).mean(1, keepdims=True) + TINY)
        even = even * self._parts[f"norms.{number}.weight"] + self._parts[f"norms.{number}.bias"]
        return np.asarray(np.maximum(even, 0), np.float32)

    def _preferences(self, inner: Floats, legal: NDArray[np.uint8]) -> Floats:
        wanted = inner @ self._parts["policy.weight"].T + self._parts["policy.bias"]
        return np.asarray(np.where(legal > 0, wanted, 2 * NEVER), np.float32)

    def _values(self, inner: Floats) -> Floats:
        parts = self._parts
        hidden = np.maximum(inner @ parts["value_in.weight"].T + parts["value_in.bias"], 0)
        return np.asarray((hidden @ parts["value_out.weight"].T + parts["value_out.bias"])[:, 0], np.float32)
