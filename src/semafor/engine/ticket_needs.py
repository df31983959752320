"""What all tickets of a seat still take, from the routes that everyone sees, each in one compiled call.

Functions here take arrays of records, like `engine.chains`: they are called from Python.
"""

from __future__ import annotations

import numpy as np

from semafor.engine.bits import bit, has
from semafor.engine.compile import compiled
from semafor.engine.remaining import REMAINING, find_remaining_of_ticket, look_at_side, tickets_done
from semafor.engine.routes import close_strands
from semafor.engine.state import PLACES, WORDS, Array, i1, i2, record_of
from semafor.engine.stations import BORROWING

NEED = record_of(
    ("ticket", i1),  # given
    ("done", i1),  # whether the ticket would count as completed if the game ended now
    ("possible", i1),
    ("pieces", i2),  # still to be laid
    ("steps", i1),  # of the way found, 0 where none is possible
    ("route", i2, PLACES),  # from the ticket's first place to its second
    ("means", i1, PLACES),  # OWN, CLAIM, BORROW or BUILD
    ("site", i1, PLACES),  # the station of a borrowed route, else NO_PLACE
)
"""One ticket."""
DESK = record_of(("remaining", REMAINING), ("plan", BORROWING))
"""Working space."""


@compiled
def lay_out(states: Array, table: Array, routes: Array, owners: Array) -> None:
    """Write who owns which routes, and so which are still open to whom (BASE-14)."""
    state, facts = states[0], table[0]
    for seat in range(state.players):
        for word in range(WORDS):
            state.open[seat, word] = facts.all_routes[word]
    for i in range(routes.size):
        state.owned[owners[i], routes[i] // 64] |= bit(routes[i] % 64)
    for i in range(routes.size):
        close_strands(state, facts, owners[i], routes[i])


@compiled
def write_need(work: np.record, need: np.record) -> None:
    """Write down the way that was found last."""
    need.possible = work.possible
    need.steps = work.steps if work.possible else 0
    need.pieces = work.pieces[0] + work.pieces[1] if work.possible else 0
    for step in range(need.steps):
        need.route[step] = work.route[step]
        need.means[step] = work.means[step]
        need.site[step] = work.site[step]


@compiled
def find_needs(states: Array, table: Array, seat: int, desks: Array, needs: Array) -> None:
    """Write for each of these tickets what it still takes the seat's side, each for itself.

    A ticket that the side holds is done if it would count; another one if nothing is missing.
    """
    state, facts, work, plan = states[0], table[0], desks[0].remaining, desks[0].plan
    look_at_side(state, facts, seat, work)
    done = tickets_done(state, facts, seat, work, plan)
    for i in range(needs.size):
        ticket = needs[i].ticket
        find_remaining_of_ticket(facts, work, ticket)
        write_need(work, needs[i])
        if has(plan.tickets, ticket):
            needs[i].done = has(done, ticket)
        else:
            needs[i].done = needs[i].possible and work.stations == 0 and needs[i].pieces == 0
