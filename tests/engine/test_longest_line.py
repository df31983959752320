"""The longest line against two slow twins (BASE-25)."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from semafor.boards.load import load_board
from semafor.engine.longest import GRAPH, longest_line
from semafor.engine.state import ROUTES, WORDS, Facts
from semafor.games.board_facts import facts_of
from tests.engine.naive_lines import Edge, Network, is_trail, longest_by_subsets, longest_by_walking
from tests.engine.networks import BOARDS, board_networks, edges_of, facts_of_edges, members, route_set

graph = np.zeros(1, GRAPH)[0]

EDGES = st.lists(
    st.tuples(st.integers(0, 6), st.integers(0, 6), st.integers(1, 8))
    .filter(lambda edge: edge[0] != edge[1])
    .map(lambda edge: Edge(*edge)),
    max_size=11,
)


def longest(facts: Facts, network: Network) -> int:
    """The engine's answer, once its line is seen to be a trail of that length within the network."""
    line = np.zeros(WORDS, np.uint64)
    length = longest_line(facts, route_set(network), line, graph)
    routes = members(line)
    assert set(routes) <= set(network)
    assert sum(network[route].length for route in routes) == length
    assert is_trail({route: network[route] for route in routes})
    return length


def of_edges(*edges: tuple[int, int, int]) -> int:
    """The longest line of a network given by its edges."""
    listed = [Edge(*edge) for edge in edges]
    return longest(facts_of_edges(listed), dict(enumerate(listed)))


def test_nothing_has_no_line() -> None:
    assert of_edges() == 0


def test_a_line_may_pass_a_place_twice() -> None:
    # A path without a place twice would have 2 + 3 + 4 only.
    loop_with_tail = [(0, 1, 2), (1, 2, 3), (2, 3, 4), (3, 1, 5)]
    assert of_edges(*loop_with_tail) == 14


def test_a_line_uses_no_route_twice() -> None:
    star = [(0, 1, 5), (0, 2, 4), (0, 3, 3)]
    assert of_edges(*star) == 9


def test_a_line_may_leave_out_the_middle() -> None:
    bridge_of_four = [(0, 1, 1), (0, 2, 8), (0, 3, 8), (1, 4, 8), (1, 5, 8)]
    assert of_edges(*bridge_of_four) == 17


def test_the_longest_of_several_components_counts() -> None:
    assert of_edges((0, 1, 3), (2, 3, 4), (3, 4, 4), (5, 6, 6)) == 8


def test_strands_of_partners_are_two_routes() -> None:
    assert of_edges((0, 1, 2), (0, 1, 2), (1, 2, 3)) == 7


@given(EDGES)
@settings(max_examples=300, deadline=None, derandomize=True)
def test_small_multigraphs(edges: list[Edge]) -> None:
    network = dict(enumerate(edges))
    assert longest(facts_of_edges(edges), network) == longest_by_subsets(network)


@pytest.mark.parametrize("name", BOARDS)
def test_networks_small_enough_to_walk(name: str) -> None:
    facts, networks = board_networks(name, number=200, pieces=20, most=8)
    for network in networks:
        assert longest(facts, network) == longest_by_walking(network) == longest_by_subsets(network)


@pytest.mark.parametrize("name", BOARDS)
def test_networks_of_whole_games(name: str) -> None:
    facts, networks = board_networks(name, number=800, pieces=45, most=16)
    for network in networks:
        assert longest(facts, network) == longest_by_subsets(network)


@pytest.mark.parametrize("name", BOARDS)
def test_networks_as_tangled_as_the_twin_can_take(name: str) -> None:
    facts, networks = board_networks(name, number=25, pieces=54, most=21)
    for network in networks:
        assert longest(facts, network) == longest_by_subsets(network)


@pytest.mark.parametrize("name", BOARDS)
def test_a_network_of_every_route_gives_a_trail(name: str) -> None:
    """More routes than a 64-bit set holds: there is no reference, but nothing may overflow."""
    facts = facts_of(load_board(name))
    edges = edges_of(facts)
    chosen = sorted(edges, key=lambda route: edges[route].length)[:70]
    lengths = [longest(facts, {n: edges[n] for n in chosen[:size]}) for size in range(0, len(chosen) + 1, 5)]
    assert lengths == sorted(lengths)


def test_as_many_routes_as_a_board_can_have() -> None:
    chance = Random(1)
    chain = [Edge(n % 64, (n + 1) % 64, chance.randint(1, 8)) for n in range(ROUTES)]
    network = dict(enumerate(chain))
    assert longest(facts_of_edges(chain), network) == sum(edge.length for edge in chain)
