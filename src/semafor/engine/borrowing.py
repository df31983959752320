"""Stations at the end: the best single route of an opponent for each of them, exactly (EUR-10)."""

from __future__ import annotations

import numpy as np

from semafor.engine.bits import bit, count, has, lowest, without_lowest
from semafor.engine.compile import rule
from semafor.engine.sides import network_of_side, sides
from semafor.engine.state import PLACES, Array, Facts, State, record_of

LENT = 128
"""Most routes that could be borrowed by one station."""

PLAN = record_of(
    ("stations", np.int64),
    ("place", np.int64, 6),
    ("seat", np.int64, 6),
    ("options", np.int64, 6),  # routes each station could borrow
    ("option", np.int64, (6, LENT)),
    ("tickets", np.uint64),
    ("label", np.int64, (7, PLACES)),  # components after each station's choice
    ("chosen", np.int64, 6),  # the option being tried, -1 for none
    ("best_points", np.int64),
    ("best_count", np.int64),
    ("best_done", np.uint64),
    ("best_chosen", np.int64, 6),
)


@rule
def score_tickets(facts: Facts, tickets: np.uint64, label: Array) -> tuple[int, np.uint64]:
    """BASE-21: points won and lost, and the completed tickets, with these components."""
    points, done = 0, np.uint64(0)
    while tickets != np.uint64(0):
        ticket = lowest(tickets)
        tickets = without_lowest(tickets)
        value = facts.ticket_points[ticket]
        if label[facts.ticket_a[ticket]] == label[facts.ticket_b[ticket]]:
            points += value
            done |= bit(ticket)
        else:
            points -= value
    return points, done


@rule
def list_stations(state: State, facts: Facts, side: int, plan: np.record) -> None:
    """The side's stations, in order of seat and place."""
    plan.stations = 0
    for partner in range(facts.team_size):
        seat = side * facts.team_size + partner
        places = state.stations[seat]
        while places != np.uint64(0):
            plan.place[plan.stations] = lowest(places)
            plan.seat[plan.stations] = seat
            plan.stations += 1
            places = without_lowest(places)


@rule
def joins_new(facts: Facts, plan: np.record, station: int, route: int) -> bool:
    """Whether the route joins two components of the own network, and not as an earlier option does."""
    a, b = plan.label[0, facts.route_a[route]], plan.label[0, facts.route_b[route]]
    if a == b:
        return False
    for i in range(plan.options[station]):
        other = plan.option[station, i]
        c, d = plan.label[0, facts.route_a[other]], plan.label[0, facts.route_b[other]]
        if (a == c and b == d) or (a == d and b == c):
            return False
    return True


@rule
def list_options(state: State, facts: Facts, side: int, station: int, plan: np.record) -> None:
    """EUR-10: the opponents' routes into the station's place that could help at all."""
    place = plan.place[station]
    plan.options[station] = 0
    for route in range(facts.routes):
        if facts.route_a[route] == place or facts.route_b[route] == place:
            for other in range(sides(state, facts)):
                lent = has(network_of_side(state, facts, other, route // 64), route % 64)
                if other != side and lent and joins_new(facts, plan, station, route):
                    plan.option[station, plan.options[station]] = route
                    plan.options[station] += 1


@rule
def relabel(facts: Facts, plan: np.record, station: int, option: int) -> None:
    """The components once this station borrows this option (-1: nothing)."""
    for place in range(facts.places):
        plan.label[station + 1, place] = plan.label[station, place]
    if option < 0:
        return
    route = plan.option[station, option]
    a = plan.label[station, facts.route_a[route]]
    b = plan.label[station, facts.route_b[route]]
    for place in range(facts.places):
        if plan.label[station + 1, place] == a:
            plan.label[station + 1, place] = b


@rule
def judge(facts: Facts, plan: np.record) -> None:
    """EUR-10, ruling: keep the choice with most ticket points, then most completed tickets."""
    points, done = score_tickets(facts, plan.tickets, plan.label[plan.stations])
    number = count(done)
    if points > plan.best_points or (points == plan.best_points and number > plan.best_count):
        plan.best_points = points
        plan.best_count = number
        plan.best_done = done
        for station in range(plan.stations):
            plan.best_chosen[station] = plan.chosen[station]


@rule
def try_all(facts: Facts, plan: np.record) -> None:
    """Every combination of the stations' options, like the wheels of a counter."""
    plan.best_points = -10_000
    station = 0
    plan.chosen[0] = -2
    while station >= 0:
        if station == plan.stations:
            judge(facts, plan)
            station -= 1
            continue
        plan.chosen[station] += 1
        if plan.chosen[station] == plan.options[station]:
            station -= 1
            continue
        relabel(facts, plan, station, plan.chosen[station])
        station += 1
        if station < plan.stations:
            plan.chosen[station] = -2


@rule
def best_borrowing(state: State, facts: Facts, side: int, plan: np.record) -> None:
    """Fill the plan with the best use of a side's stations for its tickets."""
    list_stations(state, facts, side, plan)
    plan.tickets = state.rack_tickets[side]
    for partner in range(facts.team_size):
        plan.tickets |= state.tickets[side * facts.team_size + partner]
    for station in range(plan.stations):
        list_options(state, facts, side, station, plan)
    try_all(facts, plan)


@rule
def write_borrowed(plan: np.record, borrowed: Array) -> None:
    """By seat and station: the borrowed route + 1, or 0."""
    place_of_seat = 0
    for station in range(plan.stations):
        if station > 0 and plan.seat[station] != plan.seat[station - 1]:
            place_of_seat = 0
        chosen = plan.best_chosen[station]
        route = plan.option[station, chosen] + 1 if chosen >= 0 else 0
        borrowed[plan.seat[station], place_of_seat] = route
        place_of_seat += 1
