"""The cheapest set of routes that joins several pairs of places."""

from __future__ import annotations

import numpy as np

from semafor.bots.planner.kernels.records import Array, Floats, Ints, Net, Paths
from semafor.bots.planner.kernels.search import find_way, other_end
from semafor.engine.compile import compiled
from semafor.engine.network import join, root_of
from semafor.engine.ways import FAR, NO_ROUTE

FREE = 1e-9
"""Routes that cost no more are owned."""


@compiled(allocates=True)
def paths_over(net: Net, price: Floats) -> Paths:
    """Working space for ways over routes of these prices."""
    return Paths(price, np.empty(net.places, np.float64), np.empty(net.places, np.int64))


@compiled(allocates=True)
def take_way(net: Net, paths: Paths, goal: int, chosen: Array) -> float:
    """Choose the routes of the way just found that are not owned; they are free from now on."""
    here, total = goal, 0.0
    while paths.via[here] != NO_ROUTE:
        route = paths.via[here]
        if paths.price[route] > FREE:
            chosen[route] = 1
            total += paths.price[route]
            paths.price[route] = 0.0
        here = other_end(net, route, here)
    return total


@compiled(allocates=True)
def join_in_order(net: Net, price: Floats, pairs: Ints, order: Ints, chosen: Array) -> float:
    """Join the pairs one after the other, each by its cheapest way; those that cannot be are left out."""
    paths = paths_over(net, price.copy())
    chosen[:] = 0
    total = 0.0
    for i in order:
        if find_way(net, paths, pairs[i, 0], pairs[i, 1]) < FAR:
            total += take_way(net, paths, pairs[i, 1], chosen)
    return total


@compiled(allocates=True)
def label_components(net: Net, price: Floats, chosen: Array, parent: Ints) -> None:
    """Join what owned and chosen routes join."""
    for place in range(parent.size):
        parent[place] = place
    for route in range(price.size):
        if chosen[route] or price[route] <= FREE:
            join(parent, net.route_a[route], net.route_b[route])


@compiled(allocates=True)
def count_joined(pairs: Ints, parent: Ints) -> int:
    """How many of the pairs are joined."""
    joined = 0
    for i in range(pairs.shape[0]):
        joined += root_of(parent, pairs[i, 0]) == root_of(parent, pairs[i, 1])
    return joined


@compiled(allocates=True)
def prune(net: Net, price: Floats, pairs: Ints, chosen: Array) -> float:
    """Drop chosen routes that no pair needs, the dearest first; returns the price of the rest."""
    parent = np.empty(net.places, np.int64)
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


@compiled(allocates=True)
def join_all(net: Net, price: Floats, pairs: Ints, chosen: Array) -> float:
    """The cheapest set of routes found that joins the pairs: several orders are tried."""
    count = pairs.shape[0]
    paths = paths_over(net, price)
    direct = np.empty(count, np.float64)
    for i in range(count):
        direct[i] = find_way(net, paths, pairs[i, 0], pairs[i, 1])
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
