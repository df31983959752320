"""Features of a position: paths of tickets, routes on them, missing cards; one byte each."""

import numpy as np

from semafor.engine import state as st
from semafor.engine.bits import bit, has, lowest, without_lowest
from semafor.engine.compile import compiled
from semafor.engine.connections import FAR, WAYS, find_distances, price_routes
from semafor.engine.state import Array, Ask, Facts, State, record_of
from semafor.engine.teams import cards_of, in_teams, network_of_side, side_of

LONGEST_WAY = 60
"""The longest distance that is encoded."""
MOST = 255


@compiled
def write_map_features(
    state: State, facts: Facts, seat: int, prices: Array, paths: np.record, cache: np.record, out: Array
) -> None:
    """Write all features of a board game; `cache` keeps those that depend on the map.

    `prices` are those of free routes: cards and a turn.
    """
    if update_cache(state, facts, prices, seat, paths, cache):
        mark_ways(facts, paths, cache)
    write_marks(state, facts, seat, cache, out)


@compiled
def update_cache(
    state: State, facts: Facts, prices: Array, seat: int, paths: np.record, cache: np.record
) -> bool:
    """Update the cache; return whether the paths of the seat's tickets must be computed again."""
    if is_unchanged(state, facts, seat, cache):
        return False
    price_routes(state, facts, seat, prices, paths.ways.price)
    paths.measured = np.uint64(0)
    return True


@compiled
def write_marks(state: State, facts: Facts, seat: int, cache: np.record, out: Array) -> None:
    """Write the cached features, the missing cards, and what market and offer mean to the seat."""
    routes = int(facts.routes)
    size = 3 * routes + 2 * int(facts.tickets) + st.CARD_KINDS
    for mark in range(size):
        out[mark] = cache.marks[mark]
    write_lacking(state, facts, seat, cache, out[size : size + routes])
    write_market(state, facts, seat, cache, out[size + routes :])
    write_offer(state, facts, seat, cache, out[size + routes + 2 * st.MARKET :])


@compiled
def ends_of_tickets(facts: Facts, cache: np.record) -> np.uint64:
    """Return the places where tickets held or offered begin and end."""
    ends, wanted = np.uint64(0), cache.held | cache.offered
    while wanted != np.uint64(0):
        ticket = lowest(wanted)
        wanted = without_lowest(wanted)
        ends |= bit(facts.ticket_a[ticket]) | bit(facts.ticket_b[ticket])
    return ends


@compiled
def is_unchanged(state: State, facts: Facts, seat: int, cache: np.record) -> bool:
    """Record what the seat's paths depend on; return whether nothing changed that matters to them."""
    same = cache.known == 1
    side = side_of(facts, seat)
    for word in range(st.WORDS):
        own = network_of_side(state, facts, side, word)
        free = state.open[seat, word] & ~own
        same = same and cache.own[word] == own and paths_unchanged(facts, cache, word, free)
        cache.own[word], cache.free[word] = own, free
    held, offered = tickets_held(state, facts, seat), tickets_offered(state, seat)
    same = same and cache.held == held and cache.offered == offered
    cache.held, cache.offered, cache.known = held, offered, 1
    return bool(same)


@compiled
def paths_unchanged(facts: Facts, cache: np.record, word: int, free: np.uint64) -> bool:
    """Return whether all shortest paths are unchanged: no route became free, and none of theirs was taken."""
    if free & ~cache.free[word] != np.uint64(0):
        return False
    taken, routes = cache.free[word] & ~free, int(facts.routes)
    while taken != np.uint64(0):
        route = 64 * word + lowest(taken)
        taken = without_lowest(taken)
        if cache.marks[routes + route] > 0 or cache.marks[2 * routes + route] > 0:
            return False
    return True


@compiled
def tickets_held(state: State, facts: Facts, seat: int) -> np.uint64:
    """Return the tickets that the seat plays for: its own, those on its rack, and its picks in a draft."""
    held = state.tickets[seat]
    if in_teams(facts):
        held |= state.rack_tickets[side_of(facts, seat)]
    if state.ask[seat] == Ask.PICK:
        for pick in range(state.draft_round):
            held |= bit(state.picked[seat, pick])
    return np.uint64(held)


