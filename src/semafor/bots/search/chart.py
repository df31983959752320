"""The chart of a board: its graph, prices, what its tickets want, and the policy's knobs."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from semafor.boards.model import Board
from semafor.bots.search.records import CHART, DESK, Chart, Desk, Knob
from semafor.bots.search.tuned import tuned_knobs
from semafor.engine.compile import compiled
from semafor.engine.state import Array, Facts
from semafor.engine.ways import FAR, find_way, other_end
from semafor.kinds.board_facts import facts_of

KNOBS = {
    Knob.STEP: 1.9,
    Knob.POINTS: 0.4,
    Knob.PACE: 1.7,
    Knob.CARDS_A_TURN: 1.6,
    Knob.WILD: 0.9,
    Knob.LOOSE: 0.15,
    Knob.BLIND_WILD: 1.3,
    Knob.TICKET_TURNS: 12.0,
    Knob.TICKET_PIECES: 14.0,
    Knob.TICKET_COST: 0.7,
    Knob.DEMAND: 1.0,
    Knob.LENGTH: 0.5,
    Knob.SLACK: 2.0,
    Knob.MOST_WILDS: 3.0,
    Knob.HELD: 0.7,
    Knob.MISSED: 0.5,
    Knob.LINE: 0.0,
}
"""The knobs that all boards share; what was tuned for a board is in `tuned`."""
FERRY_PRICE = 0.5
TUNNEL_PRICE = 0.25
"""Extra cards that a tunnel asks for on average, for each card turned up, or so."""


@lru_cache(maxsize=256)
def chart_of(board: Board, players: int) -> Array:
    """The board's chart for so many players, as an array of one record."""
    return chart_with(board, {**KNOBS, **tuned_knobs(board, players, Knob)})


def chart_with(board: Board, knobs: dict[Knob, float]) -> Array:
    """The board's chart with other knobs."""
    return make_chart(facts_of(board), np.zeros(1, DESK)[0], knobs)


def make_chart(facts: Facts, desk: Desk, knobs: dict[Knob, float]) -> Array:
    """A chart with these knobs."""
    charts = np.zeros(1, CHART)
    chart: Chart = charts[0]
    for knob, value in knobs.items():
        chart.knob[knob] = value
    write_weights(chart, facts)
    write_demand(chart, facts, desk)
    return charts


def write_weights(chart: Chart, facts: Facts) -> None:
    """What a free route costs in cards and turns, less what it scores."""
    knob = chart.knob
    for route in range(int(facts.routes)):
        price = float(facts.route_cost[route]) + knob[Knob.STEP.value]
        price += FERRY_PRICE * facts.route_ferry[route] + TUNNEL_PRICE * facts.route_tunnel[route]
        price -= knob[Knob.POINTS.value] * facts.route_points[route]
        chart.weight[route] = max(20, round(100 * price))


@compiled
def write_demand(chart: Chart, facts: Facts, desk: Desk) -> None:
    """Count how many tickets want each route on the empty board, by their points."""
    for route in range(int(facts.routes)):
        desk.ways.price[route] = chart.weight[route]
    for ticket in range(int(facts.tickets)):
        a, b = facts.ticket_a[ticket], facts.ticket_b[ticket]
        chart.apart[ticket] = find_way(facts, desk.ways, a, b)
        if chart.apart[ticket] < FAR:
            here = b
            while here != a:
                chart.demand[desk.ways.via[here]] += 1.0
                here = other_end(facts, desk.ways.via[here], here)
