"""Which route to claim: of the plan the one that is wanted most, without a plan what scores."""

from __future__ import annotations

import numpy as np

from semafor.bots.search.needs import wilds_needed
from semafor.bots.search.planning import turns_left, turns_needed
from semafor.bots.search.records import Chart, Desk, Knob
from semafor.engine.bits import bit, has, lowest, without_lowest
from semafor.engine.compile import compiled
from semafor.engine.state import COLOURS, GREY, WILD, WORDS, Facts, State
from semafor.engine.teams import cards_of, network_of_side, side_of

SOON = 4.0
"""With so few turns left wilds are not saved any more."""


@compiled
def festival_gain(state: State, facts: Facts, seat: int, place: int) -> int:
    """Points that the open festival cards of a place add to the seat's own."""
    festival = facts.place_festival[place] - 1
    if festival < 0:
        return 0
    held = state.festival_held[seat, festival]
    return int(facts.festival_points[festival, held + state.festival_open[festival]]) - int(
        facts.festival_points[festival, held]
    )


@compiled
def gain_of_route(state: State, facts: Facts, seat: int, route: int) -> int:
    """Points that a claim brings at once, festival cards included."""
    points = int(facts.route_points[route])
    if facts.festivals > 0:
        at_a = festival_gain(state, facts, seat, facts.route_a[route])
        points += max(at_a, festival_gain(state, facts, seat, facts.route_b[route]))
    return points


@compiled
def mark_ends(state: State, facts: Facts, chart: Chart, seat: int, desk: Desk) -> None:
    """Mark the places where a line of the seat's side can end: those with an odd number of its routes."""
    ends = np.uint64(0)
    if chart.knob[Knob.LINE] != 0.0 and facts.longest_bonus > 0:
        side = side_of(facts, seat)
        for word in range(WORDS):
            routes = network_of_side(state, facts, side, word)
            while routes != np.uint64(0):
                route = 64 * word + lowest(routes)
                routes = without_lowest(routes)
                ends ^= bit(facts.route_a[route]) ^ bit(facts.route_b[route])
    desk.ends = ends


@compiled
def worth_of_line(facts: Facts, chart: Chart, route: int, desk: Desk) -> float:
    """Points that a route is worth because it makes a line longer, where the ends are marked."""
    if has(desk.ends, facts.route_a[route]) or has(desk.ends, facts.route_b[route]):
        return float(chart.knob[Knob.LINE] * facts.route_pieces[route])
    return 0.0


@compiled
def best_planned(state: State, facts: Facts, chart: Chart, seat: int, desk: Desk) -> int:
    """The planned route to claim now, of those in the mask; -1 where none is or waiting is wiser."""
    want, best, most = desk.plans[seat].want, -1, -1e9
    hurry = turns_left(state, facts, chart) <= SOON
    for word in range(WORDS):
        routes = want[word] & desk.mask[word]
        while routes != np.uint64(0):
            route = 64 * word + lowest(routes)
            routes = without_lowest(routes)
            if hurry or wilds_needed(state, facts, seat, route) <= chart.knob[Knob.MOST_WILDS.value]:
                urge = chart.knob[Knob.DEMAND.value] * chart.demand[route]
                urge += chart.knob[Knob.LENGTH.value] * gain_of_route(state, facts, seat, route)
                if urge > most:
                    best, most = route, urge
    return best


@compiled
def missing_cards(state: State, facts: Facts, seat: int, route: int) -> int:
    """Cards that a claim of the route still lacks."""
    most = 0
    for plain in range(COLOURS):
        if facts.route_colour[route] == GREY or facts.route_colour[route] == plain:
            most = max(most, cards_of(state, facts, seat, plain))
    wilds = cards_of(state, facts, seat, WILD)
    lacks_wilds = max(0, facts.route_ferry[route] - wilds)
    return int(max(lacks_wilds, facts.route_cost[route] - most - wilds))


@compiled
def fits(state: State, facts: Facts, seat: int, route: int) -> bool:
    """Whether the seat has pieces enough for a route that is open to it."""
    is_open = has(state.open[seat, route // 64], route % 64)
    return is_open and facts.route_pieces[route] <= state.pieces[seat, facts.route_kind[route]]


@compiled
def best_scoring(state: State, facts: Facts, chart: Chart, seat: int, desk: Desk) -> int:
    """The open route with most points for the turns it takes, within the turns left; -1 for none."""
    best, most = -1, 0.0
    mark_ends(state, facts, chart, seat, desk)
    time = turns_left(state, facts, chart)
    for route in range(int(facts.routes)):
        if fits(state, facts, seat, route):
            turns = turns_needed(chart, missing_cards(state, facts, seat, route), 1, 0)
            if turns <= time + 1.0:
                gain = gain_of_route(state, facts, seat, route) + worth_of_line(facts, chart, route, desk)
                rate = gain / turns
                if rate > most:
                    best, most = route, rate
    return best


@compiled
def most_points(state: State, facts: Facts, seat: int, desk: Desk) -> int:
    """Of the routes in the mask the one with most points; -1 for none."""
    best, most = -1, -1
    for word in range(WORDS):
        routes = desk.mask[word]
        while routes != np.uint64(0):
            route = 64 * word + lowest(routes)
            routes = without_lowest(routes)
            points = gain_of_route(state, facts, seat, route)
            if points > most:
                best, most = route, points
    return best
