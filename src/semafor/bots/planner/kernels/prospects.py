"""What a set of tickets promises: points, less what their routes cost, in the time that is left."""

from __future__ import annotations

import numpy as np

from semafor.bots.planner.kernels.cards import turns_needed
from semafor.bots.planner.kernels.compile import fast
from semafor.bots.planner.kernels.records import Array, Floats, Ints, Means, Net, Taste, Tracks
from semafor.bots.planner.kernels.ways import BLOCKED, count_joined, find_way, join_all, label_components

OVERSPENT = 8.0
"""Points lost for every piece that is not there."""


@fast
def chance_in_time(needed: float, turns: float, taste: Taste) -> float:
    """How likely it is that so many turns come."""
    spread = 1.0 + taste.spread * turns
    return min(1.0, max(0.0, 0.5 + (turns - needed) / (2 * spread)))


@fast
def pieces_over(tracks: Tracks, chosen: Array, pieces: Ints) -> int:
    """Pieces that the chosen routes need and that are not there."""
    need = np.zeros(pieces.size, np.int64)
    for route in range(chosen.size):
        if chosen[route]:
            need[tracks.kind[route]] += tracks.pieces[route]
    over = 0
    for kind in range(pieces.size):
        over += max(0, need[kind] - pieces[kind])
    return over


@fast
def routes_worth(tracks: Tracks, means: Means, chosen: Array, needed: float, taste: Taste) -> float:
    """What the chosen routes bring by themselves: their points, less the turns and missing pieces."""
    points = 0.0
    for route in range(chosen.size):
        if chosen[route]:
            points += tracks.points[route]
    return points - taste.time * needed - OVERSPENT * pieces_over(tracks, chosen, means.pieces)


@fast
def value_of(
    net: Net, tracks: Tracks, means: Means, price: Floats, pairs: Ints, worth: Floats, taste: Taste, chosen: Array
) -> float:
    """Points to be expected of joining the pairs; the plan is written to `chosen`."""
    if pairs.shape[0] == 0:
        chosen[:] = 0
        return 0.0
    join_all(net, price, pairs, chosen)
    parent = np.empty(net.first.size - 1, np.int64)
    label_components(net, price, chosen, parent)
    points, lost = 0.0, 0.0
    for i in range(pairs.shape[0]):
        if count_joined(pairs[i : i + 1], parent):
            points += worth[i]
        else:
            lost += worth[i]
    needed = turns_needed(tracks, chosen, means.hand, taste)
    chance = chance_in_time(needed, means.turns, taste)
    return points * (2 * chance - 1) - lost + routes_worth(tracks, means, chosen, needed, taste)


@fast
def choose_pairs(
    net: Net, tracks: Tracks, means: Means, price: Floats, pairs: Ints, worth: Floats, taste: Taste, inside: Array
) -> float:
    """Leave out, one by one, the pairs without which the rest promises more; their points are lost."""
    chosen = np.zeros(price.size, np.uint8)
    inside[:] = 1
    best = value_of(net, tracks, means, price, pairs, worth, taste, chosen)
    for _ in range(worth.size):
        drop = -1
        for i in range(worth.size):
            if inside[i] == 0:
                continue
            inside[i] = 0
            kept = np.nonzero(inside)[0]
            value = value_of(net, tracks, means, price, pairs[kept], worth[kept], taste, chosen)
            value -= (worth * (1 - inside)).sum()
            if value > best:
                best, drop = value, i
            inside[i] = 1
        if drop < 0:
            break
        inside[drop] = 0
    return best


@fast
def gains(
    net: Net, tracks: Tracks, means: Means, price: Floats, base: Array, pairs: Ints, worth: Floats, taste: Taste,
    gain: Floats,
) -> None:
    """For each pair on its own: what it would add to a plan, as a ticket that must be kept."""
    places = net.first.size - 1
    dist, via = np.empty(places, np.float64), np.empty(places, np.int64)
    work = np.where(base == 1, 0.0, price)
    chosen = base.copy()
    alone = turns_needed(tracks, base, means.hand, taste)
    before = routes_worth(tracks, means, base, alone, taste)
    for i in range(worth.size):
        cost = find_way(net, work, pairs[i, 0], pairs[i, 1], dist, via)
        if cost == BLOCKED:
            gain[i] = -worth[i]
            continue
        chosen[:] = base
        here = pairs[i, 1]
        while via[here] >= 0:
            route = via[here]
            if work[route] > 0:
                chosen[route] = 1
            here = net.ends[route, 0] if net.ends[route, 1] == here else net.ends[route, 1]
        needed = turns_needed(tracks, chosen, means.hand, taste)
        chance = chance_in_time(needed, means.turns, taste)
        more = routes_worth(tracks, means, chosen, needed, taste) - before
        gain[i] = max(-worth[i], worth[i] * (2 * chance - 1) + more)
