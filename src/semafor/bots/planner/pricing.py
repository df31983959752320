"""What the compiled functions are given, as tuples of arrays."""

from collections.abc import Callable
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from semafor.engine import connections as ways
from semafor.engine.compile import compiled
from semafor.engine.connections import FAR

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Array = NDArray[Any]

GREY = 8
WILD = 8
KINDS_OF_CARD = 9


class Net(NamedTuple):
    """A map: its graph under the names of the engine's facts, and its bundles of strands."""

    places: int
    at: Ints
    route_at: Ints
    place_at: Ints
    route_a: Ints
    route_b: Ints
    group: Ints
    """The number of each route's bundle of parallel strands."""
    limit: Ints
    """How many strands of its bundle may be taken."""


class Paths(NamedTuple):
    """Working space of the search for ways, by prices in points."""

    price: Floats
    dist: Floats
    via: Ints


class Tracks(NamedTuple):
    """What each route costs and brings."""

    cards: Ints
    colour: Ints
    ferry: Ints
    tunnel: Ints
    pieces: Ints
    kind: Ints
    points: Floats


class RouteOwners(NamedTuple):
    """Who owns which routes, seen from one seat."""

    owner: Ints
    """The seat that owns each route, or -1."""
    side: Ints
    """By seat."""
    seat: int
    borrowed: float
    """The price of using an opponent's route."""


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


class Scene(NamedTuple):
    """All that the value of a plan depends on."""

    net: Net
    tracks: Tracks
    price: Floats
    """Of each route; nothing for own ones, FAR for those that cannot be had."""
    hand: Ints
    """Cards of each kind."""
    pieces: Ints
    """By kind of piece."""
    turns: float
    """Turns that the seat may still have."""
    taste: Taste


LEAST = 0.3
"""No free route is cheaper, or detours would be."""
NOBODY = -1


@compiled(allocates=True)
def price_of(tracks: Tracks, route: int, hand: Ints, taste: Taste) -> float:
    """The price of a free route: cards, a turn and pieces, less part of its points."""
    colour = tracks.colour[route]
    have = hand[:WILD].max() if colour == GREY else hand[colour]
    missing = max(0, tracks.cards[route] - have)
    card = taste.any_card if colour == GREY else taste.card
    price = taste.turn + card * missing + taste.held * (tracks.cards[route] - missing)
    price += taste.piece * tracks.pieces[route] + taste.ferry * tracks.ferry[route]
    price += taste.tunnel * tracks.tunnel[route] / 3 - taste.bonus * tracks.points[route]
    return float(max(LEAST, price))


@compiled(allocates=True)
def price_routes(tracks: Tracks, sight: RouteOwners, is_open: Array, hand: Ints, taste: Taste) -> Floats:
    """Own routes are free, open ones have their price, others' one for borrowing them."""
    price = np.full(is_open.size, float(FAR))
    for route in range(price.size):
        owner = sight.owner[route]
        if owner != NOBODY:
            price[route] = 0.0 if sight.side[owner] == sight.side[sight.seat] else sight.borrowed
        elif is_open[route]:
            price[route] = price_of(tracks, route, hand, taste)
    return price


@compiled(allocates=True)
def touched_by(net: Net, sight: RouteOwners, rival: int) -> Floats:
    """1 for every place that the rival's side has reached."""
    touched = np.zeros(net.places, np.float64)
    for route in range(sight.owner.size):
        owner = sight.owner[route]
        if owner != NOBODY and sight.side[owner] == sight.side[rival]:
            touched[net.route_a[route]] = 1.0
            touched[net.route_b[route]] = 1.0
    return touched


@compiled(allocates=True)
def risk_routes(net: Net, tracks: Tracks, sight: RouteOwners, is_open: Array, claim_rate: float) -> Floats:
    """The chance of a route to be taken within a round: opponents like points and grow their networks."""
    risk = np.zeros(is_open.size, np.float64)
    for rival in range(sight.side.size):
        if sight.side[rival] == sight.side[sight.seat]:
            continue
        touched = touched_by(net, sight, rival)
        appeal = np.zeros(is_open.size, np.float64)
        for route in range(is_open.size):
            if is_open[route]:
                ends = touched[net.route_a[route]] + touched[net.route_b[route]]
                appeal[route] = 1.0 + 2.0 * ends + 0.25 * tracks.points[route]
        if appeal.sum() > 0:
            risk += claim_rate * appeal / appeal.sum()
    return risk


TUNNEL_SPARE = 0.6
"""Cards kept for a tunnel that turns up three."""


@compiled(allocates=True)
def richest(left: Floats) -> int:
    """The plain colour of which there is most."""
    best = 0
    for colour in range(1, WILD):
        if left[colour] > left[best]:
            best = colour
    return best


@compiled(allocates=True)
def take_grey(tracks: Tracks, chosen: Array, left: Floats, lack: Floats) -> None:
    """Grey routes take what is left, the longest first and of the richest colour."""
    for cost in range(8, 0, -1):
        for route in range(chosen.size):
            if chosen[route] and tracks.colour[route] == GREY and tracks.cards[route] == cost:
                need = cost - tracks.ferry[route] + TUNNEL_SPARE * tracks.tunnel[route] / 3
                colour = richest(left)
                used = min(need, left[colour])
                left[colour] -= used
                lack[colour] += need - used


@compiled(allocates=True)
def take_coloured(tracks: Tracks, chosen: Array, left: Floats, lack: Floats) -> None:
    """Coloured routes take their colour; ferries the wilds."""
    for route in range(chosen.size):
        if chosen[route] == 0:
            continue
        lack[WILD] += tracks.ferry[route]
        colour = tracks.colour[route]
        if colour != GREY:
            need = tracks.cards[route] - tracks.ferry[route] + TUNNEL_SPARE * tracks.tunnel[route] / 3
            used = min(need, left[colour])
            left[colour] -= used
            lack[colour] += need - used


@compiled(allocates=True)
def find_lack(tracks: Tracks, chosen: Array, hand: Ints, lack: Floats, left: Floats) -> float:
    """Cards of each kind that the hand lacks for the chosen routes, and what is left of it; the sum."""
    lack[:] = 0.0
    for card in range(KINDS_OF_CARD):
        left[card] = float(hand[card])
    take_coloured(tracks, chosen, left, lack)
    take_grey(tracks, chosen, left, lack)
    used = min(left[WILD], lack[WILD])
    left[WILD] -= used
    lack[WILD] -= used
    return float(lack.sum())


@compiled(allocates=True)
def turns_for(lack: Floats, wilds: float, taste: Taste) -> float:
    """Turns of drawing that the lack means; wilds at hand fill the worst gaps."""
    total, most = -wilds, 0.0
    for card in range(KINDS_OF_CARD):
        weight = 1.6 if card == WILD else 1.0
        total += weight * lack[card]
        most = max(most, lack[card])
    return max(0.0, total / taste.pace, (most - wilds) / taste.colour_pace)


@compiled(allocates=True)
def turns_needed(tracks: Tracks, chosen: Array, hand: Ints, taste: Taste) -> float:
    """Turns to draw the cards for the chosen routes and to claim them."""
    lack, left = np.empty(KINDS_OF_CARD, np.float64), np.empty(KINDS_OF_CARD, np.float64)
    find_lack(tracks, chosen, hand, lack, left)
    return float(turns_for(lack, left[WILD], taste) + chosen.sum())


find_way = cast("Callable[[Net, Paths, int, int], float]", cast("Any", ways.find_way))
other_end = cast("Callable[[Net, int, int], int]", cast("Any", ways.other_end))
