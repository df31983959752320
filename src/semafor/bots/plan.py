"""A plan: which routes complete all tickets together at the least cost, and which cards that takes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from semafor.bots.sense import BLOCKED, BoardSense
from semafor.view import View

FERRY_PRICE = 0.5
TUNNEL_PRICE = 0.7
"""Extra cards that a tunnel asks for on average, or so."""
STEP_PRICE = 0.35
"""Every route is a turn: prefer few long routes to many short ones."""


class Plan(msgspec.Struct, frozen=True):
    """Routes still to be claimed, what they cost, and the tickets that they will not complete."""

    routes: tuple[str, ...]
    pieces: int
    cost: float
    hopeless: frozenset[str]


def route_price(sense: BoardSense, name: str) -> float:
    """What a free route costs, in cards and turns."""
    route, options = sense.route[name], sense.board.options
    price = route.cost + STEP_PRICE
    if options.ferries:
        price += FERRY_PRICE * route.ferry
    if options.tunnels and route.tunnel:
        price += TUNNEL_PRICE * route.tunnel / 3
    return price


class Planner:
    """Plans on one view."""

    def __init__(self, sense: BoardSense, view: View, seat: int) -> None:
        self.sense = sense
        self.own = sense.own_routes(view, seat)
        self.free = sense.open_routes(view, seat)
        self.weights: dict[str, float] = {name: route_price(sense, name) for name in self.free}
        self.weights.update(dict.fromkeys(self.own, 0.0))

    def plan(self, tickets: Iterable[str]) -> Plan:
        """The cheapest of a few orders in which the tickets are joined to the network one by one."""
        open_tickets = [t for t in tickets if t not in self.sense.done(tickets, self.own)]
        values = self.sense.ticket_points
        orders = [
            sorted(open_tickets, key=lambda t: -values[t]),
            sorted(open_tickets, key=lambda t: values[t]),
        ]
        plans = [self._join(order) for order in orders]
        return min(plans, key=lambda plan: (len(plan.hopeless), plan.cost))

    def _join(self, tickets: list[str]) -> Plan:
        weights = dict(self.weights)
        planned: list[str] = []
        hopeless: set[str] = set()
        for ticket in tickets:
            cost, routes = self.sense.way(*self.sense.ticket_ends[ticket], weights)
            if cost == BLOCKED:
                hopeless.add(ticket)
                continue
            for route in routes:
                if weights[route] > 0:
                    planned.append(route)
                    self._adopt(weights, route)
        pieces = sum(self.sense.route[route].length for route in planned)
        cost = sum(self.weights[route] for route in planned)
        return Plan(tuple(planned), pieces, cost, frozenset(hopeless))

    def _adopt(self, weights: dict[str, float], route: str) -> None:
        """The route is as good as owned; its parallel strands are no use any more."""
        for strand in self.sense.strands[frozenset(self.sense.ends[route])]:
            if strand not in self.own:
                weights[strand] = BLOCKED
        weights[route] = 0.0

    def loss(self, tickets: Iterable[str], route: str, plan: Plan) -> float:
        """How much dearer the tickets get if someone else takes the route."""
        kept = self.weights
        self.weights = {name: weight for name, weight in kept.items() if name != route}
        without = self.plan(tickets)
        self.weights = kept
        lost = without.hopeless - plan.hopeless
        return without.cost - plan.cost + 2.0 * sum(self.sense.ticket_points[t] for t in lost)


def colour_needs(sense: BoardSense, routes: Iterable[str], have: Mapping[str, int]) -> dict[str, float]:
    """How many cards of each colour the planned routes still ask for; grey ones take the colour at hand."""
    spare = dict(have)
    needs: dict[str, float] = {}
    grey: list[int] = []
    for name in routes:
        route = sense.route[name]
        if route.colour == "grey":
            grey.append(route.cost - (route.ferry if sense.board.options.ferries else 0))
        else:
            used = min(spare.get(route.colour, 0), route.cost)
            spare[route.colour] = spare.get(route.colour, 0) - used
            needs[route.colour] = needs.get(route.colour, 0) + route.cost - used
    for length in sorted(grey, reverse=True):
        best = max(spare, key=lambda c: spare[c] if c != "wild" else -1, default=None)
        if best is None or best == "wild":
            continue
        missing = max(0, length - spare[best])
        spare[best] -= length - missing
        if missing:
            needs[best] = needs.get(best, 0) + 0.6 * missing
    return needs
