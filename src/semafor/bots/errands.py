"""The cheapest way still open for each ticket on its own, as simple players see it."""

from __future__ import annotations

import msgspec

from semafor.bots.sense import BLOCKED, BoardSense
from semafor.view import Own, View


class Errand(msgspec.Struct, frozen=True):
    """A ticket that is not done yet, and the free routes of its cheapest way."""

    ticket: str
    cost: float
    """Cards."""
    pieces: int
    routes: frozenset[str]


class Errands:
    """Finds the ways anew only when routes or tickets have changed."""

    def __init__(self, sense: BoardSense) -> None:
        self._sense = sense
        self._seen: object = None
        self._found: list[Errand] = []

    def of(self, view: View, own: Own, tickets: tuple[str, ...] = ()) -> list[Errand]:
        """What is open of the tickets held, or of those named; hopeless ones are left out."""
        tickets = tickets or (*own.tickets, *own.rack_tickets)
        state = (view.routes, own.seat, tickets)
        if state != self._seen:
            self._seen, self._found = state, self._find(view, own, tickets)
        return self._found

    def _find(self, view: View, own: Own, tickets: tuple[str, ...]) -> list[Errand]:
        sense = self._sense
        mine = sense.own_routes(view, own.seat)
        weights = {name: float(sense.route[name].cost) for name in sense.open_routes(view, own.seat)}
        weights.update(dict.fromkeys(mine, 0.0))
        found = []
        for ticket in tickets:
            cost, way = sense.way(*sense.ticket_ends[ticket], weights)
            routes = frozenset(way) - mine
            if 0 < cost < BLOCKED:
                found.append(Errand(ticket, cost, sum(sense.route[r].length for r in routes), routes))
        return found
