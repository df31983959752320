"""A trained network in NumPy: preferences and values from rows of bytes."""

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from semafor.bots.learned.reading import Reading
from semafor.bots.learned.rows import add_rows
from semafor.bots.learned.weights import NEVER, Floats, Weights, blocks_of

TINY = 1e-5
"""Epsilon of PyTorch's layer norm."""
AT_ONCE = 512
"""Rows per multiplication; more do not fit into the cache."""


class PlainNetwork:
    """The same arithmetic as `semafor.learning.torch_network`, for one position or many at a time.

    Matrices stay quantized: the scales of their columns are applied to the input, those of their rows to the
    output, so that nothing is computed that a decision does not need.
    """

    def __init__(self, weights: Weights, reading: Reading) -> None:
        self._weights, parts = weights, weights.parts
        first = weights.scaled("first.weight")
        self._first = np.ascontiguousarray(first.whole.T)
        divisors: Floats = reading.divisors
        self._told: Floats = first.columns / divisors
        self._first_rows, self._first_bias = first.rows, parts["first.bias"]
        self.win = weights.card.win
        """Points that a win counts in its values, in addition to the margin."""
        blocks = blocks_of(parts)
        self._layers = [_Layer(weights, number) for number in range(blocks)]
        self._last = parts[f"norms.{blocks}.weight"], parts[f"norms.{blocks}.bias"]
        self._policy = weights.scaled("policy.weight")
        self._policy_bias = parts["policy.bias"]
        self._legal = slice(reading.features - len(reading.actions), reading.features)

    def inner(self, row: NDArray[np.uint8]) -> Floats:
        """Return the input of both heads for one position."""
        flow: Floats = np.zeros(len(self._first_bias), np.float32)
        add_rows(row * self._told, self._first, flow)
        flow *= self._first_rows
        flow += self._first_bias
        for layer in self._layers:
            flow += layer.turn_one(flow)
        return rectified(flow, *self._last)

    def preferences(self, row: NDArray[np.uint8], among: NDArray[np.int64]) -> Floats:
        """Return the preference for each of these actions, given by their indexes in the reading."""
        policy = self._policy
        read = self.inner(row) * policy.columns
        wanted = (policy.whole[among].astype(np.float32) * read).sum(1)
        preferred: Floats = wanted * policy.rows[among] + self._policy_bias[among]
        return preferred

    def value(self, row: NDArray[np.uint8]) -> float:
        """Return the value of the game to the seat that decides, in the units of the training."""
        return float(self._values(self.inner(row)[None])[0])

    def _values(self, inner: Floats) -> Floats:
        parts = self._weights.parts
        hidden = np.maximum(inner @ parts["value_in.weight"].T + parts["value_in.bias"], 0)
        values: Floats = (hidden @ parts["value_out.weight"].T + parts["value_out.bias"])[:, 0]
        return values

    @cached_property
    def _first_whole(self) -> Floats:
        """Return the first matrix with all its scales applied, for many rows at a time."""
        whole: Floats = self._first.astype(np.float32)
        whole *= self._told[:, None]
        whole *= self._first_rows
        return whole

    def judge(self, rows: NDArray[np.uint8]) -> tuple[Floats, Floats]:
        """Return the preferences over all actions, legal or not, and the values of many positions."""
        flow: Floats = rows.astype(np.float32) @ self._first_whole + self._first_bias
        for layer in self._layers:
            flow += layer.turn_many(flow)
        inner = rectified(flow, *self._last)
        wanted: Floats = inner @ self._weights.parts["policy.weight"].T + self._policy_bias
        return wanted, self._values(inner)

    def judge_legal(self, rows: NDArray[np.uint8]) -> tuple[Floats, Floats]:
        """Return the same for any number of positions, with NEVER for actions that are not legal."""
        wanted = np.empty((len(rows), len(self._policy_bias)), np.float32)
        values = np.empty(len(rows), np.float32)
        for first in range(0, len(rows), AT_ONCE):
            part = slice(first, first + AT_ONCE)
            wanted[part], values[part] = self.judge(rows[part])
        wanted[rows[:, self._legal] == 0] = 2 * NEVER
        return wanted, values


class _Layer:
    """Layer norm, ReLU and matrix; the column scales of the matrix are part of the norm."""

    def __init__(self, weights: Weights, number: int) -> None:
        parts, matrix = weights.parts, weights.scaled(f"layers.{number}.weight")
        self._table, self._rows = np.ascontiguousarray(matrix.whole.T), matrix.rows
        self._norm = (
            parts[f"norms.{number}.weight"] * matrix.columns,
            parts[f"norms.{number}.bias"] * matrix.columns,
        )
        self._bias = parts[f"layers.{number}.bias"]

    @cached_property
    def _matrix(self) -> Floats:
        """Return the layer for many rows at a time."""
        return self._table.astype(np.float32)

    def turn_one(self, flow: Floats) -> Floats:
        """Return what the layer adds to one position."""
        turned: Floats = np.zeros_like(flow)
        add_rows(rectified(flow, *self._norm), self._table, turned)
        return self._scale(turned)

    def turn_many(self, flow: Floats) -> Floats:
        """Return what the layer adds to many positions."""
        return self._scale(rectified(flow, *self._norm) @ self._matrix)

    def _scale(self, turned: Floats) -> Floats:
        turned *= self._rows
        turned += self._bias
        return turned


def rectified(flow: Floats, weight: Floats, bias: Floats) -> Floats:
    """Apply layer norm and ReLU."""
    even = flow - flow.mean(-1, keepdims=True)
    even /= np.sqrt(np.square(even).mean(-1, keepdims=True) + TINY)
    even *= weight
    even += bias
    positive: Floats = np.maximum(even, 0, out=even)
    return positive
