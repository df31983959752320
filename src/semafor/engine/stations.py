"""Stations, from deal to score: where one may be built, what it costs, which routes it borrows (EUR-8..11).

At the end each station borrows the best single route of an opponent, exactly: every combination is tried.
"""

import numpy as np

from semafor.engine.bits import bit, count, has, lowest, without_lowest
from semafor.engine.compile import compiled
from semafor.engine.state import COLOURS, PLACES, SEATS, WILD, Array, Facts, State, record_of
from semafor.engine.teams import cards_of, network_of_side, sides, tickets_of_side
from semafor.engine.tickets import score_tickets

LENT = 128
"""Most routes that could be borrowed by one station."""


def borrowing_record(*, narrow: bool = False) -> np.dtype[np.void]:
    """The best use of a side's stations, and the search for it; `narrow` as in `linegraph.graph_record`."""
    small, number = (np.int8, np.int16) if narrow else (np.int64, np.int64)
    return record_of(
        ("stations", np.int64),
        ("place", small, 6),
        ("seat", small, 6),
        ("options", number, 6),  # routes each station could borrow
        ("option", number, (6, LENT)),
        ("star", np.uint64, 6),  # the components that these routes and the station's place belong to
        ("tickets", np.uint64),
        ("label", small, (7, PLACES)),  # components after each station's choice
        ("chosen", number, 6),  # the option being tried, -1 for none
        ("best_points", np.int64),
        ("best_count", np.int64),
        ("best_done", np.uint64),
        ("best_chosen", number, 6),
    )


BORROWING = borrowing_record()

# ---- the deal ---------------------------------------------------------------------------------


@compiled
def clear_stations(state: State, facts: Facts, players: int) -> None:
    """EUR-8: all stations lie in front of their players."""
    for seat in range(SEATS):
        state.stations[seat] = np.uint64(0)
        state.stations_left[seat] = facts.stations if seat < players else 0


# ---- building ---------------------------------------------------------------------------------


@compiled
def all_stations(state: State) -> np.uint64:
    """Places with a station of anyone."""
    places = np.uint64(0)
    for seat in range(state.players):
        places |= state.stations[seat]
    return places


@compiled
def station_cost(state: State, facts: Facts, seat: int) -> int:
    """EUR-9: the first station costs one card, the second two, the third three."""
    return facts.stations - state.stations_left[seat] + 1


@compiled
def station_sites(state: State, facts: Facts, seat: int) -> np.uint64:
    """EUR-8, EUR-9: the places where the seat can build and pay for a station now."""
    if state.stations_left[seat] == 0:
        return np.uint64(0)
    cost = station_cost(state, facts, seat)
    wilds = cards_of(state, facts, seat, WILD)
    for colour in range(COLOURS):
        if cards_of(state, facts, seat, colour) + wilds >= cost:
            return facts.cities & ~all_stations(state)
    return np.uint64(0)


@compiled
def build_station(state: State, seat: int, place: int) -> None:
    """EUR-8: one station goes on the board."""
    state.stations[seat] |= bit(place)
    state.stations_left[seat] -= 1


# ---- borrowing --------------------------------------------------------------------------------


@compiled
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


@compiled
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


@compiled
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


@compiled
def component_at(plan: np.record, place: int) -> np.uint64:
    """The component of a place in the own network, as a set of one."""
    return bit(plan.label[0, place])


@compiled
def star_of(facts: Facts, plan: np.record, station: int) -> np.uint64:
    """The components that a station could join: its own and those at the ends of its options."""
    star = component_at(plan, plan.place[station])
    for i in range(plan.options[station]):
        route = plan.option[station, i]
        star |= component_at(plan, facts.route_a[route]) | component_at(plan, facts.route_b[route])
    return star


@compiled
def ends_of_missed(facts: Facts, plan: np.record) -> np.uint64:
    """The components at the ends of tickets that the own network does not join."""
    ends = np.uint64(0)
    rest = plan.tickets
    while rest != np.uint64(0):
        ticket = lowest(rest)
        rest = without_lowest(rest)
        a, b = component_at(plan, facts.ticket_a[ticket]), component_at(plan, facts.ticket_b[ticket])
        if a != b:
            ends |= a | b
    return ends


@compiled
def drop_useless(facts: Facts, plan: np.record, station: int, wanted: np.uint64) -> None:
    """Drop the options of a station that connect to a component without tickets."""
    kept = 0
    for i in range(plan.options[station]):
        route = plan.option[station, i]
        ends = component_at(plan, facts.route_a[route]) | component_at(plan, facts.route_b[route])
        if ends & ~wanted == np.uint64(0):
            plan.option[station, kept] = route
            kept += 1
    plan.options[station] = kept


@compiled
def drop_all_useless(facts: Facts, plan: np.record) -> None:
    """Forget options that can help with no ticket: of a way between a ticket's ends each joined component is
    an end of the ticket, or another station's option goes on from it.

    The choice stays the same: of equal ones the first is kept, and one without a useless option is tried
    before the same with it.
    """
    ends = ends_of_missed(facts, plan)
    for station in range(plan.stations):
        plan.star[station] = star_of(facts, plan, station)
    for station in range(plan.stations):
        wanted = ends
        for other in range(plan.stations):
            if other != station:
                wanted |= plan.star[other]
        drop_useless(facts, plan, station, wanted)


@compiled
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


@compiled
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


@compiled
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


@compiled
def best_borrowing(state: State, facts: Facts, side: int, plan: np.record) -> None:
    """Fill the plan with the best use of a side's stations for its tickets."""
    list_stations(state, facts, side, plan)
    plan.tickets = tickets_of_side(state, facts, side)
    for station in range(plan.stations):
        list_options(state, facts, side, station, plan)
    drop_all_useless(facts, plan)
    try_all(facts, plan)


@compiled
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


# ---- the score --------------------------------------------------------------------------------


@compiled
def count_stations_left(state: State, facts: Facts, side: int) -> int:
    """Stations that a side has not built."""
    left = 0
    for partner in range(facts.team_size):
        left += int(state.stations_left[side * facts.team_size + partner])
    return left


@compiled
def score_stations(state: State, facts: Facts, side: int) -> int:
    """EUR-11: each station not built is worth its points."""
    return count_stations_left(state, facts, side) * int(facts.station_value)
