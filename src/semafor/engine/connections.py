"""Networks: which places a side's routes join, exactly."""

import numpy as np

from semafor.engine.bits import bit, has, lowest, without_lowest
from semafor.engine.compile import compiled
from semafor.engine.state import PLACES, ROUTES, WORDS, Array, Facts, State, i2, i4, record_of
from semafor.engine.teams import network_of_side, side_of


@compiled
def root_of(parent: Array, place: int) -> int:
    """The representative of the place's component."""
    while parent[place] != place:
        parent[place] = parent[parent[place]]
        place = parent[place]
    return place


@compiled
def join(parent: Array, a: int, b: int) -> None:
    """Make one component of two."""
    parent[root_of(parent, a)] = root_of(parent, b)


@compiled
def join_routes(facts: Facts, parent: Array, word: int, routes: np.uint64) -> None:
    """Join the ends of all routes in one word of a set."""
    while routes != np.uint64(0):
        route = word * 64 + lowest(routes)
        routes = without_lowest(routes)
        join(parent, facts.route_a[route], facts.route_b[route])


@compiled
def label_components(facts: Facts, routes: Array, label: Array) -> None:
    """BASE-21: give every place the number of its component in a set of routes."""
    for place in range(PLACES):
        label[place] = place
    for word in range(WORDS):
        join_routes(facts, label, word, routes[word])
    for place in range(facts.places):
        label[place] = root_of(label, place)


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
