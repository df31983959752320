"""The slow, obvious twins of the way searches."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import msgspec

from semafor.engine.state import Facts

Place = int
Route = int


def cheapest(facts: Facts, price: dict[Route, float], start: Place) -> dict[Place, float]:
    """Return the costs of paths from a place, by repeated relaxation."""
    best = {start: 0.0}
    while True:
        before = dict(best)
        for route, cost in price.items():
            a, b = int(facts.route_a[route]), int(facts.route_b[route])
            for here, there in ((a, b), (b, a)):
                if here in best:
                    best[there] = min(best.get(there, best[here] + cost), best[here] + cost)
        if best == before:
            return best


class Side(msgspec.Struct):
    """What a side has, by plain sets."""

    own: set[Route]
    open: set[Route]
    lent: set[Route]
    standing: set[Place]
    sites: set[Place]
    left: int
    limit: tuple[int, int]


def simple_ways(facts: Facts, routes: set[Route], here: Place, goal: Place) -> Iterator[list[Route]]:
    """Every way that visits no place twice."""

    def walk(here: Place, seen: set[Place]) -> Iterator[list[Route]]:
        if here == goal:
            yield []
            return
        for route in routes:
            a, b = int(facts.route_a[route]), int(facts.route_b[route])
            if here in (a, b) and (there := a + b - here) not in seen:
                for rest in walk(there, seen | {there}):
                    yield [route, *rest]

    yield from walk(here, {here})


def stations_needed(facts: Facts, side: Side, borrowed: list[Route]) -> int | None:
    """Return the fewest new stations, one at an end of each borrowed route; None if there are too few."""
    ends = [(int(facts.route_a[route]), int(facts.route_b[route])) for route in borrowed]
    best = None
    for places in product(*ends):
        if len(set(places)) == len(places) and set(places) <= side.standing | side.sites:
            new = len(set(places) - side.standing)
            if new <= side.left and (best is None or new < best):
                best = new
    return best


def remaining(facts: Facts, side: Side, a: Place, b: Place) -> tuple[int, int] | None:
    """The fewest new stations and then the fewest pieces of any way; None where there is none."""
    found = []
    for way in simple_ways(facts, side.own | side.open | side.lent, a, b):
        new = stations_needed(facts, side, [route for route in way if route in side.lent])
        pieces = [0, 0]
        for route in way:
            if route in side.open:
                pieces[int(facts.route_kind[route])] += int(facts.route_pieces[route])
        if new is not None and pieces[0] <= side.limit[0] and pieces[1] <= side.limit[1]:
            found.append((new, sum(pieces)))
    return min(found, default=None)
