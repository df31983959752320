"""The planner's arithmetic against slow, obvious twins."""

from __future__ import annotations

import heapq
from itertools import combinations
from random import Random

import numpy as np
import pytest

from semafor import load_board
from semafor.bots.planner.joining import join_all, way_of
from semafor.bots.planner.outlook import Atlas, atlas_of, expected_best
from semafor.bots.planner.planner_turn import tail
from semafor.bots.planner.pricing import Floats, Scene, find_lack
from semafor.engine.connections import FAR
from semafor.engine.state import GREY, ROUTES, WILD

BOARDS = ["usa", "europe", "berlin", "iberia"]


def random_prices(atlas: Atlas, seed: int) -> Floats:
    """Some routes owned, some blocked, the others at any price."""
    chance = Random(seed)
    return np.array([chance.choice((0.0, FAR, *range(1, 9))) for _ in atlas.route_names], np.float64)


def scene_with(atlas: Atlas, price: Floats) -> Scene:
    """A scene whose routes have these prices."""
    scene = atlas.scene.copy()
    scene.price[: price.size] = scene.ways.price[: price.size] = price
    return scene


def naive_distance(atlas: Atlas, price: Floats, start: int, goal: int) -> float:
    """Dijkstra with a heap, on the list of routes."""
    best, queue = {start: 0.0}, [(0.0, start)]
    while queue:
        cost, here = heapq.heappop(queue)
        for route, (a, b) in enumerate(atlas.ends.tolist()):
            there = b if a == here else a if b == here else None
            if there is not None and cost + price[route] < best.get(there, FAR):
                best[there] = cost + float(price[route])
                heapq.heappush(queue, (best[there], there))
    return best.get(goal, FAR)


def joined(atlas: Atlas, usable: set[int], start: int, goal: int) -> bool:
    """Whether the routes join two places."""
    price = np.array([0.0 if route in usable else FAR for route in range(len(atlas.route_names))])
    return naive_distance(atlas, price, start, goal) == 0


@pytest.mark.parametrize("board", BOARDS)
def test_cheapest_ways(board: str) -> None:
    atlas = atlas_of(load_board(board), 2)
    for seed in range(4):
        price = random_prices(atlas, seed)
        ticket = Random(seed).randrange(atlas.worth.size)
        a, b = int(atlas.facts.ticket_a[ticket]), int(atlas.facts.ticket_b[ticket])
        assert way_of(scene_with(atlas, price), atlas.facts, ticket) == naive_distance(atlas, price, a, b)


@pytest.mark.parametrize("board", BOARDS)
def test_joint_plan_joins_all_that_can_be_and_wastes_no_route(board: str) -> None:
    atlas = atlas_of(load_board(board), 2)
    for seed in range(3):
        price = random_prices(atlas, seed)
        scene, chosen = scene_with(atlas, price), np.zeros(ROUTES, np.uint8)
        tickets = Random(seed).sample(range(atlas.worth.size), 3)
        scene.asked.count = 3
        scene.asked.ticket[:3] = tickets
        cost = join_all(scene, atlas.facts, scene.asked, chosen)
        pairs = np.stack([atlas.facts.ticket_a[tickets], atlas.facts.ticket_b[tickets]], axis=1)
        picked = set(np.nonzero(chosen)[0].tolist())
        owned = set(np.nonzero(price == 0)[0].tolist())
        apart = [naive_distance(atlas, price, a, b) for a, b in pairs.tolist()]
        assert cost == price[list(picked)].sum() <= sum(way for way in apart if way < FAR)
        able = [pair for pair, way in zip(pairs.tolist(), apart, strict=True) if way < FAR]
        assert all(joined(atlas, owned | picked, *pair) for pair in able)
        for route in picked:
            assert not all(joined(atlas, (owned | picked) - {route}, *pair) for pair in able)


def test_lack_counts_cards_and_spends_wilds_on_ferries() -> None:
    atlas = atlas_of(load_board("europe"), 2)
    route = atlas.route["Palermo-Smyrna"]
    scene, chosen = atlas.scene.copy(), np.zeros(ROUTES, np.uint8)
    chosen[route] = 1
    hand = np.array([3, 0, 0, 0, 0, 0, 0, 0, 1], np.int64)
    assert scene.colour[route] == GREY
    find_lack(scene, atlas.facts, chosen, hand)
    assert scene.lack.sum() == 2
    assert (scene.lack[0], scene.lack[WILD], scene.left[WILD]) == (1, 1, 0)


def test_best_of_several_drawn() -> None:
    """With replacement: every ordered draw counted."""
    values = [-3.0, 1.0, 4.0]
    draws = [max(a, b) for a in values for b in values]
    assert expected_best(np.array(values), 2) == pytest.approx(sum(draws) / len(draws))


@pytest.mark.parametrize("spare", range(4))
def test_chance_that_a_tunnel_asks_for_more(spare: int) -> None:
    share = 0.25
    more = sum(
        share**size * (1 - share) ** (3 - size)
        for size in range(spare + 1, 4)
        for _ in combinations(range(3), size)
    )
    assert tail(3, share, spare) == pytest.approx(more)
