"""Networks: which places a side's routes join, exactly."""

from __future__ import annotations

import numpy as np

from semafor.engine.bits import lowest, without_lowest
from semafor.engine.compile import compiled
from semafor.engine.state import PLACES, WORDS, Array, Facts


@compiled
def root_of(parent: Array, place: int) -> int:
    """The representative of the place's component."""
    while parent[place] != place:
        parent[place] = parent[parent[place]]
        place = parent[place]
    return place


@compiled
def join(parent: Array, a: int, b: int) -> None:
    """Make one component of two."""
    parent[root_of(parent, a)] = root_of(parent, b)


@compiled
def join_routes(facts: Facts, parent: Array, word: int, routes: np.uint64) -> None:
    """Join the ends of all routes in one word of a set."""
    while routes != np.uint64(0):
        route = word * 64 + lowest(routes)
        routes = without_lowest(routes)
        join(parent, facts.route_a[route], facts.route_b[route])


@compiled
def label_components(facts: Facts, routes: Array, label: Array) -> None:
    """BASE-21: give every place the number of its component in a set of routes."""
    for place in range(PLACES):
        label[place] = place
    for word in range(WORDS):
        join_routes(facts, label, word, routes[word])
    for place in range(facts.places):
        label[place] = root_of(label, place)
