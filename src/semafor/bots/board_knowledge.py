"""What a bot knows of a board by heart: ends, costs and colours of routes, and the ways between places."""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Iterable, Mapping

from semafor.boards.model import Board
from semafor.kinds.board_facts import strand_limit
from semafor.view import View

BLOCKED = float("inf")


class BoardKnowledge:
    """A board by names, ready for planning."""

    def __init__(self, board: Board) -> None:
        places = {place.id: place.name.en for place in board.places}
        self.board = board
        self.route = dict(zip(board.route_names, board.routes, strict=True))
        self.ends = {name: (places[r.a], places[r.b]) for name, r in self.route.items()}
        self.points = {n: board.route_points[r.kind][str(r.cost)] for n, r in self.route.items()}
        self.ticket_points = dict(zip(board.ticket_names, (t.points for t in board.tickets), strict=True))
        self.ticket_ends = {
            name: (places[t.a], places[t.b])
            for name, t in zip(board.ticket_names, board.tickets, strict=True)
        }
        self.at: dict[str, list[tuple[str, str]]] = defaultdict(list)
        self.strands: dict[frozenset[str], list[str]] = defaultdict(list)
        for name, (a, b) in self.ends.items():
            self.at[a].append((name, b))
            self.at[b].append((name, a))
            self.strands[frozenset((a, b))].append(name)

    def side_of(self, view: View, seat: int) -> int:
        """The side that a seat plays for."""
        return view.seats[seat].side

    def own_routes(self, view: View, seat: int) -> set[str]:
        """The routes of the seat's side."""
        side = self.side_of(view, seat)
        return {route for route, owner in view.routes.items() if self.side_of(view, owner) == side}

    def open_routes(self, view: View, seat: int) -> set[str]:
        """The free routes that the seat may still claim (BASE-14)."""
        taken: dict[frozenset[str], list[int]] = defaultdict(list)
        for route, owner in view.routes.items():
            taken[frozenset(self.ends[route])].append(owner)
        return {
            name
            for name, ends in self.ends.items()
            if name not in view.routes and self._strand_free(view, seat, name, taken.get(frozenset(ends), []))
        }

    def _strand_free(self, view: View, seat: int, name: str, owners: list[int]) -> bool:
        strands = len(self.strands[frozenset(self.ends[name])])
        limit = strand_limit(self.route[name], strands, view.players, self.board.options)
        return seat not in owners and len(owners) < limit

    def components(self, routes: Iterable[str]) -> dict[str, str]:
        """For every place a representative of all places that the routes join to it."""
        parent = {place: place for place in self.at}

        def root(place: str) -> str:
            while parent[place] != place:
                parent[place] = parent[parent[place]]
                place = parent[place]
            return place

        for route in routes:
            a, b = self.ends[route]
            parent[root(a)] = root(b)
        return {place: root(place) for place in parent}

    def done(self, tickets: Iterable[str], routes: Iterable[str]) -> set[str]:
        """The tickets that the routes complete."""
        label = self.components(routes)
        pairs = {ticket: self.ticket_ends[ticket] for ticket in tickets}
        return {ticket for ticket, (a, b) in pairs.items() if label[a] == label[b]}

    def way(self, start: str, goal: str, weight: Mapping[str, float]) -> tuple[float, list[str]]:
        """The cheapest way between two places and its routes; routes without a weight are blocked."""
        best = {start: 0.0}
        came: dict[str, tuple[str, str]] = {}
        queue = [(0.0, start)]
        while queue:
            cost, here = heapq.heappop(queue)
            if here == goal:
                return cost, self._walk_back(came, start, goal)
            if cost > best[here]:
                continue
            for route, there in self.at[here]:
                step = weight.get(route, BLOCKED)
                if step != BLOCKED and cost + step < best.get(there, BLOCKED):
                    best[there] = cost + step
                    came[there] = (route, here)
                    heapq.heappush(queue, (cost + step, there))
        return BLOCKED, []

    def _walk_back(self, came: Mapping[str, tuple[str, str]], start: str, goal: str) -> list[str]:
        routes: list[str] = []
        here = goal
        while here != start:
            route, here = came[here]
            routes.append(route)
        return routes
