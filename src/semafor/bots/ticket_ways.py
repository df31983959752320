"""The cheapest way still open for each ticket on its own, as simple players see it."""

from __future__ import annotations

import msgspec

from semafor.bots.board_knowledge import BoardKnowledge
from semafor.engine.ways import FAR
from semafor.view import Own, View


class TicketWay(msgspec.Struct, frozen=True):
    """A ticket that is not done yet, and the free routes of its cheapest way."""

    ticket: str
    cost: int
    """Cards."""
    pieces: int
    routes: frozenset[str]


class TicketWays:
    """Finds the ways anew only when routes or tickets have changed."""

    def __init__(self, knowledge: BoardKnowledge) -> None:
        self._map = knowledge
        self._seen: object = None
        self._found: list[TicketWay] = []

    def of(self, view: View, own: Own, tickets: tuple[str, ...] = ()) -> list[TicketWay]:
        """What is open of the tickets held, or of those named; hopeless ones are left out."""
        tickets = tickets or (*own.tickets, *own.rack_tickets)
        state = (view.routes, own.seat, tickets)
        if state != self._seen:
            self._seen, self._found = state, self._find(view, own, tickets)
        return self._found

    def _find(self, view: View, own: Own, tickets: tuple[str, ...]) -> list[TicketWay]:
        board = self._map
        mine = board.own_routes(view, own.seat)
        costs = {name: board.route[name].cost for name in board.open_routes(view, own.seat)}
        board.price(costs | dict.fromkeys(mine, 0))
        found = []
        for ticket in tickets:
            cost, way = board.way_of(ticket)
            routes = frozenset(way) - mine
            if 0 < cost < FAR:
                found.append(TicketWay(ticket, cost, sum(board.route[r].length for r in routes), routes))
        return found
