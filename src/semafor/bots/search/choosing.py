"""Which tickets to keep or pick: what their ways add to the plan against what they are worth."""

from __future__ import annotations

import numpy as np

from semafor.bots.search.plan_ways import measure_way
from semafor.bots.search.planning import has_room, join_ticket, make_plan, measure_plan
from semafor.bots.search.records import Chart, Desk, Knob
from semafor.engine.actions import KEEP, PICK, RACK_TICKET
from semafor.engine.bits import has
from semafor.engine.compile import compiled
from semafor.engine.state import Facts, State
from semafor.engine.ways import FAR, find_way

HUNDRED = 100.0


@compiled
def worth_of_ticket(state: State, facts: Facts, chart: Chart, seat: int, desk: Desk, ticket: int) -> float:
    """Points to be expected of one more ticket, less what its way costs beside the plan."""
    points = float(facts.ticket_points[ticket])
    a, b = facts.ticket_a[ticket], facts.ticket_b[ticket]
    price = find_way(facts, desk.ways, a, b)
    if price >= FAR:
        return -2.0 * points
    measure_plan(facts, desk.plans[seat], desk)
    measure_way(facts, desk, a, b)
    cost = chart.knob[Knob.TICKET_COST.value] * price / HUNDRED
    if not has_room(state, facts, chart, seat, desk.sizes):
        return float(-chart.knob[Knob.MISSED.value] * points - cost)
    return float(points - cost)


@compiled
def best_offered(
    state: State, facts: Facts, chart: Chart, seat: int, desk: Desk, kept: int
) -> tuple[int, float]:
    """The place of the offer with the best ticket beside those kept, and its worth; -1 where all are kept."""
    best, most = -1, -1e9
    for place in range(int(state.offered[seat])):
        if not has(np.uint64(kept), place):
            worth = worth_of_ticket(state, facts, chart, seat, desk, int(state.offer[seat, place]))
            if worth > most:
                best, most = place, worth
    return best, most


@compiled
def choose_keep(
    state: State, facts: Facts, chart: Chart, seat: int, desk: Desk, fewest: int, most: int
) -> int:
    """Keep the best tickets one by one while they are worth it, as the action."""
    make_plan(state, facts, chart, seat, desk)
    kept, number = 0, 0
    while number < min(most, state.offered[seat]):
        place, worth = best_offered(state, facts, chart, seat, desk, kept)
        if worth <= 0.0 and number >= fewest:
            break
        join_ticket(state, facts, chart, seat, desk, int(state.offer[seat, place]))
        kept |= 1 << place
        number += 1
    desk.plans[seat].made = 0
    return KEEP + kept


@compiled
def choose_pick(state: State, facts: Facts, chart: Chart, seat: int, desk: Desk) -> int:
    """IBE-3: the ticket that fits best to those picked before."""
    make_plan(state, facts, chart, seat, desk)
    for i in range(int(state.draft_round)):
        join_ticket(state, facts, chart, seat, desk, int(state.picked[seat, i]))
    place, _ = best_offered(state, facts, chart, seat, desk, 0)
    desk.plans[seat].made = 0
    return int(PICK + place)


@compiled
def choose_rack(state: State, facts: Facts, seat: int) -> int:
    """ASI-8, ASI-9: the partner should know of the dearest ticket."""
    best, most = 0, -1
    for place in range(int(state.offered[seat])):
        if has(np.uint64(state.choice[seat]), place):
            points = facts.ticket_points[state.offer[seat, place]]
            if points > most:
                best, most = place, points
    return int(RACK_TICKET + best)