@compiled
def tickets_offered(state: State, seat: int) -> np.uint64:
    """Return the tickets that the seat chooses from."""
    offered = np.uint64(0)
    for place in range(state.offered[seat]):
        offered |= bit(state.offer[seat, place])
    return offered


@compiled
def measure_from(facts: Facts, paths: np.record, place: int) -> None:
    """Write the distances of all places from this one, once."""
    if has(paths.measured, place):
        return
    paths.measured |= bit(place)
    find_distances(facts, paths.ways, place)
    for other in range(facts.places):
        paths.dist[place, other] = paths.ways.dist[other]


@compiled
def mark_ways(facts: Facts, paths: np.record, cache: np.record) -> None:
    """Mark the paths of all tickets held and offered."""
    routes, tickets = int(facts.routes), int(facts.tickets)
    marks = cache.marks
    for mark in range(3 * routes + 2 * tickets + st.CARD_KINDS):
        marks[mark] = 0
    wanted = cache.held | cache.offered
    while wanted != np.uint64(0):
        ticket = lowest(wanted)
        wanted = without_lowest(wanted)
        measure_from(facts, paths, int(facts.ticket_a[ticket]))
        measure_from(facts, paths, int(facts.ticket_b[ticket]))
        way = paths.dist[facts.ticket_a[ticket], facts.ticket_b[ticket]]
        marks[3 * routes + ticket] = min(int(way), LONGEST_WAY)
        marks[3 * routes + tickets + ticket] = way >= FAR
        if 0 < way < FAR:
            mark_routes(facts, paths, cache, ticket, int(way))
    mark_demand(facts, cache)


@compiled
def mark_routes(facts: Facts, paths: np.record, cache: np.record, ticket: int, way: int) -> None:
    """Mark the free routes on a shortest path of the ticket."""
    routes, marks = int(facts.routes), cache.marks
    held, offered = has(cache.held, ticket), has(cache.offered, ticket)
    from_a, from_b = paths.dist[facts.ticket_a[ticket]], paths.dist[facts.ticket_b[ticket]]
    points = int(facts.ticket_points[ticket])
    for word in range(st.WORDS):
        free = cache.free[word]
        while free != np.uint64(0):
            route = 64 * word + lowest(free)
            free = without_lowest(free)
            a, b = facts.route_a[route], facts.route_b[route]
            over = min(from_a[a] + from_b[b], from_a[b] + from_b[a]) + paths.ways.price[route]
            if over == way:
                if held:
                    marks[route] = min(int(marks[route]) + points, MOST)
                    marks[routes + route] += 1
                if offered:
                    marks[2 * routes + route] += 1


@compiled
def mark_demand(facts: Facts, cache: np.record) -> None:
    """Write the cards of each colour that the routes on the paths of held tickets cost."""
    routes, first = int(facts.routes), 3 * int(facts.routes) + 2 * int(facts.tickets)
    for route in range(routes):
        if cache.marks[routes + route] > 0:
            slot = first + int(facts.route_colour[route])
            cache.marks[slot] = min(int(cache.marks[slot]) + int(facts.route_cost[route]), MOST)


@compiled
def write_lacking(state: State, facts: Facts, seat: int, cache: np.record, out: Array) -> None:
    """Write the number of cards that the seat lacks for each free route."""
    wilds = cards_of(state, facts, seat, st.WILD)
    most = 0
    for colour in range(st.COLOURS):
        most = max(most, cards_of(state, facts, seat, colour))
    for route in range(facts.routes):
        out[route] = 0
    for word in range(st.WORDS):
        free = cache.free[word]
        while free != np.uint64(0):
            route = 64 * word + lowest(free)
            free = without_lowest(free)
            colour = int(facts.route_colour[route])
            plain = most if colour == st.GREY else cards_of(state, facts, seat, colour)
            lacking = max(int(facts.route_cost[route]) - plain - wilds, int(facts.route_ferry[route]) - wilds)
            out[route] = max(0, lacking)


