"""Plans: which routes connect a seat's tickets together, kept up to date as routes are taken."""

import numpy as np

from semafor.bots.search.chart import Chart, Knob, Plan, Work
from semafor.engine.actions import PAY, PAY_WILD
from semafor.engine.bits import bit, lowest, without_lowest
from semafor.engine.cards import hand_size
from semafor.engine.compile import compiled
from semafor.engine.connections import FAR, find_way, other_end, price_routes
from semafor.engine.state import CARD_KINDS, COLOURS, GREY, LONGEST_COST, WILD, WORDS, Array, Facts, State
from semafor.engine.teams import cards_of, network_of_side, pieces_of_side, side_of, sides


@compiled
def measure_way(facts: Facts, work: Work, a: int, b: int) -> None:
    """Add the cost of the path found last: pieces of both kinds, cards, routes."""
    here = b
    while here != a:
        route = work.ways.via[here]
        if work.ways.price[route] > 0:
            work.sizes[facts.route_kind[route]] += facts.route_pieces[route]
            work.sizes[2] += facts.route_cost[route]
            work.sizes[3] += 1
        here = other_end(facts, route, here)


@compiled
def adopt_way(facts: Facts, work: Work, a: int, b: int, want: Array) -> None:
    """Add the path found last to the plan: its routes become free, their parallels are excluded."""
    here = b
    while here != a:
        route = work.ways.via[here]
        if work.ways.price[route] > 0:
            want[route // 64] |= bit(route % 64)
            block_strands(facts, work, route)
            work.ways.price[route] = 0
        here = other_end(facts, route, here)


@compiled
def block_strands(facts: Facts, work: Work, route: int) -> None:
    """Exclude the parallel strands of a planned route."""
    for word in range(WORDS):
        strands = facts.strands[route, word]
        while strands != np.uint64(0):
            twin = 64 * word + lowest(strands)
            strands = without_lowest(strands)
            if work.ways.price[twin] > 0:
                work.ways.price[twin] = FAR


BASE_PRICE = 100
"""Added to the price of a path when tickets are compared, so that completed tickets come first."""
LATE = 4.0
"""With this number of turns left or fewer, plans are recomputed every turn."""


@compiled
def turns_left(state: State, facts: Facts, chart: Chart) -> float:
    """Return the turns that each seat may still have after this one, until someone runs out of pieces."""
    if state.last_round:
        return 0.0
    fewest = 1000
    for side in range(int(sides(state, facts))):
        fewest = min(fewest, pieces_of_side(state, facts, side))
    return float(1.0 + max(0, fewest - facts.last_round_at) / (chart.knob[Knob.PACE.value] * facts.team_size))


@compiled
def tickets_of(state: State, facts: Facts, seat: int) -> np.uint64:
    """Return the tickets that a seat plays for: its own and those on its side's rack."""
    return np.uint64(state.tickets[seat] | state.rack_tickets[side_of(facts, seat)])


@compiled
def cards_held(state: State, facts: Facts, seat: int) -> int:
    """Return the cards that a seat can pay with, including its share of the rack."""
    held = hand_size(state, seat)
    if facts.team_size > 1:
        for card in range(CARD_KINDS):
            held += state.rack[side_of(facts, seat), card] // 2
    return held


@compiled
def turns_needed(chart: Chart, cards: int, routes: int, held: int) -> float:
    """Return the turns needed to collect these cards and claim these routes."""
    missing = max(0.0, cards - chart.knob[Knob.HELD.value] * held)
    return float(routes + missing / chart.knob[Knob.CARDS_A_TURN.value])


@compiled
def has_room(state: State, facts: Facts, chart: Chart, seat: int, sizes: Array) -> bool:
    """Return whether the pieces and turns left are enough for a plan of this cost."""
    if sizes[0] > state.pieces[seat, 0] or sizes[1] > state.pieces[seat, 1]:
        return False
    needed = turns_needed(chart, sizes[2], sizes[3], cards_held(state, facts, seat))
    return bool(needed <= turns_left(state, facts, chart) + chart.knob[Knob.SLACK.value])


@compiled
def join_ticket(state: State, facts: Facts, chart: Chart, seat: int, work: Work, ticket: int) -> bool:
    """Add the cheapest path of a ticket to the seat's plan; return False if it does not fit."""
    a, b = facts.ticket_a[ticket], facts.ticket_b[ticket]
    plan = work.plans[seat]
    if find_way(facts, work.ways, a, b) >= FAR:
        return False
    measure_plan(facts, plan, work)
    measure_way(facts, work, a, b)
    if not has_room(state, facts, chart, seat, work.sizes):
        return False
    adopt_way(facts, work, a, b, plan.want)
    return True


@compiled
def measure_plan(facts: Facts, plan: Plan, work: Work) -> None:
    """Write the remaining cost of a plan: pieces of both kinds, cards, routes."""
    work.sizes[:] = 0
    for word in range(WORDS):
        routes = plan.want[word]
        while routes != np.uint64(0):
            route = 64 * word + lowest(routes)
            routes = without_lowest(routes)
            work.sizes[facts.route_kind[route]] += facts.route_pieces[route]
            work.sizes[2] += facts.route_cost[route]
            work.sizes[3] += 1


@compiled
def next_ticket(facts: Facts, work: Work, tickets: np.uint64) -> int:
    """Return the ticket to add next: the one with most points for the price of its path."""
    best, most = -1, -1.0
    while tickets != np.uint64(0):
        ticket = lowest(tickets)
        tickets = without_lowest(tickets)
        price = find_way(facts, work.ways, facts.ticket_a[ticket], facts.ticket_b[ticket])
        rate = facts.ticket_points[ticket] / (price + BASE_PRICE)
        if rate > most:
            best, most = ticket, rate
    return best


@compiled
def make_plan(state: State, facts: Facts, chart: Chart, seat: int, work: Work) -> None:
    """Make a new plan: add tickets one by one while pieces and turns are enough."""
    plan = work.plans[seat]
    price_routes(state, facts, seat, chart.weight, work.ways.price)
    plan.tickets = tickets_of(state, facts, seat)
    plan.missed = np.uint64(0)
    plan.made = 1
    side = side_of(facts, seat)
    for word in range(WORDS):
        plan.want[word] = np.uint64(0)
        plan.built[word] = network_of_side(state, facts, side, word)
    tickets = plan.tickets
    while tickets != np.uint64(0):
        ticket = next_ticket(facts, work, tickets)
        tickets &= ~bit(ticket)
        if not join_ticket(state, facts, chart, seat, work, ticket):
            plan.missed |= bit(ticket)


@compiled
def keep_plan(state: State, facts: Facts, chart: Chart, seat: int, work: Work) -> None:
    """Update the seat's plan: remove built routes, and make a new plan if it no longer works."""
    plan = work.plans[seat]
    holds = plan.made and plan.tickets == tickets_of(state, facts, seat)
    side = side_of(facts, seat)
    for word in range(WORDS):
        network = network_of_side(state, facts, side, word)
        new = network & ~plan.built[word]
        holds = holds and (new & ~plan.want[word]) == np.uint64(0)
        plan.want[word] &= ~new
        plan.built[word] = network
        holds = holds and (plan.want[word] & ~state.open[seat, word]) == np.uint64(0)
    if not holds or turns_left(state, facts, chart) <= LATE:
        make_plan(state, facts, chart, seat, work)


@compiled
def plan_is_empty(plan: Plan) -> bool:
    """Return whether nothing is left to claim."""
    return bool((plan.want[0] | plan.want[1]) == np.uint64(0))


WILD_PRICE = 2.5
"""Value of a wild when payments are compared; a plain card that the plan needs has value 1."""
IDLE_PRICE = 0.2
"""Value of a plain card that the plan does not need."""


@compiled
def reserve_cards(facts: Facts, want: Array, work: Work) -> None:
    """Write how many cards of each colour the coloured routes of a plan cost."""
    for card in range(CARD_KINDS):
        work.reserve[card] = 0
    for word in range(WORDS):
        routes = want[word]
        while routes != np.uint64(0):
            route = 64 * word + lowest(routes)
            routes = without_lowest(routes)
            work.reserve[WILD] += facts.route_ferry[route]
            if facts.route_colour[route] != GREY:
                work.reserve[facts.route_colour[route]] += facts.route_cost[route] - facts.route_ferry[route]


@compiled
def count_needs(state: State, facts: Facts, seat: int, want: Array, work: Work) -> None:
    """Write how many cards of each kind a plan lacks; a grey route takes the colour with most spare cards."""
    reserve_cards(facts, want, work)
    for card in range(CARD_KINDS):
        work.need[card] = max(0, work.reserve[card] - cards_of(state, facts, seat, card))
    for word in range(WORDS):
        routes = want[word]
        while routes != np.uint64(0):
            route = 64 * word + lowest(routes)
            routes = without_lowest(routes)
            if facts.route_colour[route] == GREY:
                need_for_grey(state, facts, seat, facts.route_cost[route] - facts.route_ferry[route], work)


@compiled
def need_for_grey(state: State, facts: Facts, seat: int, cost: int, work: Work) -> None:
    """Reserve the colour with most spare cards for a grey route, and note what it lacks."""
    best, most = 0, -100
    for colour in range(COLOURS):
        spare = cards_of(state, facts, seat, colour) - work.reserve[colour]
        if spare > most and facts.cards[colour] > 0:
            best, most = colour, spare
    work.need[best] += max(0, cost - max(0, most))
    work.reserve[best] += cost


@compiled
def pay_action(cost: int, colour: int, wilds: int) -> int:
    """Return the action that pays a cost with this number of wilds; in wide integers, also if uncompiled."""
    return PAY_WILD if wilds >= cost else PAY + int(colour) * LONGEST_COST + int(wilds)


@compiled
def price_of_payment(have: int, plain: int, wilds: int, reserved: int) -> float:
    """Return the cost of a payment: wilds, and plain cards that the plan needs."""
    hurts = max(0, reserved - (have - plain)) - max(0, reserved - have)
    return WILD_PRICE * wilds + hurts + IDLE_PRICE * plain - 0.01 * (have - plain)


@compiled
def best_payment(
    state: State, facts: Facts, seat: int, cost: int, colour: int, ferry: int, work: Work
) -> int:
    """Return the cheapest payment, given the cards in `reserve`; -1 if there is none."""
    wilds = cards_of(state, facts, seat, WILD)
    best, least = -1, 1e9
    if wilds >= cost:
        best, least = PAY_WILD, WILD_PRICE * cost
    for plain in range(COLOURS):
        if colour in (GREY, plain):
            have = cards_of(state, facts, seat, plain)
            extra = max(ferry, cost - have)
            if extra <= min(wilds, cost - 1):
                price = price_of_payment(have, cost - extra, extra, work.reserve[plain])
                if price < least:
                    best, least = pay_action(cost, plain, extra), price
    return best


@compiled
def wilds_needed(state: State, facts: Facts, seat: int, route: int) -> int:
    """Return the fewest wilds that a claim of the route needs beyond those of a ferry."""
    most = 0
    for plain in range(COLOURS):
        if facts.route_colour[route] == GREY or facts.route_colour[route] == plain:
            most = max(most, cards_of(state, facts, seat, plain))
    return int(max(0, facts.route_cost[route] - facts.route_ferry[route] - most))


@compiled
def without(want: Array, route: int, rest: Array) -> None:
    """Write a set of routes without one."""
    for word in range(WORDS):
        rest[word] = want[word]
    rest[route // 64] &= ~bit(route % 64)
