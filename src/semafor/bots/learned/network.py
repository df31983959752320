"""A trained network in NumPy: preferences and values from rows of bytes."""

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from semafor.bots.learned.reading import Reading
from semafor.bots.learned.rows import add_rows
from semafor.bots.learned.weights import NEVER, Floats, Weights, blocks_of

TINY = 1e-5
"""What PyTorch's layer norm adds to the variance."""
AT_ONCE = 512
"""Rows of one multiplication: more do not fit the cache."""


class PlainNetwork:
    """The same arithmetic as `semafor.learning.torch_network`, for one position or many at a time.

    Matrices stay as they are kept: the scales of their columns are put into what comes before, those of
    their rows multiply what comes out. So nothing is made ready that a decision does not need.
    """

    def __init__(self, weights: Weights, reading: Reading) -> None:
        self._weights, parts = weights, weights.parts
        first = weights.scaled("first.weight")
        self._first = np.ascontiguousarray(first.whole.T)
        divisors: Floats = reading.divisors
        self._told: Floats = first.columns / divisors
        self._first_rows, self._first_bias = first.rows, parts["first.bias"]
        self.win = weights.card.win
        """Points that a win counts in its values, beside the margin."""
        blocks = blocks_of(parts)
        self._layers = [_Layer(weights, number) for number in range(blocks)]
        self._last = parts[f"norms.{blocks}.weight"], parts[f"norms.{blocks}.bias"]
        self._policy = weights.scaled("policy.weight")
        self._policy_bias = parts["policy.bias"]
        self._legal = slice(reading.features - len(reading.actions), reading.features)

    def inner(self, row: NDArray[np.uint8]) -> Floats:
        """What both heads read of one position."""
        flow: Floats = np.zeros(len(self._first_bias), np.float32)
        add_rows(row * self._told, self._first, flow)
        flow *= self._first_rows
        flow += self._first_bias
        for layer in self._layers:
            flow += layer.turn_one(flow)
        return rectified(flow, *self._last)

    def preferences(self, row: NDArray[np.uint8], among: NDArray[np.int64]) -> Floats:
        """How much each of these actions, by their places in the reading, is to be preferred."""
        policy = self._policy
        read = self.inner(row) * policy.columns
        wanted = (policy.whole[among].astype(np.float32) * read).sum(1)
        preferred: Floats = wanted * policy.rows[among] + self._policy_bias[among]
        return preferred

    def value(self, row: NDArray[np.uint8]) -> float:
        """What the game is worth to the seat that decides, in the units it was trained with."""
        return float(self._values(self.inner(row)[None])[0])

    def _values(self, inner: Floats) -> Floats:
        parts = self._weights.parts
        hidden = np.maximum(inner @ parts["value_in.weight"].T + parts["value_in.bias"], 0)
        values: Floats = (hidden @ parts["value_out.weight"].T + parts["value_out.bias"])[:, 0]
        return values

    @cached_property
    def _first_whole(self) -> Floats:
        """The first matrix with all its scales, for many rows at a time."""
        whole: Floats = self._first.astype(np.float32)
        whole *= self._told[:, None]
        whole *= self._first_rows
        return whole

    def judge(self, rows: NDArray[np.uint8]) -> tuple[Floats, Floats]:
        """For many positions the preferences over all actions, legal or not, and the values."""
        flow: Floats = rows.astype(np.float32) @ self._first_whole + self._first_bias
        for layer in self._layers:
            flow += layer.turn_many(flow)
        inner = rectified(flow, *self._last)
        wanted: Floats = inner @ self._weights.parts["policy.weight"].T + self._policy_bias
        return wanted, self._values(inner)

    def judge_legal(self, rows: NDArray[np.uint8]) -> tuple[Floats, Floats]:
        """The same for any number of positions, with preferences below NEVER for what is not legal."""
        wanted = np.empty((len(rows), len(self._policy_bias)), np.float32)
        values = np.empty(len(rows), np.float32)
        for first in range(0, len(rows), AT_ONCE):
            part = slice(first, first + AT_ONCE)
            wanted[part], values[part] = self.judge(rows[part])
        wanted[rows[:, self._legal] == 0] = 2 * NEVER
        return wanted, values


class _Layer:
    """Layer norm, rectifier and matrix; the scales of the matrix's columns are in the norm."""

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
        """For many rows at a time."""
        return self._table.astype(np.float32)

    def turn_one(self, flow: Floats) -> Floats:
        """What the layer adds to one position."""
        turned: Floats = np.zeros_like(flow)
        add_rows(rectified(flow, *self._norm), self._table, turned)
        return self._scale(turned)

    def turn_many(self, flow: Floats) -> Floats:
        """What it adds to many."""
        return self._scale(rectified(flow, *self._norm) @ self._matrix)

    def _scale(self, turned: Floats) -> Floats:
        turned *= self._rows
        turned += self._bias
        return turned


def rectified(flow: Floats, weight: Floats, bias: Floats) -> Floats:
    """Layer norm, and nothing below zero."""
    even = flow - flow.mean(-1, keepdims=True)
    even /= np.sqrt(np.square(even).mean(-1, keepdims=True) + TINY)
    even *= weight
    even += bias
    positive: Floats = np.maximum(even, 0, out=even)
    return positive
