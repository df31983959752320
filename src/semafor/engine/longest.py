"""The longest line: the longest trail of a network, exactly, by branch and bound.

A trail may pass a place several times but uses each route once (BASE-25). In a component where
all places but at most two have an even number of routes, one trail takes everything. Elsewhere
the longest trail begins and ends at places with an odd number (otherwise it could be prolonged),
so the search starts only there. Its bound is what can still be reached, less what parity forbids:
a trail from here leaves at least one route unused at every odd place but its last.
"""

from __future__ import annotations

import numpy as np

from semafor.engine.bits import bit, count, lowest, without_lowest
from semafor.engine.compile import rule
from semafor.engine.state import PLACES, WORDS, Array, Facts, record_of

EDGES = 64
"""Routes a side can own: at most 54 pieces of one space each."""
NONE = np.uint64(0)

GRAPH = record_of(
    ("edges", np.int64),
    ("end", np.int64, (EDGES, 2)),
    ("length", np.int64, EDGES),
    ("route", np.int64, EDGES),
    ("at", np.uint64, PLACES),  # the edges at each place
    ("shortest", np.int64, PLACES),  # length of the shortest of them
    ("places", np.uint64),
    ("best", np.int64),
    ("trail", np.uint64),  # edges of the best trail so far
    # the search: one level for every edge of the trail being tried
    ("here", np.int64, EDGES + 1),
    ("left", np.uint64, EDGES + 1),
    ("taken", np.int64, EDGES + 1),  # length so far
    ("by", np.int64, EDGES + 1),  # the edge that led here
)


@rule
def read_graph(facts: Facts, routes: Array, graph: np.record) -> None:
    """Number the routes of a network as edges."""
    graph.edges = 0
    graph.places = NONE
    graph.best = 0
    graph.trail = NONE
    for place in range(facts.places):
        graph.at[place] = NONE
        graph.shortest[place] = 99
    for word in range(WORDS):
        rest = routes[word]
        while rest != NONE:
            add_edge(facts, graph, word * 64 + lowest(rest))
            rest = without_lowest(rest)


@rule
def add_edge(facts: Facts, graph: np.record, route: int) -> None:
    """Add a route to the graph."""
    edge = graph.edges
    graph.edges += 1
    graph.route[edge] = route
    graph.length[edge] = facts.route_pieces[route]
    graph.end[edge, 0] = facts.route_a[route]
    graph.end[edge, 1] = facts.route_b[route]
    for side in range(2):
        place = graph.end[edge, side]
        graph.at[place] |= bit(edge)
        graph.places |= bit(place)
        graph.shortest[place] = min(graph.shortest[place], graph.length[edge])


@rule
def reach(graph: np.record, start: int, free: np.uint64) -> tuple[np.uint64, np.uint64, int]:
    """The edges and places that free edges join to a place, and the edges' total length."""
    waiting, seen, edges, total = bit(start), bit(start), NONE, 0
    while waiting != NONE:
        place = lowest(waiting)
        waiting = without_lowest(waiting)
        new = graph.at[place] & free & ~edges
        edges |= new
        while new != NONE:
            edge = lowest(new)
            new = without_lowest(new)
            total += graph.length[edge]
            other = bit(graph.end[edge, 0] + graph.end[edge, 1] - place)
            waiting |= other & ~seen
            seen |= other
    return edges, seen, total


@rule
def parity(graph: np.record, start: int, edges: np.uint64, seen: np.uint64) -> tuple[int, int]:
    """Odd places besides the start, and twice the length that a trail from it must leave unused."""
    odd, dropped, dearest = 0, 0, 0
    while seen != NONE:
        place = lowest(seen)
        seen = without_lowest(seen)
        if place != start and count(graph.at[place] & edges) & 1:
            odd += 1
            dropped += graph.shortest[place]
            dearest = max(dearest, graph.shortest[place])
    return odd, dropped - dearest


@rule
def keep_best(graph: np.record, length: int, edges: np.uint64) -> None:
    """Remember a trail that is longer than the best so far."""
    if length > graph.best:
        graph.best = length
        graph.trail = edges


@rule
def worth_trying(graph: np.record, here: int, taken: int, free: np.uint64, all_edges: np.uint64) -> bool:
    """Whether a trail that goes on from here could be the longest; closes it where parity allows."""
    edges, seen, total = reach(graph, here, free)
    if taken + total <= graph.best:
        return False
    odd, dropped = parity(graph, here, edges, seen)
    if odd <= 1:
        keep_best(graph, taken + total, (all_edges & ~free) | edges)
        return False
    return taken + total - (dropped + 1) // 2 > graph.best


@rule
def search_from(graph: np.record, start: int, all_edges: np.uint64) -> None:
    """Try the trails from one place, the most promising bound first."""
    free = all_edges
    depth = 0
    graph.here[0] = start
    graph.left[0] = graph.at[start] & free
    graph.taken[0] = 0
    while depth >= 0:
        here = graph.here[depth]
        if graph.left[depth] == NONE:
            if depth > 0:
                free |= bit(graph.by[depth])
            depth -= 1
            continue
        edge = lowest(graph.left[depth])
        graph.left[depth] = without_lowest(graph.left[depth])
        free &= ~bit(edge)
        there = graph.end[edge, 0] + graph.end[edge, 1] - here
        taken = graph.taken[depth] + graph.length[edge]
        keep_best(graph, taken, all_edges & ~free)
        if worth_trying(graph, there, taken, free, all_edges):
            depth += 1
            graph.here[depth] = there
            graph.left[depth] = graph.at[there] & free
            graph.taken[depth] = taken
            graph.by[depth] = edge
        else:
            free |= bit(edge)


@rule
def search_component(graph: np.record, edges: np.uint64, places: np.uint64) -> None:
    """The longest trail of a component that no single trail covers."""
    rest = places
    while rest != NONE:
        place = lowest(rest)
        rest = without_lowest(rest)
        if count(graph.at[place]) & 1:
            search_from(graph, place, edges)


@rule
def odd_places(graph: np.record, places: np.uint64) -> int:
    """Places with an odd number of routes."""
    odd = 0
    while places != NONE:
        odd += count(graph.at[lowest(places)]) & 1
        places = without_lowest(places)
    return odd


@rule
def longest_line(facts: Facts, routes: Array, line: Array, graph: np.record) -> int:
    """BASE-25: the length of the longest trail of a set of routes; its routes go to `line`."""
    read_graph(facts, routes, graph)
    all_edges = (bit(graph.edges) - np.uint64(1)) if graph.edges < EDGES else ~NONE
    rest = graph.places
    while rest != NONE:
        start = lowest(rest)
        edges, places, total = reach(graph, start, all_edges)
        rest &= ~places
        if total > graph.best:
            if odd_places(graph, places) <= 2:
                keep_best(graph, total, edges)
            else:
                search_component(graph, edges, places)
    write_line(graph, line)
    return graph.best


@rule
def write_line(graph: np.record, line: Array) -> None:
    """The best trail as a set of routes."""
    for word in range(WORDS):
        line[word] = NONE
    rest = graph.trail
    while rest != NONE:
        route = graph.route[lowest(rest)]
        rest = without_lowest(rest)
        line[route // 64] |= bit(route % 64)
