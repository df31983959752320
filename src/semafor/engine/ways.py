"""Ways between places: the one shortest-way search, for players, ticket progress and features.

The working space is the caller's: any record with the fields `price`, `dist` and `via` will do, such
as `WAYS`; a record of floats finds ways by finer prices. Nothing is allocated and nothing raised.
"""

from __future__ import annotations

import numpy as np

from semafor.engine.bits import bit, has, lowest, without_lowest
from semafor.engine.compile import compiled
from semafor.engine.state import PLACES, ROUTES, WORDS, Array, Facts, State, i2, i4, record_of
from semafor.engine.teams import network_of_side, side_of

Ways = np.record

FAR = 1_000_000
"""The price of a route that cannot be used; no way costs as much."""
NO_ROUTE = -1
"""Where a way begins, no route leads back."""
NO_PLACE = -1

WAYS = record_of(
    ("price", i4, ROUTES),  # of each route: 0 if it is owned, FAR if it cannot be used
    ("dist", i4, PLACES),  # from the start; FAR where no way leads
    ("via", i2, PLACES),  # the route by which the way to each place arrives
)


@compiled
def price_routes(state: State, facts: Facts, seat: int, cost: Array, price: Array) -> None:
    """Price every route for a seat: 0 if its side owns it, its cost if the seat may claim it, else FAR."""
    side = side_of(facts, seat)
    for word in range(WORDS):
        own = network_of_side(state, facts, side, word)
        free = state.open[seat, word] & ~own
        for route in range(64 * word, min(64 * word + 64, facts.routes)):
            if has(own, route % 64):
                price[route] = 0
            elif has(free, route % 64):
                price[route] = cost[route]
            else:
                price[route] = FAR


@compiled
def other_end(facts: Facts, route: int, place: int) -> int:
    """The end of a route that is not this one."""
    return int(facts.route_b[route] if facts.route_a[route] == place else facts.route_a[route])


@compiled
def nearest(dist: Array, reached: np.uint64) -> int:
    """The place of a set that is nearest, of equal ones the first."""
    best = lowest(reached)
    reached = without_lowest(reached)
    while reached != np.uint64(0):
        place = lowest(reached)
        reached = without_lowest(reached)
        if dist[place] < dist[best]:
            best = place
    return best


@compiled
def go_on(facts: Facts, ways: Ways, here: int) -> np.uint64:
    """Follow the routes of a place; the places that are nearer now."""
    nearer = np.uint64(0)
    for i in range(facts.at[here], facts.at[here + 1]):
        there, route = facts.place_at[i], facts.route_at[i]
        cost = ways.dist[here] + ways.price[route]
        if cost < ways.dist[there]:
            ways.dist[there] = cost
            ways.via[there] = route
            nearer |= bit(there)
    return nearer


@compiled
def search_ways(facts: Facts, ways: Ways, start: int, goal: int) -> None:
    """Find the cheapest ways from a place, nearest places first, until the goal is among them."""
    for place in range(facts.places):
        ways.dist[place] = FAR
    ways.dist[start] = 0
    ways.via[start] = NO_ROUTE
    reached = bit(start)
    while reached != np.uint64(0):
        here = nearest(ways.dist, reached)
        if here == goal:
            break
        reached = (reached & ~bit(here)) | go_on(facts, ways, here)


@compiled
def find_way(facts: Facts, ways: Ways, start: int, goal: int) -> float:
    """The price of the cheapest way, which `via` leads back along from the goal; FAR where there is none."""
    search_ways(facts, ways, start, goal)
    return ways.dist[goal]


@compiled
def find_distances(facts: Facts, ways: Ways, start: int) -> None:
    """Find the cheapest ways from a place to all others; `dist` has their prices."""
    search_ways(facts, ways, start, NO_PLACE)
