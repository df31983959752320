"""What all tickets of a seat still take, from the routes that everyone sees, each in one compiled call.

Functions here take arrays of records, like `engine.chains`: they are called from Python.
"""

import numpy as np

from semafor.engine.bits import bit, has
from semafor.engine.compile import compiled
from semafor.engine.connections import FAR, NO_PLACE, NO_ROUTE, label_components, nearest, other_end
from semafor.engine.routes import close_strands
from semafor.engine.state import PLACES, WORDS, Array, Facts, State, i1, i2, i4, record_of, u8
from semafor.engine.stations import BORROWING, all_stations, best_borrowing
from semafor.engine.teams import network_of_side, side_of, sides

LAYERS = 64
ROWS = 2 * LAYERS
PIECE = 256
"""A piece, in the units of `dist`: of ways with equal pieces the one with fewer routes is better."""

OWN, CLAIM, BORROW, BUILD = 0, 1, 2, 3
"""How a step of a way is made: over an own route, by claiming one, by a station that stands or a new one."""

REMAINING = record_of(
    # what the side has
    ("own", u8, WORDS),
    ("open", u8, WORDS),  # routes that a seat of the side may claim and has the pieces for
    ("lent", u8, WORDS),  # routes of other sides
    ("standing", u8),  # places with a station of the side
    ("sites", u8),  # places where it could build one
    ("left", i1),  # stations left
    ("limit", i2, 2),  # pieces left, by kind
    ("width", i2),  # layers for the second kind of pieces
    # the search
    ("row", i2),  # where it stands
    ("here", i1),
    ("reached", u8, ROWS),
    ("dist", i4, (ROWS, PLACES)),
    ("via", i2, (ROWS, PLACES)),
    ("before", i2, (ROWS, PLACES)),  # the row that the route came from
    ("lender", i1, (ROWS, PLACES)),  # the place whose station borrows the route, or NO_PLACE
    # the way found
    ("possible", i1),
    ("pieces", i2, 2),  # still to be laid, by kind
    ("stations", i1),  # still to be built
    ("steps", i1),
    ("route", i2, PLACES),  # from the ticket's first place to its second
    ("means", i1, PLACES),  # OWN, CLAIM, BORROW or BUILD
    ("site", i1, PLACES),  # the station of a borrowed route, else NO_PLACE
)


# ---- what the side has ------------------------------------------------------------------------


@compiled
def claimable_later(state: State, facts: Facts, seat: int, word: int) -> np.uint64:
    """One word of the routes that are open to a seat and for which it has the pieces."""
    routes = np.uint64(0)
    for route in range(64 * word, min(64 * word + 64, facts.routes)):
        fits = facts.route_pieces[route] <= state.pieces[seat, facts.route_kind[route]]
        if fits and has(state.open[seat, word], route % 64):
            routes |= bit(route % 64)
    return routes


@compiled
def look_at_routes(state: State, facts: Facts, side: int, work: np.record) -> None:
    """Sort the routes by what the side can do with them."""
    for word in range(WORDS):
        work.own[word] = network_of_side(state, facts, side, word)
        work.open[word] = np.uint64(0)
        work.lent[word] = np.uint64(0)
        for other in range(sides(state, facts)):
            if other != side:
                work.lent[word] |= network_of_side(state, facts, other, word)
        for partner in range(facts.team_size):
            seat = side * facts.team_size + partner
            work.open[word] |= claimable_later(state, facts, seat, word) & ~work.own[word]


@compiled
def look_at_supply(state: State, facts: Facts, side: int, work: np.record) -> None:
    """Count the pieces and stations that the side has left."""
    work.left = 0
    work.standing = np.uint64(0)
    work.sites = facts.cities & ~all_stations(state)
    for kind in range(2):
        work.limit[kind] = 0
    for partner in range(facts.team_size):
        seat = side * facts.team_size + partner
        work.left += state.stations_left[seat]
        work.standing |= state.stations[seat]
        for kind in range(2):
            work.limit[kind] += state.pieces[seat, kind]


@compiled
def look_at_side(state: State, facts: Facts, seat: int, work: np.record) -> None:
    """Take in what the seat's side has; to be done once before its tickets are looked at."""
    side = side_of(facts, seat)
    look_at_routes(state, facts, side, work)
    look_at_supply(state, facts, side, work)
    room = LAYERS // (work.left + 1)
    work.width = min(work.limit[1] + 1, room)


# ---- the search -------------------------------------------------------------------------------


