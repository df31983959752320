"""The static data of a board for bots: ends, costs and colours of routes, and paths between places."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

import msgspec
import numpy as np

from semafor.boards.model import Board
from semafor.engine.connections import FAR, WAYS, find_way, label_components, other_end
from semafor.engine.state import PLACES, WORDS
from semafor.games.board_facts import facts_of, names_of
from semafor.games.board_known import open_routes
from semafor.moves import Claim, Move
from semafor.view import Own, View


class BoardKnowledge:
    """A board by names, prepared for planning."""

    def __init__(self, board: Board) -> None:
        places = {place.id: place.name.en for place in board.places}
        self.board = board
        self._facts, self._names = facts_of(board), names_of(board)
        self._spaces = np.zeros(1, WAYS)  # an array, because a single record cannot be pickled
        self.route = dict(zip(board.route_names, board.routes, strict=True))
        self.ends = {name: (places[r.a], places[r.b]) for name, r in self.route.items()}
        self.points = {n: board.route_points[r.kind][str(r.cost)] for n, r in self.route.items()}
        self.ticket_points = dict(zip(board.ticket_names, (t.points for t in board.tickets), strict=True))
        self.strands: dict[frozenset[str], list[str]] = defaultdict(list)
        for name, ends in self.ends.items():
            self.strands[frozenset(ends)].append(name)

    def side_of(self, view: View, seat: int) -> int:
        """Return the side that a seat plays for."""
        return view.seats[seat].side

    def own_routes(self, view: View, seat: int) -> set[str]:
        """Return the routes of the seat's side."""
        side = self.side_of(view, seat)
        return {route for route, owner in view.routes.items() if self.side_of(view, owner) == side}

    def open_routes(self, view: View, seat: int) -> set[str]:
        """Return the free routes that the seat may still claim (BASE-14)."""
        is_open = open_routes(self.board, view, seat)
        return {name for name, free in zip(self.board.route_names, is_open.tolist(), strict=True) if free}

    def done(self, tickets: Iterable[str], routes: Iterable[str]) -> set[str]:
        """Return the tickets that the routes complete."""
        label, network = np.zeros(PLACES, np.int8), np.zeros(WORDS, np.uint64)
        for route in routes:
            number = self._names.route_number[route]
            network[number // 64] |= np.uint64(1 << number % 64)
        label_components(self._facts, network, label)
        return {ticket for ticket in tickets if len({label[end] for end in self._ends_of(ticket)}) == 1}

    def _ends_of(self, ticket: str) -> tuple[int, int]:
        number = self._names.ticket_number[ticket]
        return int(self._facts.ticket_a[number]), int(self._facts.ticket_b[number])

    @property
    def _ways(self) -> np.record:
        return self._spaces[0]  # type: ignore[no-any-return]  # an array of records

    def price(self, costs: Mapping[str, int]) -> None:
        """Set the cost of each route; routes without a cost cannot be used."""
        self._ways.price[:] = FAR
        for route, cost in costs.items():
            self._ways.price[self._names.route_number[route]] = cost

    def way_of(self, ticket: str) -> tuple[int, list[str]]:
        """Return the cost and the routes of a ticket's cheapest path; FAR and no routes if there is none."""
        start, here = self._ends_of(ticket)
        cost, routes = int(find_way(self._facts, self._ways, start, here)), []
        while cost < FAR and here != start:
            route = int(self._ways.via[here])
            routes.append(self._names.routes[route])
            here = other_end(self._facts, route, here)
        return cost, routes


class TicketWay(msgspec.Struct, frozen=True):
    """An unfinished ticket and the free routes of its cheapest path."""

    ticket: str
    cost: int
    """The cost in cards."""
    pieces: int
    routes: frozenset[str]


class TicketWays:
    """Caches paths until routes or tickets change."""

    def __init__(self, knowledge: BoardKnowledge) -> None:
        self._map = knowledge
        self._seen: object = None
        self._found: list[TicketWay] = []

    def of(self, view: View, own: Own, tickets: tuple[str, ...] = ()) -> list[TicketWay]:
        """Return the paths of unfinished tickets, held or given; impossible ones are left out."""
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


PATIENCE = 2
"""Attempts at one tunnel before it must wait for more cards."""


class TunnelMemory:
    """Limits attempts at a tunnel; with a small deck, two players could repeat them endlessly."""

    def __init__(self) -> None:
        self._tries: dict[str, int] = {}
        self._cards: dict[str, int] = {}
        """Cards in hand at the last attempt, by route."""

    def sensible(self, view: View, own: Own, moves: Sequence[Move]) -> Sequence[Move]:
        """Return the moves without tunnels that failed often, unless the hand has grown since."""
        cards = sum(own.hand.values()) + sum(own.rack.values())
        attempt = view.attempt
        if attempt is not None and attempt.seat == own.seat:
            self._tries[attempt.route] = self._tries.get(attempt.route, 0) + 1
            self._cards[attempt.route] = cards + attempt.payment.total
            return moves
        stuck = {r for r, had in self._cards.items() if had >= cards and self._tries[r] >= PATIENCE}
        if not stuck:
            return moves
        return [move for move in moves if not (isinstance(move, Claim) and move.route in stuck)] or moves
