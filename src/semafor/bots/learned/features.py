"""What the map says to a seat: ways of its tickets, routes on them, cards that lack. One byte a feature."""

import numpy as np

from semafor.boards.model import Board
from semafor.engine.bits import bit, has, lowest, without_lowest
from semafor.engine.compile import compiled
from semafor.engine.connections import FAR, WAYS, find_distances, price_routes
from semafor.engine.state import (
    CARD_KINDS,
    COLOURS,
    GREY,
    MARKET,
    OFFER,
    PLACES,
    ROUTES,
    TICKETS,
    WILD,
    WORDS,
    Array,
    Ask,
    Facts,
    State,
    i1,
    i4,
    record_of,
    u8,
)
from semafor.engine.teams import cards_of, in_teams, network_of_side, side_of
from semafor.games.lookup import kind_of

LONGEST_WAY = 60
"""The longest distance that is encoded."""
MOST = 255


@compiled
def write_map_features(
    state: State, facts: Facts, prices: Array, seat: int, desk: np.record, glance: np.record, out: Array
) -> None:
    """Write all features of a board game; `glance` saves the work where the seat's map is as it was.

    `prices` are those of free routes: cards and a turn.
    """
    if take_glance(state, facts, prices, seat, desk, glance):
        mark_ways(facts, desk, glance)
    write_marks(state, facts, seat, glance, out)


@compiled
def take_glance(
    state: State, facts: Facts, prices: Array, seat: int, desk: np.record, glance: np.record
) -> bool:
    """Note what the seat's ways depend on; where that changed, clear the desk for them, and True."""
    if is_as_before(state, facts, seat, glance):
        return False
    price_routes(state, facts, seat, prices, desk.ways.price)
    desk.measured = np.uint64(0)
    return True


@compiled
def write_marks(state: State, facts: Facts, seat: int, glance: np.record, out: Array) -> None:
    """Write what the glance has, the cards that lack, and what market and offer hold for the seat."""
    routes = int(facts.routes)
    size = 3 * routes + 2 * int(facts.tickets) + CARD_KINDS
    for mark in range(size):
        out[mark] = glance.marks[mark]
    write_lacking(state, facts, seat, glance, out[size : size + routes])
    write_market(state, facts, seat, glance, out[size + routes :])
    write_offer(state, facts, seat, glance, out[size + routes + 2 * MARKET :])


@compiled
def ends_of_tickets(facts: Facts, glance: np.record) -> np.uint64:
    """The places that tickets held and offered begin and end at."""
    ends, wanted = np.uint64(0), glance.held | glance.offered
    while wanted != np.uint64(0):
        ticket = lowest(wanted)
        wanted = without_lowest(wanted)
        ends |= bit(facts.ticket_a[ticket]) | bit(facts.ticket_b[ticket])
    return ends


@compiled
def is_as_before(state: State, facts: Facts, seat: int, glance: np.record) -> bool:
    """Note what the seat's ways depend on; True where nothing of it changed that matters to them."""
    same = glance.known == 1
    side = side_of(facts, seat)
    for word in range(WORDS):
        own = network_of_side(state, facts, side, word)
        free = state.open[seat, word] & ~own
        same = same and glance.own[word] == own and ways_keep(facts, glance, word, free)
        glance.own[word], glance.free[word] = own, free
    held, offered = tickets_held(state, facts, seat), tickets_offered(state, seat)
    same = same and glance.held == held and glance.offered == offered
    glance.held, glance.offered, glance.known = held, offered, 1
    return bool(same)


@compiled
def ways_keep(facts: Facts, glance: np.record, word: int, free: np.uint64) -> bool:
    """Whether all shortest ways are as they were: no route became free, and none of theirs was taken."""
    if free & ~glance.free[word] != np.uint64(0):
        return False
    taken, routes = glance.free[word] & ~free, int(facts.routes)
    while taken != np.uint64(0):
        route = 64 * word + lowest(taken)
        taken = without_lowest(taken)
        if glance.marks[routes + route] > 0 or glance.marks[2 * routes + route] > 0:
            return False
    return True


