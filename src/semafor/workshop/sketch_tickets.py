"""Tickets of a sketch: ways of all lengths, every place as often as the others."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from semafor.boards import limits
from semafor.boards.model import Ticket
from semafor.boards.names import ends
from semafor.workshop.shortest_ways import UNREACHED, fewest_spaces

if TYPE_CHECKING:
    from semafor.boards.model import Board

FOR_A_PLACE = 1.2
"""Tickets for each place."""
SPARE = 6
"""Tickets left in the deck when the largest table has been dealt."""


def spread_tickets(board: Board) -> tuple[Ticket, ...]:
    """Tickets with the value of their shortest way, none between neighbours where others suffice."""
    ways, joined = fewest_spaces(board), {ends(route) for route in board.routes}
    pairs = [
        (Ticket(a.id, b.id, min(limits.POINTS, int(ways[i, j]))), (i, j))
        for (i, a), (j, b) in combinations(enumerate(board.places), 2)
        if ways[i, j] < UNREACHED
    ]
    wanted = min(limits.TICKETS, len(pairs), _wanted(board))
    used, chosen = [0] * len(board.places), list[Ticket]()
    longest = max((ticket.points for ticket, _ in pairs), default=1)
    for number in range(wanted):
        aimed = longest * (number + 1) / wanted
        ticket, (i, j) = min(
            pairs,
            key=lambda pair: (
                ends(pair[0]) in joined,
                used[pair[1][0]] + used[pair[1][1]],
                abs(pair[0].points - aimed),
            ),
        )
        pairs.remove((ticket, (i, j)))
        used[i] += 1
        used[j] += 1
        chosen.append(ticket)
    return tuple(sorted(chosen, key=lambda ticket: (ticket.points, ticket.a, ticket.b)))


def _wanted(board: Board) -> int:
    dealt = board.options.start_tickets.count * max(board.options.players)
    return max(dealt + SPARE, round(FOR_A_PLACE * len(board.places)))
