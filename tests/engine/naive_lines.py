"""Slow, obvious twins of the engine's graph algorithms, over plain lists of edges."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

WHOLE_AT_ONCE = 20
"""Edges of a component whose subsets are still tried all at once."""


class Edge(NamedTuple):
    """A route between two places."""

    a: int
    b: int
    length: int


Network = dict[int, Edge]
"""Edges by the number of their route."""


def joined_to(network: Network, start: int) -> set[int]:
    """The places that can be reached from a place, breadth first."""
    seen, waiting = {start}, [start]
    while waiting:
        place = waiting.pop(0)
        for a, b, _ in network.values():
            if place in (a, b) and a + b - place not in seen:
                seen.add(a + b - place)
                waiting.append(a + b - place)
    return seen


def components(network: Network) -> list[Network]:
    """Return the connected components."""
    parts: list[Network] = []
    rest = dict(network)
    while rest:
        places = joined_to(rest, next(iter(rest.values())).a)
        parts.append({route: edge for route, edge in rest.items() if edge.a in places})
        rest = {route: edge for route, edge in rest.items() if edge.a not in places}
    return parts


def longest_by_walking(network: Network) -> int:
    """The longest trail, by walking every trail from every place."""

    def walk(here: int, rest: Network) -> int:
        best = 0
        for route, (a, b, length) in rest.items():
            if here in (a, b):
                left = {other: edge for other, edge in rest.items() if other != route}
                best = max(best, length + walk(a + b - here, left))
        return best

    return max((walk(place, network) for edge in network.values() for place in edge[:2]), default=0)


def is_trail(network: Network) -> bool:
    """Return whether the component has an Euler trail."""
    if not network:
        return True
    ends = [place for edge in network.values() for place in edge[:2]]
    odd = {place for place in ends if ends.count(place) % 2}
    return len(odd) <= 2 and len(components(network)) == 1


def longest_by_subsets(network: Network) -> int:
    """The longest trail, as the longest set of edges that is one; components of up to 24 edges or so."""
    return max((_longest_of_part(list(part.values())) for part in components(network)), default=0)


def _longest_of_part(edges: list[Edge]) -> int:
    """Try all subsets of the first edges at once, once for each subset of the others."""
    numbers = {place: n for n, place in enumerate(sorted({p for edge in edges for p in edge[:2]}))}
    flips = [(1 << numbers[a]) ^ (1 << numbers[b]) for a, b, _ in edges]
    first, others = edges[:WHOLE_AT_ONCE], edges[WHOLE_AT_ONCE:]
    odd, lengths = np.zeros(1, np.int64), np.zeros(1, np.int16)
    for flip, edge in zip(flips, first, strict=False):
        odd = np.concatenate([odd, odd ^ flip])
        lengths = np.concatenate([lengths, lengths + np.int16(edge.length)])
    best = 0
    for chosen in range(2 ** len(others)):
        extra = [n for n in range(len(others)) if chosen >> n & 1]
        flip = 0
        for n in extra:
            flip ^= flips[WHOLE_AT_ONCE + n]
        more = sum(others[n].length for n in extra)
        best = max(best, _best_subset(edges, (odd ^ flip, lengths + more), extra, best))
    return best


def _best_subset(edges: list[Edge], table: tuple[object, object], extra: list[int], best: int) -> int:
    """Return the longest connected subset with at most two odd places, if it is longer than the best."""
    odd, lengths = np.asarray(table[0]), np.asarray(table[1])
    possible = np.flatnonzero((np.bitwise_count(odd) <= 2) & (lengths > best))
    for subset in possible[np.argsort(-lengths[possible], kind="stable")]:
        kept = [n for n in range(min(len(edges), WHOLE_AT_ONCE)) if int(subset) >> n & 1]
        kept += [WHOLE_AT_ONCE + n for n in extra]
        if is_trail({n: edges[n] for n in kept}):
            return int(lengths[subset])
    return 0
