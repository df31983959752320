"""What tickets still take on a board, from what a seat can see: stations and pieces left count."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
import numpy as np

from semafor.boards.model import Board
from semafor.engine.remaining import (
    BORROW,
    BUILD,
    CLAIM,
    REMAINING,
    find_remaining_of_ticket,
    look_at_side,
    tickets_done,
)
from semafor.engine.stations import BORROWING
from semafor.kinds.board_facts import facts_of
from semafor.kinds.board_known import known_state
from semafor.kinds.names import Names, names_of
from semafor.view import View


class RoutesToGo(msgspec.Struct, frozen=True):
    """A ticket, and what completing it still takes: the fewest new stations, then the fewest pieces."""

    ticket: str
    done: bool
    """Whether it would count as completed if the game ended now."""
    possible: bool
    """False if no way is left, or none that the pieces and stations are enough for."""
    routes: tuple[str, ...]
    """Of the way, in order from the ticket's first place."""
    missing: tuple[str, ...]
    """Those of them that are still to be claimed."""
    borrowed: tuple[str, ...]
    """Those of them that are others', and used by a station."""
    stations: tuple[str, ...]
    """Places where a station is still to be built for them."""
    pieces: int
    """To be laid on the missing ones."""


def routes_to_go(board: Board, view: View, tickets: Iterable[str]) -> tuple[RoutesToGo, ...]:
    """What each of these tickets still takes the viewer's side, each for itself."""
    assert view.own is not None, "tickets are somebody's"
    state, facts = known_state(board, view)[0], facts_of(board)
    work, plan = np.zeros(1, REMAINING)[0], np.zeros(1, BORROWING)[0]
    look_at_side(state, facts, view.own.seat, work)
    done = int(tickets_done(state, facts, view.own.seat, work, plan))
    names, held = names_of(board), {*view.own.tickets, *view.own.rack_tickets}
    found = []
    for ticket in tickets:
        number = names.ticket_number[ticket]
        find_remaining_of_ticket(facts, work, number)
        counts = bool(done >> number & 1) if ticket in held else _takes_nothing(work)
        found.append(_told(names, work, ticket, counts))
    return tuple(found)


def _takes_nothing(work: np.record) -> bool:
    return bool(work.possible and not work.stations and not work.pieces.any())


def _told(names: Names, work: np.record, ticket: str, done: bool) -> RoutesToGo:
    """The way that was found, by names."""
    steps = range(int(work.steps)) if work.possible else range(0)
    routes = [names.routes[int(work.route[step])] for step in steps]
    means = [int(work.means[step]) for step in steps]
    sites = [names.places[int(work.site[step])] for step in steps if means[step] == BUILD]
    return RoutesToGo(
        ticket=ticket,
        done=done,
        possible=bool(work.possible),
        routes=tuple(routes),
        missing=tuple(route for route, how in zip(routes, means, strict=True) if how == CLAIM),
        borrowed=tuple(route for route, how in zip(routes, means, strict=True) if how in (BORROW, BUILD)),
        stations=tuple(sites),
        pieces=int(work.pieces.sum()) if work.possible else 0,
    )
