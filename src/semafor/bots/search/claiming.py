"""Which route to claim: the best one of the plan, or without a plan the one with most points."""

import numpy as np

from semafor.bots.search.chart import Chart, Knob, Work
from semafor.bots.search.planning import tickets_of, turns_left, turns_needed, wilds_needed
from semafor.engine.actions import CLAIM, STATION, STATION_WORD
from semafor.engine.bits import bit, has, lowest, without_lowest
from semafor.engine.compile import compiled
from semafor.engine.connections import join, label_components, root_of
from semafor.engine.state import COLOURS, GREY, WILD, WORDS, Facts, State
from semafor.engine.teams import cards_of, network_of_side, side_of

SOON = 4.0
"""With this number of turns left or fewer, wilds are no longer saved."""


@compiled
def festival_gain(state: State, facts: Facts, seat: int, place: int) -> int:
    """Return the points that the open festival cards of a place add for the seat."""
    festival = facts.place_festival[place] - 1
    if festival < 0:
        return 0
    held = state.festival_held[seat, festival]
    return int(facts.festival_points[festival, held + state.festival_open[festival]]) - int(
        facts.festival_points[festival, held]
    )


@compiled
def gain_of_route(state: State, facts: Facts, seat: int, route: int) -> int:
    """Return the points that a claim brings at once, including festival cards."""
    points = int(facts.route_points[route])
    if facts.festivals > 0:
        at_a = festival_gain(state, facts, seat, facts.route_a[route])
        points += max(at_a, festival_gain(state, facts, seat, facts.route_b[route]))
    return points


@compiled
def mark_ends(state: State, facts: Facts, chart: Chart, seat: int, work: Work) -> None:
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
    work.ends = ends


@compiled
def worth_of_line(facts: Facts, chart: Chart, route: int, work: Work) -> float:
    """Return the value of a route that makes a line longer; the ends must be marked."""
    if has(work.ends, facts.route_a[route]) or has(work.ends, facts.route_b[route]):
        return float(chart.knob[Knob.LINE] * facts.route_pieces[route])
    return 0.0


@compiled
def best_planned(state: State, facts: Facts, chart: Chart, seat: int, work: Work) -> int:
    """Return the planned route of the mask to claim now; -1 if there is none or waiting is better."""
    want, best, most = work.plans[seat].want, -1, -1e9
    hurry = turns_left(state, facts, chart) <= SOON
    for word in range(WORDS):
        routes = want[word] & work.mask[word]
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
    """Return the number of cards that a claim of the route still needs."""
    most = 0
    for plain in range(COLOURS):
        if facts.route_colour[route] == GREY or facts.route_colour[route] == plain:
            most = max(most, cards_of(state, facts, seat, plain))
    wilds = cards_of(state, facts, seat, WILD)
    lacks_wilds = max(0, facts.route_ferry[route] - wilds)
    return int(max(lacks_wilds, facts.route_cost[route] - most - wilds))


