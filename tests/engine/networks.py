"""Networks to try the graph algorithms on: parts of the shipped boards, and small random multigraphs."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import numpy as np

from semafor.boards.load import load_board
from semafor.engine.state import FACTS, WORDS, Array, Facts
from semafor.games.board_facts import facts_of
from tests.engine.naive_lines import Edge, Network

if TYPE_CHECKING:
    from collections.abc import Iterable

BOARDS = ("europe", "berlin", "iberia", "asia", "usa")


def edges_of(facts: Facts) -> Network:
    """All routes of a board."""
    return {
        n: Edge(int(facts.route_a[n]), int(facts.route_b[n]), int(facts.route_pieces[n]))
        for n in range(facts.routes)
    }


def route_set(routes: Iterable[int]) -> Array:
    """Routes as the engine's set."""
    words = np.zeros(WORDS, np.uint64)
    for route in routes:
        words[route // 64] |= np.uint64(1 << route % 64)
    return words


def members(words: Array) -> list[int]:
    """The routes of an engine's set."""
    return [n for n in range(64 * len(words)) if int(words[n // 64]) >> n % 64 & 1]


def facts_of_edges(edges: list[Edge]) -> Facts:
    """A bare board that has just these routes."""
    facts: Facts = np.zeros(1, FACTS)[0]
    facts.places = 1 + max((max(edge[:2]) for edge in edges), default=0)
    facts.routes = len(edges)
    for n, (a, b, length) in enumerate(edges):
        facts.route_a[n], facts.route_b[n], facts.route_pieces[n] = a, b, length
    return facts


def grow(chance: Random, edges: Network, pieces: int, most: int) -> Network:
    """Return a random, mostly connected network with limited numbers of pieces and routes."""
    network: Network = {}
    short, joined = chance.choice((0, 1, 2, 3)), chance.choice((1, 3, 10, 100))
    while len(network) < most:
        left = pieces - sum(edge.length for edge in network.values())
        places = {place for edge in network.values() for place in edge[:2]}
        fitting = [n for n, edge in edges.items() if n not in network and edge.length <= left]
        if not fitting:
            break
        weights = [joined ** len(places & set(edges[n][:2])) / edges[n].length ** short for n in fitting]
        chosen = chance.choices(fitting, weights)[0]
        network[chosen] = edges[chosen]
    return network


def board_networks(name: str, number: int, pieces: int, most: int) -> tuple[Facts, list[Network]]:
    """Return random networks on a shipped board, with a fixed seed."""
    facts, chance = facts_of(load_board(name)), Random(f"{name} {number} {pieces} {most}")
    edges = edges_of(facts)
    return facts, [grow(chance, edges, chance.randint(1, pieces), most) for _ in range(number)]
