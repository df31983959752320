"""Measure the longest-route search: random route networks, then hill climbing to the slowest one.

python -m lab.worst_networks [seconds to climb on each board]

A network has the trains of one player or of a team; a seat owns one strand of a route, a team may own two.
The last rows are mixes of options: a team on a board that is not played in teams.
"""

from __future__ import annotations

import sys
import time
from random import Random
from statistics import median
from typing import NamedTuple

import numpy as np

from semafor.boards import load_board
from semafor.engine.longest import GRAPH, longest_line
from semafor.engine.state import WORDS, Facts
from semafor.games.board_facts import facts_of

SAMPLES = 400
REPEATS, MORE_REPEATS = 3, 20
"""Repetitions for a network, and for a candidate for the slowest one."""
STARTS = 5
"""Number of slowest samples from which climbing starts."""
CASES = (
    ("europe", 45, 1),
    ("usa", 45, 1),
    ("iberia", 35, 1),
    ("berlin", 16, 1),
    ("asia", 54, 2),
    ("usa", 90, 2),
    ("europe", 90, 2),
    ("iberia", 70, 2),
)
"""Board, trains and strands of a side."""

graph = np.zeros(1, GRAPH)[0]
line = np.zeros(WORDS, np.uint64)


class Land(NamedTuple):
    """The routes of a board with ends and lengths, and the trains of a side."""

    facts: Facts
    ends: list[frozenset[int]]
    lengths: list[int]
    pieces: int
    strands: int


Network = frozenset[int]


def read_land(name: str, pieces: int, strands: int) -> Land:
    """Return a shipped board for a side with this many trains."""
    facts = facts_of(load_board(name))
    routes = range(int(facts.routes))
    ends = [frozenset((int(facts.route_a[n]), int(facts.route_b[n]))) for n in routes]
    return Land(facts, ends, [int(facts.route_pieces[n]) for n in routes], pieces, strands)


def candidates(land: Land, network: Network) -> list[int]:
    """Return the routes that touch the network and can still be built."""
    left = land.pieces - sum(land.lengths[n] for n in network)
    pairs = [land.ends[n] for n in network]
    places = frozenset().union(*pairs) if pairs else frozenset(range(64))
    return [
        n
        for n, ends in enumerate(land.ends)
        if n not in network and land.lengths[n] <= left and ends & places and pairs.count(ends) < land.strands
    ]


def grow(chance: Random, land: Land, network: Network) -> Network:
    """Extend the network until nothing fits, preferring short routes, loops or anything."""
    short, loops = chance.choice((0, 1, 2, 3)), chance.choice((1, 1, 3, 10))
    while routes := candidates(land, network):
        places = frozenset().union(*(land.ends[n] for n in network))
        weights = [(loops if land.ends[n] <= places else 1) / land.lengths[n] ** short for n in routes]
        network |= {chance.choices(routes, weights)[0]}
    return network


def change(chance: Random, land: Land, network: Network) -> Network:
    """Remove some routes and build others."""
    kept = chance.sample(sorted(network), max(1, len(network) - chance.choice((1, 1, 2, 3, 5))))
    return grow(chance, land, frozenset(kept))


def microseconds(land: Land, network: Network, repeats: int = REPEATS) -> float:
    """Return the best of several measurements, because the machine may be busy."""
    routes = np.zeros(WORDS, np.uint64)
    for n in network:
        routes[n // 64] |= np.uint64(1 << n % 64)
    times = []
    for _ in range(repeats):
        start = time.perf_counter_ns()
        longest_line(land.facts, routes, line, graph)
        times.append((time.perf_counter_ns() - start) / 1000)
    return min(times)


def climb(chance: Random, land: Land, network: Network, limit: float) -> tuple[float, int]:
    """Return the slowest network found within a number of seconds, and its number of routes."""
    slowest, end = microseconds(land, network, MORE_REPEATS), time.monotonic() + limit
    while time.monotonic() < end:
        other = change(chance, land, network)
        if microseconds(land, other) >= slowest:
            taken = microseconds(land, other, MORE_REPEATS)
            if taken >= slowest:
                network, slowest = other, taken
    return slowest, len(network)


def report_networks(limit: float) -> None:
    """Print one row per board."""
    print("longest line (µs)        median   slowest of samples   slowest found   its routes")
    for name, pieces, strands in CASES:
        land, chance = read_land(name, pieces, strands), Random(1)
        networks = [grow(chance, land, frozenset()) for _ in range(SAMPLES)]
        timed = sorted(((microseconds(land, network), sorted(network)) for network in networks), reverse=True)
        found = [climb(chance, land, frozenset(routes), limit / STARTS) for _, routes in timed[:STARTS]]
        slowest, size = max(found)
        middle = median(taken for taken, _ in timed)
        print(f"{name:8} {pieces:3} pieces {middle:13.0f} {timed[0][0]:20.0f} {slowest:15.0f} {size:12}")


if __name__ == "__main__":
    report_networks(float(sys.argv[1]) if len(sys.argv) > 1 else 10.0)