@compiled
def fits(state: State, facts: Facts, seat: int, route: int) -> bool:
    """Return whether the seat has enough pieces for a route that is open to it."""
    is_open = has(state.open[seat, route // 64], route % 64)
    return is_open and facts.route_pieces[route] <= state.pieces[seat, facts.route_kind[route]]


@compiled
def best_scoring(state: State, facts: Facts, chart: Chart, seat: int, work: Work) -> int:
    """Return the open route with most points per turn, within the turns left; -1 if there is none."""
    best, most = -1, 0.0
    mark_ends(state, facts, chart, seat, work)
    time = turns_left(state, facts, chart)
    for route in range(int(facts.routes)):
        if fits(state, facts, seat, route):
            turns = turns_needed(chart, missing_cards(state, facts, seat, route), 1, 0)
            if turns <= time + 1.0:
                gain = gain_of_route(state, facts, seat, route) + worth_of_line(facts, chart, route, work)
                rate = gain / turns
                if rate > most:
                    best, most = route, rate
    return best


@compiled
def most_points(state: State, facts: Facts, seat: int, work: Work) -> int:
    """Return the route of the mask with most points; -1 if there is none."""
    best, most = -1, -1
    for word in range(WORDS):
        routes = work.mask[word]
        while routes != np.uint64(0):
            route = 64 * word + lowest(routes)
            routes = without_lowest(routes)
            points = gain_of_route(state, facts, seat, route)
            if points > most:
                best, most = route, points
    return best


@compiled
def lent_routes(state: State, facts: Facts, side: int, word: int) -> np.uint64:
    """Write the routes of all other sides."""
    routes = np.uint64(0)
    for seat in range(int(state.players)):
        if side_of(facts, seat) != side:
            routes |= state.owned[seat, word]
    return routes


@compiled
def label_network(state: State, facts: Facts, seat: int, work: Work) -> None:
    """Label the components of the side's network, including everything that its stations could borrow."""
    side = side_of(facts, seat)
    for word in range(WORDS):
        work.routes[word] = network_of_side(state, facts, side, word)
    label_components(facts, work.routes, work.label)
    if state.stations[seat] == np.uint64(0):
        return
    for word in range(WORDS):
        routes = lent_routes(state, facts, side, word)
        while routes != np.uint64(0):
            route = 64 * word + lowest(routes)
            routes = without_lowest(routes)
            a, b = facts.route_a[route], facts.route_b[route]
            if has(state.stations[seat], a) or has(state.stations[seat], b):
                join(work.label, a, b)
    for place in range(int(facts.places)):
        work.label[place] = root_of(work.label, place)


@compiled
def tickets_joined(facts: Facts, tickets: np.uint64, work: Work, route: int) -> int:
    """Return twice the points of the tickets that one more route would complete: won, and not lost."""
    a, b = work.label[facts.route_a[route]], work.label[facts.route_b[route]]
    points = 0
    if a == b:
        return 0
    while tickets != np.uint64(0):
        ticket = lowest(tickets)
        tickets = without_lowest(tickets)
        c, d = work.label[facts.ticket_a[ticket]], work.label[facts.ticket_b[ticket]]
        if (a == c and b == d) or (a == d and b == c):
            points += 2 * int(facts.ticket_points[ticket])
    return points


@compiled
def best_station(state: State, facts: Facts, seat: int, work: Work, tickets: np.uint64) -> tuple[int, int]:
    """Return the place where a station completes most of these tickets, and the points; -1 if none."""
    best, most, sites = -1, 0, work.mask[STATION_WORD]
    if sites == np.uint64(0) or tickets == np.uint64(0):
        return best, most
    for word in range(WORDS):
        routes = lent_routes(state, facts, side_of(facts, seat), word)
        while routes != np.uint64(0):
            route = 64 * word + lowest(routes)
            routes = without_lowest(routes)
            gain = tickets_joined(facts, tickets, work, route) - facts.station_value
            if gain > most:
                for place in (facts.route_a[route], facts.route_b[route]):
                    if has(sites, place):
                        best, most = place, gain
    return best, most


@compiled
def choose_last(state: State, facts: Facts, chart: Chart, seat: int, work: Work) -> int:
    """Return the action of the last turn that scores most within the mask; -1 if none does."""
    label_network(state, facts, seat, work)
    tickets = tickets_of(state, facts, seat)
    mark_ends(state, facts, chart, seat, work)
    place, points = best_station(state, facts, seat, work, tickets)
    best, most = STATION + place if place >= 0 else -1, float(points)
    for word in range(WORDS):
        routes = work.mask[word]
        while routes != np.uint64(0):
            route = 64 * word + lowest(routes)
            routes = without_lowest(routes)
            gain = gain_of_route(state, facts, seat, route) + worth_of_line(facts, chart, route, work)
            gain += tickets_joined(facts, tickets, work, route)
            if gain > most:
                best, most = CLAIM + route, gain
    return best


@compiled
def undone_tickets(facts: Facts, tickets: np.uint64, work: Work) -> np.uint64:
    """Return the tickets that the labelled network does not complete."""
    undone = np.uint64(0)
    while tickets != np.uint64(0):
        ticket = lowest(tickets)
        tickets = without_lowest(tickets)
        if work.label[facts.ticket_a[ticket]] != work.label[facts.ticket_b[ticket]]:
            undone |= bit(ticket)
    return undone