@compiled
def lends_already(facts: Facts, work: np.record, place: int) -> bool:
    """Whether the way so far borrows another route by the station of this place."""
    row, here = work.row, work.here
    while work.via[row, here] != NO_ROUTE:
        if work.lender[row, here] == place:
            return True
        route, before = work.via[row, here], work.before[row, here]
        here, row = other_end(facts, route, here), before
    return False


@compiled
def arrive(work: np.record, route: int, there: int, row: int, cost: int) -> bool:
    """Note a way to a place in a row, if it is the best so far and the pieces are enough."""
    if cost // PIECE > work.limit[0] or cost >= work.dist[row, there]:
        return False
    work.dist[row, there] = cost
    work.via[row, there] = route
    work.before[row, there] = work.row
    work.lender[row, there] = NO_PLACE
    work.reached[row] |= bit(there)
    return True


@compiled
def claim_step(facts: Facts, work: np.record, route: int, there: int) -> None:
    """Go over a route that is to be claimed: pieces of the second kind lead to a later layer."""
    layer, pieces = work.row // 2, int(facts.route_pieces[route])
    cost, laid = work.dist[work.row, work.here] + 1, layer % work.width + pieces
    if facts.route_kind[route] == 0:
        arrive(work, route, there, 2 * layer, cost + PIECE * pieces)
    elif laid < work.width:
        arrive(work, route, there, 2 * (layer + pieces), cost)
    elif work.width <= work.limit[1]:
        arrive(work, route, there, 2 * layer, cost)  # more than there are layers for: an optimist's view


@compiled
def borrow_step(facts: Facts, work: np.record, route: int, there: int, lender: int) -> None:
    """EUR-10: go over an opponent's route by a station at one of its ends, a new one if need be."""
    stands = has(work.standing, lender)
    layer = work.row // 2 if stands else work.row // 2 + work.width
    if (not stands and not has(work.sites, lender)) or layer >= (work.left + 1) * work.width:
        return
    if not lends_already(facts, work, lender):
        row = 2 * layer + (lender == there)
        if arrive(work, route, there, row, work.dist[work.row, work.here] + 1):
            work.lender[row, there] = lender


