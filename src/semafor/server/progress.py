"""What tickets still need: the cheapest open connection of each, from what a seat can see."""

from __future__ import annotations

from functools import lru_cache

from semafor.boards.model import Board
from semafor.bots.sense import BLOCKED, BoardSense
from semafor.errors import SemaforError
from semafor.server.messages import Progress, TicketProgress
from semafor.server.table import Table
from semafor.view import View

STEP = 0.01
"""Of two connections of equal length, the one with fewer routes."""


def progress_of(table: Table, seat: int) -> Progress:
    """The progress of all tickets that a seat holds or is offered, its team's rack included."""
    if table.game is None or not table.board.routes:
        raise SemaforError("no-progress", "There are no connections to build now.")
    view = table.view(seat)
    assert view.own is not None
    tickets = dict.fromkeys((*view.own.tickets, *view.own.rack_tickets, *view.own.offer))
    sense = _sense(table.board)
    return Progress(seat, table.version, tuple(_progress(sense, view, seat, name) for name in tickets))


@lru_cache(maxsize=16)
def _sense(board: Board) -> BoardSense:
    return BoardSense(board)


def _progress(sense: BoardSense, view: View, seat: int, ticket: str) -> TicketProgress:
    own = sense.own_routes(view, seat)
    weights = {name: sense.route[name].length + STEP for name in sense.open_routes(view, seat)}
    weights.update(dict.fromkeys(own, 0.0))
    cost, routes = sense.way(*sense.ticket_ends[ticket], weights)
    routes = routes[::-1] if _starts_at_goal(sense, ticket, routes) else routes
    missing = [route for route in routes if route not in own]
    return TicketProgress(
        ticket=ticket,
        done=not missing and cost != BLOCKED,
        possible=cost != BLOCKED,
        routes=tuple(routes),
        missing=tuple(missing),
        pieces=sum(sense.route[route].length for route in missing),
    )


def _starts_at_goal(sense: BoardSense, ticket: str, routes: list[str]) -> bool:
    """Whether the routes run from the ticket's second place to its first."""
    return bool(routes) and sense.ticket_ends[ticket][0] not in sense.ends[routes[0]]
