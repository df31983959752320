"""The last turns: what a claim or a station is worth when tickets are counted at once."""

from __future__ import annotations

import numpy as np

from semafor.bots.search.claiming import gain_of_route, mark_ends, worth_of_line
from semafor.bots.search.planning import tickets_of
from semafor.bots.search.records import Chart, Desk
from semafor.engine.actions import CLAIM, STATION, STATION_WORD
from semafor.engine.bits import bit, has, lowest, without_lowest
from semafor.engine.compile import compiled
from semafor.engine.network import join, label_components, root_of
from semafor.engine.state import WORDS, Facts, State
from semafor.engine.teams import network_of_side, side_of


@compiled
def lent_routes(state: State, facts: Facts, side: int, word: int) -> np.uint64:
    """Routes of all other sides."""
    routes = np.uint64(0)
    for seat in range(int(state.players)):
        if side_of(facts, seat) != side:
            routes |= state.owned[seat, word]
    return routes


@compiled
def label_network(state: State, facts: Facts, seat: int, desk: Desk) -> None:
    """Label what the seat's side has joined, with all that its stations could borrow (an optimist's view)."""
    side = side_of(facts, seat)
    for word in range(WORDS):
        desk.routes[word] = network_of_side(state, facts, side, word)
    label_components(facts, desk.routes, desk.label)
    if state.stations[seat] == np.uint64(0):
        return
    for word in range(WORDS):
        routes = lent_routes(state, facts, side, word)
        while routes != np.uint64(0):
            route = 64 * word + lowest(routes)
            routes = without_lowest(routes)
            a, b = facts.route_a[route], facts.route_b[route]
            if has(state.stations[seat], a) or has(state.stations[seat], b):
                join(desk.label, a, b)
    for place in range(int(facts.places)):
        desk.label[place] = root_of(desk.label, place)


@compiled
def tickets_joined(facts: Facts, tickets: np.uint64, desk: Desk, route: int) -> int:
    """Points of the tickets that one more route would complete, counted twice: won, and not lost."""
    a, b = desk.label[facts.route_a[route]], desk.label[facts.route_b[route]]
    points = 0
    if a == b:
        return 0
    while tickets != np.uint64(0):
        ticket = lowest(tickets)
        tickets = without_lowest(tickets)
        c, d = desk.label[facts.ticket_a[ticket]], desk.label[facts.ticket_b[ticket]]
        if (a == c and b == d) or (a == d and b == c):
            points += 2 * int(facts.ticket_points[ticket])
    return points


@compiled
def best_station(state: State, facts: Facts, seat: int, desk: Desk, tickets: np.uint64) -> tuple[int, int]:
    """The place where a station completes most of these tickets, and the points; -1 for none."""
    best, most, sites = -1, 0, desk.mask[STATION_WORD]
    if sites == np.uint64(0) or tickets == np.uint64(0):
        return best, most
    for word in range(WORDS):
        routes = lent_routes(state, facts, side_of(facts, seat), word)
        while routes != np.uint64(0):
            route = 64 * word + lowest(routes)
            routes = without_lowest(routes)
            gain = tickets_joined(facts, tickets, desk, route) - facts.station_value
            if gain > most:
                for place in (facts.route_a[route], facts.route_b[route]):
                    if has(sites, place):
                        best, most = place, gain
    return best, most


@compiled
def choose_last(state: State, facts: Facts, chart: Chart, seat: int, desk: Desk) -> int:
    """The action of the last turn that scores most, of the routes and places in the mask; -1 for none."""
    label_network(state, facts, seat, desk)
    tickets = tickets_of(state, facts, seat)
    mark_ends(state, facts, chart, seat, desk)
    place, points = best_station(state, facts, seat, desk, tickets)
    best, most = STATION + place if place >= 0 else -1, float(points)
    for word in range(WORDS):
        routes = desk.mask[word]
        while routes != np.uint64(0):
            route = 64 * word + lowest(routes)
            routes = without_lowest(routes)
            gain = gain_of_route(state, facts, seat, route) + worth_of_line(facts, chart, route, desk)
            gain += tickets_joined(facts, tickets, desk, route)
            if gain > most:
                best, most = CLAIM + route, gain
    return best


@compiled
def undone_tickets(facts: Facts, tickets: np.uint64, desk: Desk) -> np.uint64:
    """Those of the tickets that the labelled network does not complete."""
    undone = np.uint64(0)
    while tickets != np.uint64(0):
        ticket = lowest(tickets)
        tickets = without_lowest(tickets)
        if desk.label[facts.ticket_a[ticket]] != desk.label[facts.ticket_b[ticket]]:
            undone |= bit(ticket)
    return undone
