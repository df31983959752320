"""A seat's accuracy: the formula that chess players know, over the chances its decisions gave away."""

from __future__ import annotations

from collections.abc import Iterable
from math import exp


def accuracy_of(cost: float) -> float:
    """From 100 for nothing given away to 0; a decision that gives ten percent away has about 64."""
    return min(100.0, max(0.0, 103.1668 * exp(-4.354 * cost) - 3.1669))


def mean_accuracy(costs: Iterable[float]) -> float:
    """The mean over decisions; 100 where there was nothing to decide."""
    each = [accuracy_of(cost) for cost in costs]
    return round(sum(each) / len(each), 1) if each else 100.0
