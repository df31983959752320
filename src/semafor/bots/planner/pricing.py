"""What the planner's compiled functions are given, and what routes cost, in points and turns."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from semafor.engine.compile import compiled
from semafor.engine.connections import FAR
from semafor.engine.state import (
    CARD_KINDS,
    GREY,
    NOBODY,
    PLACES,
    ROUTES,
    SEATS,
    TICKETS,
    WILD,
    Array,
    Facts,
    f8,
    record_of,
)
from semafor.engine.work import copy_row

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Scene = np.record
TicketList = np.record
i8, u1 = np.int64, np.uint8


class Taste(NamedTuple):
    """The weights of the planner, in points."""

    turn: float = 2.2
    """A turn spent claiming."""
    card: float = 1.5
    """A card of one colour that is still to be found."""
    any_card: float = 1.1
    """A card for a grey route that is still to be found."""
    held: float = 0.7
    """A card that is at hand."""
    piece: float = 0.5
    bonus: float = 0.3
    """How much of a route's points is taken off its price."""
    ferry: float = 0.8
    """A wild that a ferry asks for, besides the card."""
    tunnel: float = 1.0
    """A tunnel of three cards, besides the cards."""
    station: float = 9.0
    """An opponent's route used by a station."""
    time: float = 1.3
    """A turn, spent on anything; as a share of what routes bring in a turn until a board is known."""
    pace: float = 1.55
    """Useful cards drawn in a turn, at most."""
    colour_pace: float = 0.9
    """Cards of one colour that turn up in a turn."""
    spread: float = 0.2
    """How uncertain the number of turns is, as a share of it."""
    claim_rate: float = 0.4
    """Claims of an opponent in a turn."""


TICKET_LIST = record_of(("count", i8), ("ticket", i8, TICKETS))
SCENE = record_of(  # all that the value of a plan depends on, and working space
    ("taste", record_of(*((name, f8) for name in Taste._fields))),
    # what each route costs and brings
    ("cards", i8, ROUTES),
    ("colour", i8, ROUTES),
    ("ferry", i8, ROUTES),
    ("tunnel", i8, ROUTES),
    ("pieces", i8, ROUTES),
    ("kind", i8, ROUTES),
    ("points", f8, ROUTES),
    # who owns which routes, seen from one seat
    ("owner", i8, ROUTES),  # a seat, or NOBODY
    ("is_open", u1, ROUTES),  # to the seat
    ("seat", i8),
    ("players", i8),
    ("side", i8, SEATS),
    ("borrowed", f8),  # the price of using an opponent's route
    ("price", f8, ROUTES),  # nothing for own routes, FAR for those that cannot be had
    ("risk", f8, ROUTES),  # the chance of each to be taken by others within a round
    # what the seat has
    ("hand", i8, CARD_KINDS),
    ("stock", i8, 2),  # pieces, by kind
    ("turns", f8),  # that the seat may still have
    # the tickets that a question is about, and answers for each of them
    ("asked", TICKET_LIST),
    ("inside", u1, TICKETS),  # whether it is in the plan, or joined
    ("gain", f8, TICKETS),
    # working space
    ("ways", record_of(("price", f8, ROUTES), ("dist", f8, PLACES), ("via", i8, PLACES))),
    ("kept", TICKET_LIST),
    ("doubtful", u1, TICKETS),
    ("order", i8, TICKETS),
    ("direct", f8, TICKETS),
    ("parent", i8, PLACES),
    ("dearest", i8, ROUTES),
    ("trial", u1, ROUTES),
    ("other", u1, ROUTES),
    ("touched", f8, PLACES),
    ("appeal", f8, ROUTES),
    ("need", i8, 2),
    ("lack", f8, CARD_KINDS),
    ("left", f8, CARD_KINDS),
)

LEAST = 0.3
"""No free route is cheaper, or detours would be."""


@compiled
def richest(cards: Array) -> int:
    """The plain colour of which there is most."""
    best = 0
    for colour in range(1, WILD):
        if cards[colour] > cards[best]:
            best = colour
    return best


@compiled
def price_of(scene: Scene, route: int) -> float:
    """The price of a free route: cards, a turn and pieces, less part of its points."""
    taste, colour = scene.taste, scene.colour[route]
    have = scene.hand[richest(scene.hand) if colour == GREY else colour]
    missing = max(0, scene.cards[route] - have)
    card = taste.any_card if colour == GREY else taste.card
    price = taste.turn + card * missing + taste.held * (scene.cards[route] - missing)
    price += taste.piece * scene.pieces[route] + taste.ferry * scene.ferry[route]
    price += taste.tunnel * scene.tunnel[route] / 3 - taste.bonus * scene.points[route]
    return float(max(LEAST, price))


