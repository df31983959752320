"""What each route costs a seat now, and how likely it is that someone else takes it."""

from __future__ import annotations

import numpy as np

from semafor.bots.planner.kernels.records import GREY, WILD, Array, Floats, Ints, Net, Sight, Taste, Tracks
from semafor.engine.compile import compiled
from semafor.engine.ways import FAR

LEAST = 0.3
"""No free route is cheaper, or detours would be."""
NOBODY = -1


@compiled(allocates=True)
def open_routes(net: Net, sight: Sight) -> Array:
    """BASE-14: the free routes that the seat may still claim."""
    owner = sight.owner
    taken, mine = np.zeros(owner.size, np.int64), np.zeros(owner.size, np.uint8)
    for route in range(owner.size):
        if owner[route] != NOBODY:
            taken[net.group[route]] += 1
            if owner[route] == sight.seat:
                mine[net.group[route]] = 1
    is_open = np.zeros(owner.size, np.uint8)
    for route in range(owner.size):
        group = net.group[route]
        is_open[route] = owner[route] == NOBODY and mine[group] == 0 and taken[group] < net.limit[route]
    return is_open


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
def price_routes(tracks: Tracks, sight: Sight, is_open: Array, hand: Ints, taste: Taste) -> Floats:
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
def touched_by(net: Net, sight: Sight, rival: int) -> Floats:
    """1 for every place that the rival's side has reached."""
    touched = np.zeros(net.places, np.float64)
    for route in range(sight.owner.size):
        owner = sight.owner[route]
        if owner != NOBODY and sight.side[owner] == sight.side[rival]:
            touched[net.route_a[route]] = 1.0
            touched[net.route_b[route]] = 1.0
    return touched


@compiled(allocates=True)
def risk_routes(net: Net, tracks: Tracks, sight: Sight, is_open: Array, claim_rate: float) -> Floats:
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
