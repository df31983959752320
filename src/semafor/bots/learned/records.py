"""The records that features are worked out on: the map as a graph, a desk, and what a seat saw last."""

from __future__ import annotations

import numpy as np

from semafor.engine.state import (
    CARD_KINDS,
    PLACES,
    ROUTES,
    TICKETS,
    WORDS,
    Array,
    Facts,
    i1,
    i2,
    record_of,
    u8,
)

FAR = 120
"""Longer than any way; ways that are blocked are as long."""

MAP_BYTES = 3 * ROUTES + 2 * TICKETS + CARD_KINDS
"""What `map_features` keeps for a seat until its map changes."""

GRAPH = record_of(  # the routes of place p are along[start[p]:start[p + 1]]
    ("start", i2, PLACES + 1),
    ("along", i2, 2 * ROUTES),
    ("there", i1, 2 * ROUTES),  # the other end
)

DESK = record_of(
    ("price", i2, ROUTES),
    ("dist", i2, (PLACES, PLACES)),  # from each place that was asked for
    ("measured", u8),  # those places
    ("bucket", u8, FAR + 1),  # places by their distance, while one is measured from
)

GLANCE = record_of(  # what one seat saw of the map when it was last asked
    ("own", u8, WORDS),
    ("free", u8, WORDS),
    ("held", u8),
    ("offered", u8),
    ("known", i1),  # whether it was ever asked
    ("marks", np.uint8, MAP_BYTES),
)


def graph_of(facts: Facts) -> Array:
    """The map of a board as an array of one record; empty where there is no map."""
    graphs = np.zeros(1, GRAPH)
    graph, end = graphs[0], 0
    if "places" not in (facts.dtype.names or ()):
        return graphs
    for place in range(int(facts.places)):
        graph.start[place] = end
        for route in range(int(facts.routes)):
            ends = (int(facts.route_a[route]), int(facts.route_b[route]))
            if place in ends:
                graph.along[end] = route
                graph.there[end] = sum(ends) - place
                end += 1
        graph.start[place + 1] = end
    return graphs
