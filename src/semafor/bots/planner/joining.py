"""The cheapest set of routes that joins several pairs of places."""

from semafor.bots.planner.pricing import Scene, TicketList, turns_needed
from semafor.engine.compile import compiled
from semafor.engine.connections import FAR, NO_ROUTE, find_way, join, other_end, root_of
from semafor.engine.state import Array, Facts
from semafor.engine.work import copy_row

FREE = 1e-9
"""Routes that cost no more are owned."""


@compiled
def way_of(scene: Scene, facts: Facts, ticket: int) -> float:
    """Find the cheapest way between the places of a ticket; its price."""
    return find_way(facts, scene.ways, facts.ticket_a[ticket], facts.ticket_b[ticket])


@compiled
def take_way(scene: Scene, facts: Facts, ticket: int, chosen: Array) -> float:
    """Choose the routes of the way just found that are not owned; they are free from now on."""
    here, total, ways = facts.ticket_b[ticket], 0.0, scene.ways
    while ways.via[here] != NO_ROUTE:
        route = ways.via[here]
        if ways.price[route] > FREE:
            chosen[route] = 1
            total += ways.price[route]
            ways.price[route] = 0.0
        here = other_end(facts, route, here)
    return total


@compiled
def join_in_order(scene: Scene, facts: Facts, tickets: TicketList, chosen: Array) -> float:
    """Join the pairs in the scene's order, each by its cheapest way; those that cannot be are left out."""
    copy_row(scene.price, scene.ways.price)
    chosen[:] = 0
    total = 0.0
    for i in range(tickets.count):
        ticket = tickets.ticket[scene.order[i]]
        if way_of(scene, facts, ticket) < FAR:
            total += take_way(scene, facts, ticket, chosen)
    return total


@compiled
def label_components(scene: Scene, facts: Facts, chosen: Array) -> None:
    """Join what owned and chosen routes join."""
    for place in range(facts.places):
        scene.parent[place] = place
    for route in range(facts.routes):
        if chosen[route] or scene.price[route] <= FREE:
            join(scene.parent, facts.route_a[route], facts.route_b[route])


@compiled
def is_joined(scene: Scene, facts: Facts, ticket: int) -> bool:
    """Whether the places of a ticket are in one component."""
    parent = scene.parent
    return root_of(parent, facts.ticket_a[ticket]) == root_of(parent, facts.ticket_b[ticket])


@compiled
def count_joined(scene: Scene, facts: Facts, tickets: TicketList, chosen: Array) -> int:
    """How many of the pairs owned and chosen routes join."""
    label_components(scene, facts, chosen)
    joined = 0
    for i in range(tickets.count):
        joined += is_joined(scene, facts, tickets.ticket[i])
    return joined


@compiled
def mark_joined(scene: Scene, facts: Facts, chosen: Array) -> None:
    """Write for each of the tickets asked about whether owned and chosen routes join it."""
    label_components(scene, facts, chosen)
    for i in range(scene.asked.count):
        scene.inside[i] = is_joined(scene, facts, scene.asked.ticket[i])


@compiled
def sort_dearest(scene: Scene, facts: Facts, chosen: Array) -> int:
    """Write the chosen routes, the dearest first and equal ones in their order; how many there are."""
    count = 0
    for route in range(facts.routes):
        if chosen[route]:
            i = count
            while i > 0 and scene.price[scene.dearest[i - 1]] < scene.price[route]:
                scene.dearest[i] = scene.dearest[i - 1]
                i -= 1
            scene.dearest[i] = route
            count += 1
    return count


@compiled
def prune(scene: Scene, facts: Facts, tickets: TicketList, chosen: Array) -> float:
    """Drop chosen routes that no pair needs, the dearest first; returns the price of the rest."""
    joined = count_joined(scene, facts, tickets, chosen)
    total = 0.0
    for i in range(sort_dearest(scene, facts, chosen)):
        route = scene.dearest[i]
        chosen[route] = 0
        if count_joined(scene, facts, tickets, chosen) < joined:
            chosen[route] = 1
            total += scene.price[route]
    return total


@compiled
def sort_nearest(scene: Scene, facts: Facts, tickets: TicketList) -> None:
    """Write the order of the pairs by the price of their cheapest ways; equal ones stay as given."""
    copy_row(scene.price, scene.ways.price)
    for ticket in range(tickets.count):
        way = way_of(scene, facts, tickets.ticket[ticket])
        scene.direct[ticket] = way
        i = ticket
        while i > 0 and scene.direct[scene.order[i - 1]] > way:
            scene.order[i] = scene.order[i - 1]
            i -= 1
        scene.order[i] = ticket


