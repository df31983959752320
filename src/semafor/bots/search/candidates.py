"""The decisions that the search compares in a game on a board."""

import numpy as np

from semafor.bots.search.chart import CANDIDATES, Chart, Work
from semafor.bots.search.claiming import best_station, gain_of_route, label_network, undone_tickets
from semafor.bots.search.planning import tickets_of
from semafor.engine import actions as act
from semafor.engine.arithmetic import exp
from semafor.engine.bits import bit, has, lowest, without_lowest
from semafor.engine.chains import LINK
from semafor.engine.compile import compiled
from semafor.engine.connections import FAR, find_way, price_routes
from semafor.engine.state import MARKET, WORDS, Array, Ask, Facts, State
from semafor.engine.turn import legal

OTHER_CLAIMS = 10
"""Number of claims outside the plan that are compared."""


@compiled
def add(work: Work, action: int) -> None:
    """Add a candidate by its first action, unless it is there already."""
    for i in range(int(work.candidates)):
        if (work.chain[i] & LINK) == action + 1:
            return
    if work.candidates < CANDIDATES:
        work.chain[work.candidates] = action + 1
        work.candidates += 1


@compiled
def list_candidates(state: State, facts: Facts, chart: Chart, seat: int, work: Work) -> None:
    """Add candidates for what the seat is asked to the policy's choice, by their first actions."""
    legal(state, facts, seat, work.offers)
    if state.ask[seat] == Ask.TURN:
        add_claims(state, facts, chart, seat, work)
        add_station(state, facts, seat, work)
        add_draws(state, work)
        if has(work.offers[act.SINGLE_WORD], act.DRAW_TICKETS - act.SINGLE):
            add(work, act.DRAW_TICKETS)
    elif state.ask[seat] == Ask.SECOND_CARD:
        add_draws(state, work)
    else:
        add_all(work)


@compiled
def add_all(work: Work) -> None:
    """Add everything that is legal."""
    for word in range(act.MASK_WORDS):
        actions = work.offers[word]
        while actions != np.uint64(0):
            add(work, 64 * word + lowest(actions))
            actions = without_lowest(actions)


@compiled
def add_draws(state: State, work: Work) -> None:
    """Add a blind card, and one face-up card of each kind."""
    singles = work.offers[act.SINGLE_WORD]
    if has(singles, act.DRAW_DECK - act.SINGLE):
        add(work, act.DRAW_DECK)
    for place in range(MARKET):
        again = False
        for before in range(place):
            again |= state.market[before] == state.market[place]
        if has(singles, act.DRAW_MARKET - act.SINGLE + place) and not again:
            add(work, act.DRAW_MARKET + place)


@compiled
def add_claims(state: State, facts: Facts, chart: Chart, seat: int, work: Work) -> None:
    """Add every planned route that can be claimed, and the other routes with most points and demand."""
    want = work.plans[seat].want
    for word in range(WORDS):
        planned = want[word] & work.offers[word]
        work.target[word] = work.offers[word] & ~planned
        while planned != np.uint64(0):
            add(work, act.CLAIM + 64 * word + lowest(planned))
            planned = without_lowest(planned)
    for _ in range(OTHER_CLAIMS):
        route = most_wanted(state, facts, chart, seat, work.target)
        if route < 0:
            break
        work.target[route // 64] &= ~bit(route % 64)
        add(work, act.CLAIM + route)


@compiled
def most_wanted(state: State, facts: Facts, chart: Chart, seat: int, routes: Array) -> int:
    """Return the route of a set with most points and demand; -1 if the set is empty."""
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
def add_station(state: State, facts: Facts, seat: int, work: Work) -> None:
    """EUR-8: add the station that would complete the most tickets."""
    if work.offers[act.STATION_WORD] == np.uint64(0):
        return
    label_network(state, facts, seat, work)
    undone = undone_tickets(facts, tickets_of(state, facts, seat), work)
    work.mask[act.STATION_WORD] = work.offers[act.STATION_WORD]
    place, gain = best_station(state, facts, seat, work, undone)
    if gain > 0:
        add(work, act.STATION + place)


FIT = 3.0
"""A ticket whose path is already built is e to this power times as likely."""


@compiled
def write_likely(state: State, facts: Facts, chart: Chart, work: Work) -> None:
    """Write how likely each ticket is for each seat, given how much of its path the seat has built."""
    for seat in range(int(state.players)):
        price_routes(state, facts, seat, chart.weight, work.ways.price)
        for ticket in range(int(facts.tickets)):
            way = find_way(facts, work.ways, facts.ticket_a[ticket], facts.ticket_b[ticket])
            apart = max(1, chart.apart[ticket])
            built = 0.0 if way >= FAR else 1.0 - way / apart
            work.hidden.likely[seat, ticket] = exp(FIT * max(-1.0, built))
