"""The decisions that are worth a comparison, each with the sensible answers to what follows at once."""

import numpy as np

from semafor.bots.search.chart import CANDIDATES, Chart, Desk
from semafor.bots.search.claiming import best_station, gain_of_route, label_network, undone_tickets
from semafor.bots.search.planning import tickets_of
from semafor.engine.actions import (
    CLAIM,
    DRAW_DECK,
    DRAW_MARKET,
    DRAW_TICKETS,
    MASK_WORDS,
    SINGLE,
    SINGLE_WORD,
    STATION,
    STATION_WORD,
)
from semafor.engine.bits import bit, has, lowest, without_lowest
from semafor.engine.chains import LINK
from semafor.engine.compile import compiled
from semafor.engine.state import MARKET, WORDS, Array, Ask, Facts, State
from semafor.engine.turn import legal

OTHER_CLAIMS = 10
"""Claims outside the plan that are compared."""


@compiled
def add(desk: Desk, action: int) -> None:
    """Add a candidate by its first action, unless it is there already."""
    for i in range(int(desk.candidates)):
        if (desk.chain[i] & LINK) == action + 1:
            return
    if desk.candidates < CANDIDATES:
        desk.chain[desk.candidates] = action + 1
        desk.candidates += 1


@compiled
def list_candidates(state: State, facts: Facts, chart: Chart, seat: int, desk: Desk) -> None:
    """Add the candidates for what the seat is asked to the policy's choice, by their first actions."""
    legal(state, facts, seat, desk.offers)
    if state.ask[seat] == Ask.TURN:
        add_claims(state, facts, chart, seat, desk)
        add_station(state, facts, seat, desk)
        add_draws(state, desk)
        if has(desk.offers[SINGLE_WORD], DRAW_TICKETS - SINGLE):
            add(desk, DRAW_TICKETS)
    elif state.ask[seat] == Ask.SECOND_CARD:
        add_draws(state, desk)
    else:
        add_all(desk)


@compiled
def add_all(desk: Desk) -> None:
    """Everything that is legal."""
    for word in range(MASK_WORDS):
        actions = desk.offers[word]
        while actions != np.uint64(0):
            add(desk, 64 * word + lowest(actions))
            actions = without_lowest(actions)


@compiled
def add_draws(state: State, desk: Desk) -> None:
    """A blind card, and each kind of card that lies open."""
    singles = desk.offers[SINGLE_WORD]
    if has(singles, DRAW_DECK - SINGLE):
        add(desk, DRAW_DECK)
    for place in range(MARKET):
        again = False
        for before in range(place):
            again |= state.market[before] == state.market[place]
        if has(singles, DRAW_MARKET - SINGLE + place) and not again:
            add(desk, DRAW_MARKET + place)


@compiled
def add_claims(state: State, facts: Facts, chart: Chart, seat: int, desk: Desk) -> None:
    """Every planned route that can be claimed, and of the others those with most points and demand."""
    want = desk.plans[seat].want
    for word in range(WORDS):
        planned = want[word] & desk.offers[word]
        desk.target[word] = desk.offers[word] & ~planned
        while planned != np.uint64(0):
            add(desk, CLAIM + 64 * word + lowest(planned))
            planned = without_lowest(planned)
    for _ in range(OTHER_CLAIMS):
        route = most_wanted(state, facts, chart, seat, desk.target)
        if route < 0:
            break
        desk.target[route // 64] &= ~bit(route % 64)
        add(desk, CLAIM + route)


@compiled
def most_wanted(state: State, facts: Facts, chart: Chart, seat: int, routes: Array) -> int:
    """Of a set of routes the one with most points and demand; -1 for none."""
    best, most = -1, -1.0
    for word in range(WORDS):
        rest = routes[word]
        while rest != np.uint64(0):
            route = 64 * word + lowest(rest)
            rest = without_lowest(rest)
            worth = gain_of_route(state, facts, seat, route) + 0.5 * chart.demand[route]
            if worth > most:
                best, most = route, worth
    return best


@compiled
def add_station(state: State, facts: Facts, seat: int, desk: Desk) -> None:
    """EUR-8: the station that would complete most."""
    if desk.offers[STATION_WORD] == np.uint64(0):
        return
    label_network(state, facts, seat, desk)
    undone = undone_tickets(facts, tickets_of(state, facts, seat), desk)
    desk.mask[STATION_WORD] = desk.offers[STATION_WORD]
    place, gain = best_station(state, facts, seat, desk, undone)
    if gain > 0:
        add(desk, STATION + place)
