"""Cheapest ways, and the cheapest set of routes that joins several pairs of places."""

from __future__ import annotations

import numpy as np

from semafor.bots.planner.kernels.compile import fast
from semafor.bots.planner.kernels.records import Array, Floats, Ints, Net

BLOCKED = np.inf
FREE = 1e-9
"""Routes that cost no more are owned."""


@fast
def find_way(net: Net, price: Floats, start: int, goal: int, dist: Floats, via: Ints) -> float:
    """The price of the cheapest way; `via` leads back from the goal. Without a goal, all ways."""
    places = net.first.size - 1
    dist[:] = BLOCKED
    settled = np.zeros(places, np.uint8)
    dist[start] = 0.0
    via[start] = -1
    while True:
        here, best = -1, BLOCKED
        for place in range(places):
            if settled[place] == 0 and dist[place] < best:
                here, best = place, dist[place]
        if here < 0 or here == goal:
            return float(best)
        settled[here] = 1
        for i in range(net.first[here], net.first[here + 1]):
            there, reached = net.place_at[i], best + price[net.route_at[i]]
            if reached < dist[there]:
                dist[there] = reached
                via[there] = net.route_at[i]


@fast
def take_way(net: Net, price: Floats, goal: int, via: Ints, chosen: Array) -> float:
    """Choose the routes of the way just found that are not owned; they are free from now on."""
    here, total = goal, 0.0
    while via[here] >= 0:
        route = via[here]
        if price[route] > FREE:
            chosen[route] = 1
            total += price[route]
            price[route] = 0.0
        here = net.ends[route, 0] if net.ends[route, 1] == here else net.ends[route, 1]
    return total


@fast
def join_in_order(net: Net, price: Floats, pairs: Ints, order: Ints, chosen: Array) -> float:
    """Join the pairs one after the other, each by its cheapest way; those that cannot be are left out."""
    places = net.first.size - 1
    dist, via = np.empty(places, np.float64), np.empty(places, np.int64)
    work = price.copy()
    chosen[:] = 0
    total = 0.0
    for i in order:
        if find_way(net, work, pairs[i, 0], pairs[i, 1], dist, via) < BLOCKED:
            total += take_way(net, work, pairs[i, 1], via, chosen)
    return total


@fast
def root_of(parent: Ints, place: int) -> int:
    """The representative of the place's component."""
    while parent[place] != place:
        parent[place] = parent[parent[place]]
        place = parent[place]
    return place


@fast
def label_components(net: Net, price: Floats, chosen: Array, parent: Ints) -> None:
    """Join what owned and chosen routes join."""
    for place in range(parent.size):
        parent[place] = place
    for route in range(price.size):
        if chosen[route] or price[route] <= FREE:
            parent[root_of(parent, net.ends[route, 0])] = root_of(parent, net.ends[route, 1])


@fast
def count_joined(pairs: Ints, parent: Ints) -> int:
    """How many of the pairs are joined."""
    joined = 0
    for i in range(pairs.shape[0]):
        joined += root_of(parent, pairs[i, 0]) == root_of(parent, pairs[i, 1])
    return joined


@fast
def prune(net: Net, price: Floats, pairs: Ints, chosen: Array) -> float:
    """Drop chosen routes that no pair needs, the dearest first; returns the price of the rest."""
    parent = np.empty(net.first.size - 1, np.int64)
    label_components(net, price, chosen, parent)
    joined = count_joined(pairs, parent)
    routes = np.nonzero(chosen)[0]
    total = 0.0
    for route in routes[np.argsort(-price[routes])]:
        chosen[route] = 0
        label_components(net, price, chosen, parent)
        if count_joined(pairs, parent) < joined:
            chosen[route] = 1
            total += price[route]
    return total


@fast
def join_all(net: Net, price: Floats, pairs: Ints, chosen: Array) -> float:
    """The cheapest set of routes found that joins the pairs: several orders are tried."""
    count = pairs.shape[0]
    dist, via = np.empty(net.first.size - 1, np.float64), np.empty(net.first.size - 1, np.int64)
    direct = np.empty(count, np.float64)
    for i in range(count):
        direct[i] = find_way(net, price, pairs[i, 0], pairs[i, 1], dist, via)
    order = np.argsort(direct)
    best = join_in_order(net, price, pairs, order, chosen)
    if count > 1:
        other = np.empty_like(chosen)
        for turn in range(2):
            order = order[::-1].copy() if turn == 0 else np.arange(count)
            cost = join_in_order(net, price, pairs, order, other)
            if cost < best - FREE:
                best = cost
                chosen[:] = other
    return prune(net, price, pairs, chosen)