@compiled
def tickets_held(state: State, facts: Facts, seat: int) -> np.uint64:
    """The tickets that the seat plays for: its own, those on its rack, and its picks in a draft."""
    held = state.tickets[seat]
    if in_teams(facts):
        held |= state.rack_tickets[side_of(facts, seat)]
    if state.ask[seat] == Ask.PICK:
        for pick in range(state.draft_round):
            held |= bit(state.picked[seat, pick])
    return np.uint64(held)


@compiled
def tickets_offered(state: State, seat: int) -> np.uint64:
    """The tickets that the seat chooses from."""
    offered = np.uint64(0)
    for place in range(state.offered[seat]):
        offered |= bit(state.offer[seat, place])
    return offered


@compiled
def measure_from(facts: Facts, desk: np.record, place: int) -> None:
    """Write how far every place is from this one, once."""
    if has(desk.measured, place):
        return
    desk.measured |= bit(place)
    find_distances(facts, desk.ways, place)
    for other in range(facts.places):
        desk.dist[place, other] = desk.ways.dist[other]


@compiled
def mark_ways(facts: Facts, desk: np.record, glance: np.record) -> None:
    """Mark the ways of all tickets held and offered."""
    routes, tickets = int(facts.routes), int(facts.tickets)
    marks = glance.marks
    for mark in range(3 * routes + 2 * tickets + CARD_KINDS):
        marks[mark] = 0
    wanted = glance.held | glance.offered
    while wanted != np.uint64(0):
        ticket = lowest(wanted)
        wanted = without_lowest(wanted)
        measure_from(facts, desk, int(facts.ticket_a[ticket]))
        measure_from(facts, desk, int(facts.ticket_b[ticket]))
        way = desk.dist[facts.ticket_a[ticket], facts.ticket_b[ticket]]
        marks[3 * routes + ticket] = min(int(way), LONGEST_WAY)
        marks[3 * routes + tickets + ticket] = way >= FAR
        if 0 < way < FAR:
            mark_routes(facts, desk, glance, ticket, int(way))
    mark_demand(facts, glance)


@compiled
def mark_routes(facts: Facts, desk: np.record, glance: np.record, ticket: int, way: int) -> None:
    """Mark the free routes that lie on a shortest way of the ticket."""
    routes, marks = int(facts.routes), glance.marks
    held, offered = has(glance.held, ticket), has(glance.offered, ticket)
    from_a, from_b = desk.dist[facts.ticket_a[ticket]], desk.dist[facts.ticket_b[ticket]]
    points = int(facts.ticket_points[ticket])
    for word in range(WORDS):
        free = glance.free[word]
        while free != np.uint64(0):
            route = 64 * word + lowest(free)
            free = without_lowest(free)
            a, b = facts.route_a[route], facts.route_b[route]
            over = min(from_a[a] + from_b[b], from_a[b] + from_b[a]) + desk.ways.price[route]
            if over == way:
                if held:
                    marks[route] = min(int(marks[route]) + points, MOST)
                    marks[routes + route] += 1
                if offered:
                    marks[2 * routes + route] += 1


@compiled
def mark_demand(facts: Facts, glance: np.record) -> None:
    """Cards of each colour that the routes on the ways of held tickets cost."""
    routes, first = int(facts.routes), 3 * int(facts.routes) + 2 * int(facts.tickets)
    for route in range(routes):
        if glance.marks[routes + route] > 0:
            slot = first + int(facts.route_colour[route])
            glance.marks[slot] = min(int(glance.marks[slot]) + int(facts.route_cost[route]), MOST)


@compiled
def write_lacking(state: State, facts: Facts, seat: int, glance: np.record, out: Array) -> None:
    """Cards that the seat lacks for each free route."""
    wilds = cards_of(state, facts, seat, WILD)
    most = 0
    for colour in range(COLOURS):
        most = max(most, cards_of(state, facts, seat, colour))
    for route in range(facts.routes):
        out[route] = 0
    for word in range(WORDS):
        free = glance.free[word]
        while free != np.uint64(0):
            route = 64 * word + lowest(free)
            free = without_lowest(free)
            colour = int(facts.route_colour[route])
            plain = most if colour == GREY else cards_of(state, facts, seat, colour)
            lacking = max(int(facts.route_cost[route]) - plain - wilds, int(facts.route_ferry[route]) - wilds)
            out[route] = max(0, lacking)


