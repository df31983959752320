"""Checks of the tickets, and of the ways that must exist for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from semafor.boards import limits
from semafor.boards.checks.places import unknown_place
from semafor.boards.faults import Fault, fault, outside
from semafor.boards.names import group_by_ends

if TYPE_CHECKING:
    from collections.abc import Iterator

    from semafor.boards.faults import KeyPath
    from semafor.boards.model import Board, Options, Ticket


def check_tickets(board: Board) -> Iterator[Fault]:
    """A ticket names two different cities of the board and is worth something."""
    junctions = {place.id for place in board.places if place.junction}
    for index, ticket in enumerate(board.tickets):
        path: KeyPath = ("tickets", index)
        for end in ("a", "b"):
            yield from unknown_place((*path, end), getattr(ticket, end), board)
            if getattr(ticket, end) in junctions:
                yield fault((*path, end), "ticket-at-junction")
        if ticket.a == ticket.b:
            yield fault(path, "ticket-loop")
        yield from outside((*path, "points"), ticket.points, 1, limits.POINTS)


def check_tickets_fit_options(board: Board) -> Iterator[Fault]:
    """Tickets ask for cards in the Card Game and only there; long ones occur where they are dealt."""
    for index, ticket in enumerate(board.tickets):
        path: KeyPath = ("tickets", index)
        if board.options.card_game:
            yield from _needs_faults(path, ticket, board.options)
        elif ticket.needs:
            yield fault((*path, "needs"), "needs-on-a-board")
        if ticket.long and not board.options.start_tickets.long:
            yield fault((*path, "long"), "long-not-dealt")
    if not board.options.card_game:
        yield from _duplicates(board)


def _needs_faults(path: KeyPath, ticket: Ticket, options: Options) -> Iterator[Fault]:
    if not ticket.needs:
        yield fault(path, "ticket-without-needs")
    for colour, count in ticket.needs.items():
        if colour not in options.cards:
            yield fault((*path, "needs", colour), "needs-not-in-deck", card=colour)
        else:
            yield from outside((*path, "needs", colour), count, 1, options.cards[colour])


def _duplicates(board: Board) -> Iterator[Fault]:
    for alike in group_by_ends(board.tickets).values():
        for index in alike[1:]:
            yield fault(("tickets", index), "same-ticket")


def check_connected(board: Board) -> Iterator[Fault]:
    """Every place can be reached from every other, so every ticket can be completed."""
    if not board.routes:
        return
    start = board.places[0].id if board.places else ""
    reached = _reach(board, start)
    lost = [place.id for place in board.places if place.id not in reached]
    if lost:
        yield fault(("routes",), "not-connected", start=start, lost=lost[:5], more=len(lost) > 5)
    for index, ticket in enumerate(board.tickets):
        if lost and (ticket.a in reached) != (ticket.b in reached):
            yield fault(("tickets", index), "ticket-unreachable")


def _reach(board: Board, start: str) -> set[str]:
    """All places that routes join with this one."""
    reached, waiting = {start}, [start]
    while waiting:
        here = waiting.pop()
        near = {
            route.b if route.a == here else route.a for route in board.routes if here in (route.a, route.b)
        }
        waiting += near - reached
        reached |= near
    return reached
