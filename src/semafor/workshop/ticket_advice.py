"""Advice about tickets: values that do not fit the ways, and tickets that one short route completes."""

from __future__ import annotations

from math import floor
from typing import TYPE_CHECKING

from semafor.boards.names import ends
from semafor.workshop.advice import Advice, both_ends, notice
from semafor.workshop.shortest_ways import fewest_spaces, points_a_space

if TYPE_CHECKING:
    from collections.abc import Iterator

    from semafor.boards.model import Board

POINTS_OFF = 2
"""Points that a value may differ from what the way suggests."""
SHARE_OFF = 0.25
"""The share of the suggested value that it may differ by."""
SHORT = 3
"""Cards of a route that is short."""


def ill_valued(board: Board) -> Iterator[Advice]:
    """Tickets worth much more or less than the board's other tickets of such a way."""
    ways, at = fewest_spaces(board), board.place_index
    scale = points_a_space(board, ways)
    for index, ticket in enumerate(board.tickets):
        spaces = int(ways[at[ticket.a], at[ticket.b]])
        fitting = fitting_value(spaces, scale)
        if ticket.points not in values_near(fitting):
            yield notice(
                ("tickets", index),
                "ticket-value",
                ticket=both_ends(board, ticket),
                points=ticket.points,
                fitting=fitting,
                spaces=spaces,
            )


def accepted_values(board: Board) -> list[range]:
    """For each ticket, the values that no advice is given about."""
    ways, at = fewest_spaces(board), board.place_index
    scale = points_a_space(board, ways)
    return [
        values_near(fitting_value(int(ways[at[ticket.a], at[ticket.b]]), scale)) for ticket in board.tickets
    ]


def fitting_value(spaces: int, scale: float) -> int:
    """What a way of so many spaces suggests."""
    return max(1, round(spaces * scale))


def values_near(fitting: int) -> range:
    """Values that do not differ too much from the one that fits."""
    off = floor(max(POINTS_OFF, SHARE_OFF * fitting))
    return range(max(1, fitting - off), fitting + off + 1)


def done_by_one_route(board: Board) -> Iterator[Advice]:
    """Tickets between two places that one short route joins."""
    short = {ends(route): route.cost for route in board.routes if route.cost <= SHORT}
    for index, ticket in enumerate(board.tickets):
        if ends(ticket) in short:
            yield notice(
                ("tickets", index),
                "one-route-ticket",
                ticket=both_ends(board, ticket),
                n=short[ends(ticket)],
            )