@compiled
def join_all(scene: Scene, facts: Facts, tickets: TicketList, chosen: Array) -> float:
    """The cheapest set of routes found that joins the pairs: several orders are tried."""
    count = tickets.count
    sort_nearest(scene, facts, tickets)
    best = join_in_order(scene, facts, tickets, chosen)
    if count > 1:
        for turn in range(2):
            if turn == 0:
                for i in range(count // 2):
                    j = count - 1 - i
                    scene.order[i], scene.order[j] = scene.order[j], scene.order[i]
            else:
                for i in range(count):
                    scene.order[i] = i
            cost = join_in_order(scene, facts, tickets, scene.other)
            if cost < best - FREE:
                best = cost
                copy_row(scene.other, chosen)
    return prune(scene, facts, tickets, chosen)


OVERSPENT = 8.0
"""Points lost for every piece that is not there."""


@compiled
def chance_in_time(scene: Scene, needed: float) -> float:
    """Return the probability that this number of turns remains."""
    spread = 1.0 + scene.taste.spread * scene.turns
    return float(min(1.0, max(0.0, 0.5 + (scene.turns - needed) / (2 * spread))))


@compiled
def pieces_over(scene: Scene, facts: Facts, chosen: Array) -> int:
    """Pieces that the chosen routes need and that are not there."""
    need = scene.need
    need[:] = 0
    for route in range(facts.routes):
        if chosen[route]:
            need[scene.kind[route]] += scene.pieces[route]
    return int(max(0, need[0] - scene.stock[0]) + max(0, need[1] - scene.stock[1]))


@compiled
def routes_worth(scene: Scene, facts: Facts, chosen: Array, needed: float) -> float:
    """What the chosen routes bring by themselves: their points, less the turns and missing pieces."""
    points = 0.0
    for route in range(facts.routes):
        if chosen[route]:
            points += scene.points[route]
    return float(points - scene.taste.time * needed - OVERSPENT * pieces_over(scene, facts, chosen))


@compiled
def value_of(scene: Scene, facts: Facts, tickets: TicketList, chosen: Array) -> float:
    """Points to be expected of joining the pairs; the plan is written to `chosen`."""
    if tickets.count == 0:
        chosen[:] = 0
        return 0.0
    join_all(scene, facts, tickets, chosen)
    label_components(scene, facts, chosen)
    won, lost = 0.0, 0.0
    for i in range(tickets.count):
        points = facts.ticket_points[tickets.ticket[i]]
        if is_joined(scene, facts, tickets.ticket[i]):
            won += points
        else:
            lost += points
    needed = turns_needed(scene, facts, chosen, scene.hand)
    chance = chance_in_time(scene, needed)
    return won * (2 * chance - 1) - lost + routes_worth(scene, facts, chosen, needed)


@compiled
def value_without(scene: Scene, facts: Facts, left_out: int) -> float:
    """The value of the tickets inside but one; the points of all others are lost."""
    kept, lost = scene.kept, 0.0
    kept.count = 0
    for i in range(scene.asked.count):
        ticket = scene.asked.ticket[i]
        if scene.inside[i] and i != left_out:
            kept.ticket[kept.count] = ticket
            kept.count += 1
        else:
            lost += facts.ticket_points[ticket]
    return value_of(scene, facts, kept, scene.trial) - lost


@compiled
def find_doubtful(scene: Scene, facts: Facts, chosen: Array) -> None:
    """Mark what it may be better to leave out: all if time or pieces are short, else the dear tickets."""
    needed = turns_needed(scene, facts, chosen, scene.hand)
    short = chance_in_time(scene, needed) < 1 or pieces_over(scene, facts, chosen) > 0
    copy_row(scene.price, scene.ways.price)
    for i in range(scene.asked.count):
        ticket = scene.asked.ticket[i]
        scene.doubtful[i] = short or way_of(scene, facts, ticket) > 2 * facts.ticket_points[ticket]


@compiled
def choose_tickets(scene: Scene, facts: Facts) -> float:
    """Leave out, one by one, the tickets without which the rest promises most."""
    count = scene.asked.count
    scene.inside[:] = 1
    best = value_of(scene, facts, scene.asked, scene.trial)
    find_doubtful(scene, facts, scene.trial)
    for _ in range(count):
        drop = -1
        for i in range(count):
            if scene.inside[i] and scene.doubtful[i]:
                value = value_without(scene, facts, i)
                if value > best:
                    best, drop = value, i
        if drop < 0:
            break
        scene.inside[drop] = 0
    return best


@compiled
def find_gains(scene: Scene, facts: Facts, plan: Array) -> None:
    """Write for each ticket on its own what it would add to a plan, as one that must be kept."""
    before = routes_worth(scene, facts, plan, turns_needed(scene, facts, plan, scene.hand))
    chosen = scene.trial
    for i in range(scene.asked.count):
        ticket = scene.asked.ticket[i]
        points = facts.ticket_points[ticket]
        scene.gain[i] = -points
        for route in range(facts.routes):
            scene.ways.price[route] = 0.0 if plan[route] else scene.price[route]
        if way_of(scene, facts, ticket) >= FAR:
            continue
        copy_row(plan, chosen)
        take_way(scene, facts, ticket, chosen)
        needed = turns_needed(scene, facts, chosen, scene.hand)
        more = routes_worth(scene, facts, chosen, needed) - before
        scene.gain[i] = max(scene.gain[i], points * (2 * chance_in_time(scene, needed) - 1) + more)
