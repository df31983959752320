"""Ways between places: prices of routes, the cheapest way, and adopting it into a plan."""

from __future__ import annotations

import numpy as np

from semafor.bots.search.compile import fast
from semafor.bots.search.records import BLOCKED, Chart, Desk
from semafor.engine.bits import bit, has, lowest, without_lowest
from semafor.engine.sides import network_of_side, side_of
from semafor.engine.state import WORDS, Array, Facts, State


@fast
def price_routes(state: State, facts: Facts, chart: Chart, seat: int, desk: Desk) -> None:
    """What each route costs the seat now: nothing if its side owns it, more than all if it cannot have it."""
    side = side_of(facts, seat)
    for word in range(WORDS):
        own = network_of_side(state, facts, side, word)
        free = state.open[seat, word] & ~own
        for route in range(64 * word, min(64 * word + 64, facts.routes)):
            if has(own, route % 64):
                desk.price[route] = 0
            elif has(free, route % 64):
                desk.price[route] = chart.weight[route]
            else:
                desk.price[route] = BLOCKED


@fast
def nearest(desk: Desk, reached: np.uint64) -> int:
    """The place of a set that is nearest."""
    best, least = -1, BLOCKED
    while reached != np.uint64(0):
        place = lowest(reached)
        reached = without_lowest(reached)
        if desk.dist[place] < least:
            best, least = place, desk.dist[place]
    return best


@fast
def find_way(facts: Facts, chart: Chart, desk: Desk, a: int, b: int) -> int:
    """The price of the cheapest way between two places, which `via` leads back along; BLOCKED for none."""
    for place in range(int(facts.places)):
        desk.dist[place] = BLOCKED
    desk.dist[a] = 0
    reached = bit(a)
    while reached != np.uint64(0):
        here = nearest(desk, reached)
        if here == b:
            return int(desk.dist[b])
        reached &= ~bit(here)
        so_far = desk.dist[here]
        for i in range(chart.start[here], chart.start[here + 1]):
            there, route = chart.there[i], chart.along[i]
            cost = so_far + desk.price[route]
            if cost < desk.dist[there]:
                desk.dist[there] = cost
                desk.via[there] = route
                reached |= bit(there)
    return BLOCKED


@fast
def other_end(facts: Facts, route: int, place: int) -> int:
    """The end of a route that is not this one."""
    return int(facts.route_b[route] if facts.route_a[route] == place else facts.route_a[route])


@fast
def measure_way(facts: Facts, desk: Desk, a: int, b: int) -> None:
    """Add what the way found last still takes: pieces of both kinds, cards, routes."""
    here = b
    while here != a:
        route = desk.via[here]
        if desk.price[route] > 0:
            desk.sizes[facts.route_kind[route]] += facts.route_pieces[route]
            desk.sizes[2] += facts.route_cost[route]
            desk.sizes[3] += 1
        here = other_end(facts, route, here)


@fast
def adopt_way(facts: Facts, desk: Desk, a: int, b: int, want: Array) -> None:
    """Plan the way found last: from now on its routes cost nothing, and their strands are no use."""
    here = b
    while here != a:
        route = desk.via[here]
        if desk.price[route] > 0:
            want[route // 64] |= bit(route % 64)
            block_strands(facts, desk, route)
            desk.price[route] = 0
        here = other_end(facts, route, here)


@fast
def block_strands(facts: Facts, desk: Desk, route: int) -> None:
    """The parallel strands of a planned route are out of the question."""
    for word in range(WORDS):
        strands = facts.strands[route, word]
        while strands != np.uint64(0):
            twin = 64 * word + lowest(strands)
            strands = without_lowest(strands)
            if desk.price[twin] > 0:
                desk.price[twin] = BLOCKED
