"""A trained network in NumPy: preferences and values from rows of bytes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from semafor.bots.learned.reading import Reading
from semafor.bots.learned.weights import NEVER, Floats, Weights

TINY = 1e-5
"""What PyTorch's layer norm adds to the variance."""
AT_ONCE = 512
"""Rows of one multiplication: more do not fit the cache."""


class PlainNetwork:
    """The same arithmetic as `semafor.learning.network`, for one position or many at a time."""

    def __init__(self, weights: Weights, reading: Reading) -> None:
        self._parts = parts = weights.parts
        self._first: Floats = np.ascontiguousarray(parts["first.weight"].T)
        self._first /= reading.divisors[:, None]
        self._blocks = sum(name.startswith("layers.") and name.endswith("weight") for name in parts)
        self._legal = slice(reading.features - len(reading.actions), reading.features)

    def inner(self, row: NDArray[np.uint8]) -> Floats:
        """What both heads read; inputs that are zero, most of them, cost nothing."""
        told = np.flatnonzero(row)
        flow: Floats = self._parts["first.bias"] + row[told].astype(np.float32) @ self._first[told]
        for block in range(self._blocks):
            turned = self._parts[f"layers.{block}.weight"] @ self._norm(flow, block)
            flow = flow + turned + self._parts[f"layers.{block}.bias"]
        return self._norm(flow, self._blocks)

    def _norm(self, flow: Floats, number: int) -> Floats:
        """Layer norm and rectifier."""
        even = flow - flow.mean(-1, keepdims=True)
        even /= np.sqrt(np.square(even).mean(-1, keepdims=True) + TINY)
        even = even * self._parts[f"norms.{number}.weight"] + self._parts[f"norms.{number}.bias"]
        return np.asarray(np.maximum(even, 0), np.float32)

    def preferences(self, row: NDArray[np.uint8], among: NDArray[np.int64]) -> Floats:
        """How much each of these actions, by their places in the reading, is to be preferred."""
        wanted: Floats = (
            self._parts["policy.weight"][among] @ self.inner(row) + self._parts["policy.bias"][among]
        )
        return wanted

    def value(self, row: NDArray[np.uint8]) -> float:
        """What the game is worth to the seat that decides, in the units it was trained with."""
        parts = self._parts
        hidden = np.maximum(parts["value_in.weight"] @ self.inner(row) + parts["value_in.bias"], 0)
        return float((parts["value_out.weight"] @ hidden + parts["value_out.bias"])[0])

    def judge(self, rows: NDArray[np.uint8]) -> tuple[Floats, Floats]:
        """For many positions the preferences over all actions, legal or not, and the values."""
        parts = self._parts
        flow: Floats = rows.astype(np.float32) @ self._first + parts["first.bias"]
        for block in range(self._blocks):
            flow += self._norm(flow, block) @ parts[f"layers.{block}.weight"].T
            flow += parts[f"layers.{block}.bias"]
        inner = self._norm(flow, self._blocks)
        hidden = np.maximum(inner @ parts["value_in.weight"].T + parts["value_in.bias"], 0)
        values: Floats = (hidden @ parts["value_out.weight"].T + parts["value_out.bias"])[:, 0]
        wanted: Floats = inner @ parts["policy.weight"].T + parts["policy.bias"]
        return wanted, values

    def judge_legal(self, rows: NDArray[np.uint8]) -> tuple[Floats, Floats]:
        """The same for any number of positions, with preferences below NEVER for what is not legal."""
        wanted = np.empty((len(rows), len(self._parts["policy.bias"])), np.float32)
        values = np.empty(len(rows), np.float32)
        for first in range(0, len(rows), AT_ONCE):
            part = slice(first, first + AT_ONCE)
            wanted[part], values[part] = self.judge(rows[part])
        wanted[rows[:, self._legal] == 0] = 2 * NEVER
        return wanted, values
