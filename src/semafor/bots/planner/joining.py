"""The cheapest set of routes that joins several pairs of places."""

import numpy as np

from semafor.bots.planner.pricing import (
    Array,
    Floats,
    Ints,
    Net,
    Paths,
    Scene,
    find_way,
    other_end,
    turns_needed,
)
from semafor.engine.compile import compiled
from semafor.engine.connections import FAR, NO_ROUTE, join, root_of

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


OVERSPENT = 8.0
"""Points lost for every piece that is not there."""


@compiled(allocates=True)
def chance_in_time(scene: Scene, needed: float) -> float:
    """Return the probability that this number of turns remains."""
    spread = 1.0 + scene.taste.spread * scene.turns
    return min(1.0, max(0.0, 0.5 + (scene.turns - needed) / (2 * spread)))


@compiled(allocates=True)
def pieces_over(scene: Scene, chosen: Array) -> int:
    """Pieces that the chosen routes need and that are not there."""
    need = np.zeros(scene.pieces.size, np.int64)
    for route in range(chosen.size):
        if chosen[route]:
            need[scene.tracks.kind[route]] += scene.tracks.pieces[route]
    over = 0
    for kind in range(need.size):
        over += max(0, need[kind] - scene.pieces[kind])
    return over


@compiled(allocates=True)
def routes_worth(scene: Scene, chosen: Array, needed: float) -> float:
    """What the chosen routes bring by themselves: their points, less the turns and missing pieces."""
    points = 0.0
    for route in range(chosen.size):
        if chosen[route]:
            points += scene.tracks.points[route]
    return points - scene.taste.time * needed - OVERSPENT * pieces_over(scene, chosen)


@compiled(allocates=True)
def value_of(scene: Scene, pairs: Ints, worth: Floats, chosen: Array) -> float:
    """Points to be expected of joining the pairs; the plan is written to `chosen`."""
    if worth.size == 0:
        chosen[:] = 0
        return 0.0
    join_all(scene.net, scene.price, pairs, chosen)
    parent = np.empty(scene.net.places, np.int64)
    label_components(scene.net, scene.price, chosen, parent)
    won, lost = 0.0, 0.0
    for i in range(worth.size):
        if count_joined(pairs[i : i + 1], parent):
            won += worth[i]
        else:
            lost += worth[i]
    needed = turns_needed(scene.tracks, chosen, scene.hand, scene.taste)
    chance = chance_in_time(scene, needed)
    return won * (2 * chance - 1) - lost + routes_worth(scene, chosen, needed)


@compiled(allocates=True)
def value_without(scene: Scene, pairs: Ints, worth: Floats, inside: Array, i: int) -> float:
    """The value of the pairs inside but one; the points of all others are lost."""
    inside[i] = 0
    kept = np.nonzero(inside)[0]
    chosen = np.zeros(scene.price.size, np.uint8)
    value = value_of(scene, pairs[kept], worth[kept], chosen) - (worth * (1 - inside)).sum()
    inside[i] = 1
    return float(value)


@compiled(allocates=True)
def find_doubtful(scene: Scene, pairs: Ints, worth: Floats, chosen: Array) -> Array:
    """The pairs that it may be better to leave out: all if time or pieces are short, else the dear ones."""
    needed = turns_needed(scene.tracks, chosen, scene.hand, scene.taste)
    if chance_in_time(scene, needed) < 1 or pieces_over(scene, chosen) > 0:
        return np.ones(worth.size, np.uint8)
    paths = paths_over(scene.net, scene.price)
    doubtful = np.zeros(worth.size, np.uint8)
    for i in range(worth.size):
        way = find_way(scene.net, paths, pairs[i, 0], pairs[i, 1])
        doubtful[i] = way > 2 * worth[i]
    return doubtful


@compiled(allocates=True)
def choose_pairs(scene: Scene, pairs: Ints, worth: Floats, inside: Array) -> float:
    """Leave out, one by one, the pairs without which the rest promises most."""
    inside[:] = 1
    chosen = np.zeros(scene.price.size, np.uint8)
    best = value_of(scene, pairs, worth, chosen)
    doubtful = find_doubtful(scene, pairs, worth, chosen)
    for _ in range(worth.size):
        drop = -1
        for i in range(worth.size):
            if inside[i] and doubtful[i]:
                value = value_without(scene, pairs, worth, inside, i)
                if value > best:
                    best, drop = value, i
        if drop < 0:
            break
        inside[drop] = 0
    return best


@compiled(allocates=True)
def gains(scene: Scene, base: Array, pairs: Ints, worth: Floats) -> Floats:
    """For each pair on its own: what it would add to a plan, as a ticket that must be kept."""
    planned = np.where(base == 1, 0.0, scene.price)
    before = routes_worth(scene, base, turns_needed(scene.tracks, base, scene.hand, scene.taste))
    gain = -worth
    for i in range(worth.size):
        paths = paths_over(scene.net, planned.copy())
        if find_way(scene.net, paths, pairs[i, 0], pairs[i, 1]) >= FAR:
            continue
        chosen = base.copy()
        take_way(scene.net, paths, pairs[i, 1], chosen)
        needed = turns_needed(scene.tracks, chosen, scene.hand, scene.taste)
        more = routes_worth(scene, chosen, needed) - before
        gain[i] = max(gain[i], worth[i] * (2 * chance_in_time(scene, needed) - 1) + more)
    return gain