@compiled
def write_market(state: State, facts: Facts, seat: int, cache: np.record, out: Array) -> None:
    """Write for each market card how many of its kind the paths still need, then how many are in hand."""
    first, lacking = 3 * int(facts.routes) + 2 * int(facts.tickets), 0
    for colour in range(st.COLOURS):
        lacking += max(0, int(cache.marks[first + colour]) - cards_of(state, facts, seat, colour))
    for place in range(st.MARKET):
        card = int(state.market[place])
        out[place], out[st.MARKET + place] = 0, 0
        if card >= 0:
            held = cards_of(state, facts, seat, card)
            asked = lacking if card == st.WILD else max(0, int(cache.marks[first + card]) - held)
            out[place], out[st.MARKET + place] = min(asked, MOST), held


@compiled
def write_offer(state: State, facts: Facts, seat: int, cache: np.record, out: Array) -> None:
    """Write for each offered ticket the length of its path, then its points."""
    ways = 3 * int(facts.routes)
    for place in range(st.OFFER):
        out[place], out[st.OFFER + place] = 0, 0
        if place < state.offered[seat]:
            ticket = int(state.offer[seat, place])
            out[place], out[st.OFFER + place] = cache.marks[ways + ticket], facts.ticket_points[ticket]


@compiled
def write_card_features(
    state: State, facts: Facts, seat: int, _prices: Array, _desk: np.record, _glance: np.record, out: Array
) -> None:
    """Write all features of a Card Game; the seat's own on-track pile is included as it remembers it."""
    for kind in range(st.CARD_KINDS):
        out[kind] = state.track[seat, kind]
    need, lack = st.CARD_KINDS, st.CARD_KINDS + st.COLOURS
    for colour in range(st.COLOURS):
        out[need + colour] = needed(facts, state.tickets[seat], colour)
        out[lack + colour] = max(0, int(out[need + colour]) - ready(state, seat, colour))
    first = lack + st.COLOURS
    wanted = state.tickets[seat] & ~state.completing[seat]
    for place in range(state.offered[seat]):
        wanted |= bit(state.offer[seat, place])
    for ticket in range(facts.tickets):
        out[first + ticket] = lacking(state, facts, seat, ticket) if has(wanted, ticket) else 0
        out[first + facts.tickets + ticket] = has(wanted, ticket) and is_ready(state, facts, seat, ticket)


@compiled
def needed(facts: Facts, tickets: np.uint64, colour: int) -> int:
    """Return the number of cards of a colour that these tickets need."""
    number = 0
    for ticket in range(facts.tickets):
        if has(tickets, ticket):
            number += int(facts.ticket_needs[ticket, colour])
    return number


@compiled
def ready(state: State, seat: int, colour: int) -> int:
    """Return the number of cards of a colour on the pile, in the siding and in the hand."""
    return int(state.track[seat, colour]) + int(state.siding[seat, colour]) + int(state.hand[seat, colour])


@compiled
def lacking(state: State, facts: Facts, seat: int, ticket: int) -> int:
    """Return the number of cards that a ticket alone lacks, wilds not counted."""
    number = 0
    for colour in range(st.COLOURS):
        number += max(0, int(facts.ticket_needs[ticket, colour]) - ready(state, seat, colour))
    return number


@compiled
def is_ready(state: State, facts: Facts, seat: int, ticket: int) -> bool:
    """Return whether the pile alone, with its wilds, completes the ticket."""
    number = 0
    for colour in range(st.COLOURS):
        number += max(0, int(facts.ticket_needs[ticket, colour]) - int(state.track[seat, colour]))
    return bool(number <= state.track[seat, st.WILD])


MAP_BYTES = 3 * st.ROUTES + 2 * st.TICKETS + st.CARD_KINDS
"""Size of the cached features of a seat."""

PATHS = record_of(
    ("ways", WAYS),
    ("dist", st.i4, (st.PLACES, st.PLACES)),  # distances from the measured places
    ("measured", st.u8),  # these places
)

MAP_CACHE = record_of(  # the map as a seat saw it when the features were last computed
    ("own", st.u8, st.WORDS),
    ("free", st.u8, st.WORDS),
    ("held", st.u8),
    ("offered", st.u8),
    ("known", st.i1),  # whether the cache was ever filled
    ("marks", np.uint8, MAP_BYTES),
)