@compiled
def write_market(state: State, facts: Facts, seat: int, glance: np.record, out: Array) -> None:
    """For each card of the market how many of its kind the ways still ask for, then how many are in hand."""
    first, lacking = 3 * int(facts.routes) + 2 * int(facts.tickets), 0
    for colour in range(COLOURS):
        lacking += max(0, int(glance.marks[first + colour]) - cards_of(state, facts, seat, colour))
    for place in range(MARKET):
        card = int(state.market[place])
        out[place], out[MARKET + place] = 0, 0
        if card >= 0:
            held = cards_of(state, facts, seat, card)
            asked = lacking if card == WILD else max(0, int(glance.marks[first + card]) - held)
            out[place], out[MARKET + place] = min(asked, MOST), held


@compiled
def write_offer(state: State, facts: Facts, seat: int, glance: np.record, out: Array) -> None:
    """For each ticket offered how long its way still is, then its points."""
    ways = 3 * int(facts.routes)
    for place in range(OFFER):
        out[place], out[OFFER + place] = 0, 0
        if place < state.offered[seat]:
            ticket = int(state.offer[seat, place])
            out[place], out[OFFER + place] = glance.marks[ways + ticket], facts.ticket_points[ticket]


@compiled
def write_card_features(state: State, facts: Facts, seat: int, out: Array) -> None:
    """Write all features; the own on-track pile is one of them, for whoever remembers it."""
    for kind in range(CARD_KINDS):
        out[kind] = state.track[seat, kind]
    need, lack = CARD_KINDS, CARD_KINDS + COLOURS
    for colour in range(COLOURS):
        out[need + colour] = needed(facts, state.tickets[seat], colour)
        out[lack + colour] = max(0, int(out[need + colour]) - ready(state, seat, colour))
    first = lack + COLOURS
    wanted = state.tickets[seat] & ~state.completing[seat]
    for place in range(state.offered[seat]):
        wanted |= bit(state.offer[seat, place])
    for ticket in range(facts.tickets):
        out[first + ticket] = lacking(state, facts, seat, ticket) if has(wanted, ticket) else 0
        out[first + facts.tickets + ticket] = has(wanted, ticket) and is_ready(state, facts, seat, ticket)


@compiled
def needed(facts: Facts, tickets: np.uint64, colour: int) -> int:
    """Cards of a colour that these tickets need."""
    number = 0
    for ticket in range(facts.tickets):
        if has(tickets, ticket):
            number += int(facts.ticket_needs[ticket, colour])
    return number


@compiled
def ready(state: State, seat: int, colour: int) -> int:
    """Cards of a colour on the pile, in the siding and in the hand."""
    return int(state.track[seat, colour]) + int(state.siding[seat, colour]) + int(state.hand[seat, colour])


@compiled
def lacking(state: State, facts: Facts, seat: int, ticket: int) -> int:
    """Cards that lack for a ticket alone, wilds not counted."""
    number = 0
    for colour in range(COLOURS):
        number += max(0, int(facts.ticket_needs[ticket, colour]) - ready(state, seat, colour))
    return number


@compiled
def is_ready(state: State, facts: Facts, seat: int, ticket: int) -> bool:
    """Whether the pile alone, with its wilds, completes the ticket."""
    number = 0
    for colour in range(COLOURS):
        number += max(0, int(facts.ticket_needs[ticket, colour]) - int(state.track[seat, colour]))
    return bool(number <= state.track[seat, WILD])


MAP_BYTES = 3 * ROUTES + 2 * TICKETS + CARD_KINDS
"""What `map_features` keeps for a seat until its map changes."""

DESK = record_of(
    ("ways", WAYS),
    ("dist", i4, (PLACES, PLACES)),  # from each place that was asked for
    ("measured", u8),  # those places
)

GLANCE = record_of(  # what one seat saw of the map when it was last asked
    ("own", u8, WORDS),
    ("free", u8, WORDS),
    ("held", u8),
    ("offered", u8),
    ("known", i1),  # whether it was ever asked
    ("marks", np.uint8, MAP_BYTES),
)


def blank_glances(board: Board, games: int, seats: int) -> Array:
    """Return glances by game and seat; a single one for the Card Game, which has no map."""
    return np.zeros(kind_of(board).pick(board=(games, seats), cards=(1, 1)), GLANCE)
