"""What a view tells of the hidden parts: how large they are, and which tickets fit whose network."""

from __future__ import annotations

import math

import numpy as np

from semafor.bots.search.compile import fast
from semafor.bots.search.records import Chart, Desk
from semafor.engine.state import Facts, State
from semafor.engine.ways import FAR, find_way, price_routes
from semafor.view import View

FIT = 3.0
"""How much likelier a ticket is whose way is built already: e to this power."""


def write_hidden(desk: Desk, view: View, under: int, out: int) -> None:
    """Write the sizes of all that is hidden from the viewer, and what its memory knows."""
    hidden, own = desk.hidden, view.own
    assert own is not None, "a seat decides"
    hidden.seat, hidden.under, hidden.out = own.seat, np.uint64(under), np.uint64(out)
    for seat in view.seats:
        mine = seat.seat == own.seat
        hidden.hand[seat.seat] = 0 if mine else seat.cards - sum(seat.seen.values())
        hidden.tickets[seat.seat] = 0 if mine else seat.tickets
        hidden.festivals[seat.seat] = 0 if mine else seat.festivals
    for side in view.sides:
        ours = own.seat in side.seats
        hidden.rack[side.side] = 0 if ours else side.rack_cards
        hidden.rack_tickets[side.side] = 0 if ours else side.rack_tickets


@fast
def write_likely(state: State, facts: Facts, chart: Chart, desk: Desk) -> None:
    """Write how well each ticket fits what each seat has built: its way has become shorter."""
    for seat in range(int(state.players)):
        price_routes(state, facts, seat, chart.weight, desk.ways.price)
        for ticket in range(int(facts.tickets)):
            way = find_way(facts, desk.ways, facts.ticket_a[ticket], facts.ticket_b[ticket])
            apart = max(1, chart.apart[ticket])
            built = 0.0 if way >= FAR else 1.0 - way / apart
            desk.hidden.likely[seat, ticket] = math.exp(FIT * max(-1.0, built))
