"""Which tickets are likely whose: those that fit what a seat has built."""

from __future__ import annotations

import math

from semafor.bots.search.records import Chart, Desk
from semafor.engine.compile import compiled
from semafor.engine.state import Facts, State
from semafor.engine.ways import FAR, find_way, price_routes

FIT = 3.0
"""How much likelier a ticket is whose way is built already: e to this power."""


@compiled
def write_likely(state: State, facts: Facts, chart: Chart, desk: Desk) -> None:
    """Write how well each ticket fits what each seat has built: its way has become shorter."""
    for seat in range(int(state.players)):
        price_routes(state, facts, seat, chart.weight, desk.ways.price)
        for ticket in range(int(facts.tickets)):
            way = find_way(facts, desk.ways, facts.ticket_a[ticket], facts.ticket_b[ticket])
            apart = max(1, chart.apart[ticket])
            built = 0.0 if way >= FAR else 1.0 - way / apart
            desk.hidden.likely[seat, ticket] = math.exp(FIT * max(-1.0, built))