@compiled
def price_routes(scene: Scene, facts: Facts) -> None:
    """Write the prices: own routes are free, open ones have theirs, others' one for borrowing them."""
    for route in range(facts.routes):
        owner = scene.owner[route]
        scene.price[route] = FAR
        if owner != NOBODY:
            own = scene.side[owner] == scene.side[scene.seat]
            scene.price[route] = 0.0 if own else scene.borrowed
        elif scene.is_open[route]:
            scene.price[route] = price_of(scene, route)


@compiled
def touch_places(scene: Scene, facts: Facts, rival: int) -> None:
    """Write 1 for every place that the rival's side has reached."""
    scene.touched[:] = 0.0
    for route in range(facts.routes):
        owner = scene.owner[route]
        if owner != NOBODY and scene.side[owner] == scene.side[rival]:
            scene.touched[facts.route_a[route]] = 1.0
            scene.touched[facts.route_b[route]] = 1.0


@compiled
def risk_routes(scene: Scene, facts: Facts) -> None:
    """Write the risk of each route: opponents like points and grow their networks."""
    scene.risk[:] = 0.0
    for rival in range(scene.players):
        if scene.side[rival] == scene.side[scene.seat]:
            continue
        touch_places(scene, facts, rival)
        total = 0.0
        for route in range(facts.routes):
            ends = scene.touched[facts.route_a[route]] + scene.touched[facts.route_b[route]]
            appeal = 1.0 + 2.0 * ends + 0.25 * scene.points[route] if scene.is_open[route] else 0.0
            scene.appeal[route] = appeal
            total += appeal
        if total > 0:
            for route in range(facts.routes):
                scene.risk[route] += scene.taste.claim_rate * scene.appeal[route] / total


TUNNEL_SPARE = 0.6
"""Cards kept for a tunnel that turns up three."""


@compiled
def cards_for(scene: Scene, route: int) -> float:
    """Cards that a route takes besides the wilds of a ferry, with some kept for a tunnel."""
    return float(scene.cards[route] - scene.ferry[route] + TUNNEL_SPARE * scene.tunnel[route] / 3)


@compiled
def take_cards(scene: Scene, colour: int, need: float) -> None:
    """Take cards of a colour from what is left, and count those that it lacks."""
    used = min(need, scene.left[colour])
    scene.left[colour] -= used
    scene.lack[colour] += need - used


@compiled
def take_grey(scene: Scene, facts: Facts, chosen: Array) -> None:
    """Grey routes take what is left, the longest first and of the richest colour."""
    for cost in range(8, 0, -1):
        for route in range(facts.routes):
            if chosen[route] and scene.colour[route] == GREY and scene.cards[route] == cost:
                take_cards(scene, richest(scene.left), cards_for(scene, route))


@compiled
def take_coloured(scene: Scene, facts: Facts, chosen: Array) -> None:
    """Coloured routes take their colour; ferries the wilds."""
    for route in range(facts.routes):
        if chosen[route]:
            scene.lack[WILD] += scene.ferry[route]
            if scene.colour[route] != GREY:
                take_cards(scene, scene.colour[route], cards_for(scene, route))


@compiled
def find_lack(scene: Scene, facts: Facts, chosen: Array, hand: Array) -> None:
    """Write the cards of each kind that a hand lacks for the chosen routes, and what is left of it."""
    scene.lack[:] = 0.0
    copy_row(hand, scene.left)
    take_coloured(scene, facts, chosen)
    take_grey(scene, facts, chosen)
    used = min(scene.left[WILD], scene.lack[WILD])
    scene.left[WILD] -= used
    scene.lack[WILD] -= used


@compiled
def turns_for_lack(scene: Scene) -> float:
    """Turns of drawing that the lack means; wilds at hand fill the worst gaps."""
    wilds = scene.left[WILD]
    total, most = -wilds, 0.0
    for card in range(CARD_KINDS):
        weight = 1.6 if card == WILD else 1.0
        total += weight * scene.lack[card]
        most = max(most, scene.lack[card])
    return float(max(0.0, total / scene.taste.pace, (most - wilds) / scene.taste.colour_pace))


@compiled
def turns_needed(scene: Scene, facts: Facts, chosen: Array, hand: Array) -> float:
    """Turns to draw the cards for the chosen routes and to claim them."""
    find_lack(scene, facts, chosen, hand)
    claims = 0
    for route in range(facts.routes):
        claims += chosen[route]
    return turns_for_lack(scene) + claims
