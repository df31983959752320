"""Exact counts of whole numbers, added up piece by piece: the same in whatever order the pieces come."""

from __future__ import annotations

from math import ceil, sqrt
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

BARS = 12
"""Most bars that a picture of a histogram has."""


class Spread(msgspec.Struct, frozen=True):
    """How a number is distributed over many games."""

    min: int
    median: int
    mean: float
    deviation: float
    p95: int
    """95 of 100 games have no more."""
    max: int


class Bar(msgspec.Struct, frozen=True):
    """How many times a number from `first` to `last` occurred."""

    first: int
    last: int
    count: int


class Histogram:
    """How often each whole number occurred."""

    def __init__(self) -> None:
        self.low = 0
        self.counts = np.zeros(0, np.int64)  # of low, low + 1, …

    def add(self, values: NDArray[Any]) -> None:
        """Count all values of an array."""
        numbers = values.astype(np.int64).ravel()
        if numbers.size:
            self._make_room(int(numbers.min()), int(numbers.max()))
            self.counts += np.bincount(numbers - self.low, minlength=len(self.counts))

    def _make_room(self, lowest: int, highest: int) -> None:
        """Widen the range of the counts where it is too narrow."""
        if not len(self.counts):
            self.low = lowest
        before = max(0, self.low - lowest)
        after = max(0, highest + 1 - self.low - len(self.counts))
        self.low -= before
        self.counts = np.pad(self.counts, (before, after))

    @property
    def values(self) -> NDArray[np.int64]:
        """The numbers that `counts` counts."""
        return np.arange(self.low, self.low + len(self.counts), dtype=np.int64)

    @property
    def size(self) -> int:
        """How many values were counted."""
        return int(self.counts.sum())

    def quantile(self, part: float) -> int:
        """The smallest value such that at least this part of all values is no larger."""
        reached = self.counts.cumsum() >= max(1, part * self.size)
        return self.low + int(reached.argmax())

    def mean(self) -> float:
        """The average."""
        return int(self.counts @ self.values) / self.size

    def deviation(self) -> float:
        """The standard deviation of the sample; 0 for a single value."""
        total = int(self.counts @ self.values)
        squares = int(self.counts @ self.values**2)
        return sample_deviation(self.size, total, squares)

    def spread(self) -> Spread:
        """The usual numbers of a distribution."""
        return Spread(
            min=self.low,
            median=self.quantile(0.5),
            mean=self.mean(),
            deviation=self.deviation(),
            p95=self.quantile(0.95),
            max=self.low + len(self.counts) - 1,
        )

    def bars(self, most: int = BARS) -> list[Bar]:
        """All values in at most so many bars of equal width."""
        width = ceil(len(self.counts) / most)
        return [
            Bar(self.low + i, self.low + i + width - 1, int(self.counts[i : i + width].sum()))
            for i in range(0, len(self.counts), width)
        ]


def sample_deviation(size: int, total: int, squares: int) -> float:
    """The standard deviation of a sample from its exact sums."""
    if size < 2:
        return 0.0
    return sqrt((size * squares - total * total) / (size * (size - 1)))