@compiled
def go_on(facts: Facts, work: np.record) -> None:
    """Follow all routes of the place where the search stands."""
    for i in range(facts.at[work.here], facts.at[work.here + 1]):
        there, route = facts.place_at[i], facts.route_at[i]
        if has(work.own[route // 64], route % 64):
            arrive(work, route, there, 2 * (work.row // 2), work.dist[work.row, work.here])
        elif has(work.open[route // 64], route % 64):
            claim_step(facts, work, route, there)
        elif has(work.lent[route // 64], route % 64):
            borrow_step(facts, work, route, there, work.here)
            borrow_step(facts, work, route, there, there)


@compiled
def stand_at_nearest(work: np.record, layer: int) -> bool:
    """Stand at the nearest place of a layer's rows that was not left yet; whether there is one."""
    found = False
    for row in range(2 * layer, 2 * layer + 2):
        if work.reached[row] != np.uint64(0):
            place = nearest(work.dist[row], work.reached[row])
            if not found or work.dist[row, place] < work.dist[work.row, work.here]:
                work.row, work.here, found = row, place, True
    return found


@compiled
def search_layer(facts: Facts, work: np.record, layer: int) -> None:
    """Find the cheapest ways within one layer."""
    while stand_at_nearest(work, layer):
        work.reached[work.row] &= ~bit(work.here)
        go_on(facts, work)


@compiled
def clear(facts: Facts, work: np.record, start: int) -> None:
    """Stand at the start, with nothing found yet."""
    for row in range(2 * (work.left + 1) * work.width):
        work.reached[row] = np.uint64(0)
        for place in range(facts.places):
            work.dist[row, place] = FAR
    work.dist[0, start] = 0
    work.via[0, start] = NO_ROUTE
    work.reached[0] = bit(start)


@compiled
def best_row(work: np.record, first: int, goal: int) -> int:
    """Of the layers with equally many new stations the row with fewest pieces at the goal; -1 for none."""
    best, least = -1, FAR
    for row in range(2 * first, 2 * (first + work.width)):
        total = work.dist[row, goal] + PIECE * (row // 2 - first)
        if work.dist[row, goal] < FAR and total < least:
            best, least = row, total
    return best


@compiled
def find_remaining(facts: Facts, work: np.record, a: int, b: int) -> bool:
    """Find what joining two places still takes: the fewest new stations, then the fewest pieces.

    `look_at_side` comes first. A way that is told exists; where stations stand so close that two
    borrowed routes compete for one, a better way may be overlooked.
    """
    clear(facts, work, a)
    work.possible = 0
    for first in range(0, (work.left + 1) * work.width, work.width):
        for layer in range(first, first + work.width):
            search_layer(facts, work, layer)
        row = best_row(work, first, b)
        if row >= 0:
            write_way(facts, work, row, b)
            return True
    return False


@compiled
def find_remaining_of_ticket(facts: Facts, work: np.record, ticket: int) -> bool:
    """Find the remaining way of a ticket; return whether there is one."""
    return find_remaining(facts, work, facts.ticket_a[ticket], facts.ticket_b[ticket])


@compiled
def tickets_done(state: State, facts: Facts, seat: int, work: np.record, plan: np.record) -> np.uint64:
    """EUR-10: the tickets of the side looked at that would count as completed if the game ended now."""
    label_components(facts, work.own, plan.label[0])
    best_borrowing(state, facts, side_of(facts, seat), plan)
    return plan.best_done


# ---- the way found ----------------------------------------------------------------------------


@compiled
def count_steps(facts: Facts, work: np.record, row: int, b: int) -> int:
    """Routes on the way found."""
    steps = 0
    while work.via[row, b] != NO_ROUTE:
        route, before = work.via[row, b], work.before[row, b]
        b, row = other_end(facts, route, b), before
        steps += 1
    return steps


@compiled
def means_of(work: np.record, route: int, lender: int) -> int:
    """How a step over a route is made."""
    if lender != NO_PLACE:
        return BORROW if has(work.standing, lender) else BUILD
    return OWN if has(work.own[route // 64], route % 64) else CLAIM


@compiled
def write_way(facts: Facts, work: np.record, row: int, b: int) -> None:
    """Write the way to the second place, from the first one on, and what it takes."""
    work.possible = 1
    work.stations = row // 2 // work.width
    work.pieces[0], work.pieces[1] = 0, 0
    work.steps = count_steps(facts, work, row, b)
    step = int(work.steps)
    while step > 0:
        step -= 1
        route, before, lender = work.via[row, b], work.before[row, b], work.lender[row, b]
        work.route[step], work.site[step] = route, lender
        work.means[step] = means_of(work, route, lender)
        if work.means[step] == CLAIM:
            work.pieces[facts.route_kind[route]] += facts.route_pieces[route]
        b, row = other_end(facts, route, b), before


NEED = record_of(
    ("ticket", i1),  # given
    ("done", i1),  # whether the ticket would count as completed if the game ended now
    ("possible", i1),
    ("pieces", i2),  # still to be laid
    ("steps", i1),  # of the way found, 0 where none is possible
    ("route", i2, PLACES),  # from the ticket's first place to its second
    ("means", i1, PLACES),  # OWN, CLAIM, BORROW or BUILD
    ("site", i1, PLACES),  # the station of a borrowed route, else NO_PLACE
)
"""One ticket."""
DESK = record_of(("remaining", REMAINING), ("plan", BORROWING))
"""Working space."""


@compiled
def lay_out(states: Array, table: Array, routes: Array, owners: Array) -> None:
    """Write the owners of routes, and which routes are still open to each seat (BASE-14)."""
    state, facts = states[0], table[0]
    for seat in range(state.players):
        for word in range(WORDS):
            state.open[seat, word] = facts.all_routes[word]
    for i in range(routes.size):
        state.owned[owners[i], routes[i] // 64] |= bit(routes[i] % 64)
    for i in range(routes.size):
        close_strands(state, facts, owners[i], routes[i])


@compiled
def write_need(work: np.record, need: np.record) -> None:
    """Write down the way that was found last."""
    need.possible = work.possible
    need.steps = work.steps if work.possible else 0
    need.pieces = work.pieces[0] + work.pieces[1] if work.possible else 0
    for step in range(need.steps):
        need.route[step] = work.route[step]
        need.means[step] = work.means[step]
        need.site[step] = work.site[step]


@compiled
def find_needs(states: Array, table: Array, seat: int, desks: Array, needs: Array) -> None:
    """Write for each of these tickets what it still takes the seat's side, each for itself.

    A ticket that the side holds is done if it would count; another one if nothing is missing.
    """
    state, facts, work, plan = states[0], table[0], desks[0].remaining, desks[0].plan
    look_at_side(state, facts, seat, work)
    done = tickets_done(state, facts, seat, work, plan)
    for i in range(needs.size):
        ticket = needs[i].ticket
        find_remaining_of_ticket(facts, work, ticket)
        write_need(work, needs[i])
        if has(plan.tickets, ticket):
            needs[i].done = has(done, ticket)
        else:
            needs[i].done = needs[i].possible and work.stations == 0 and needs[i].pieces == 0
