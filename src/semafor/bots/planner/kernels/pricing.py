"""What each route costs a seat now, and how likely it is that someone else takes it."""

from __future__ import annotations

import numpy as np

from semafor.bots.planner.kernels.compile import fast
from semafor.bots.planner.kernels.records import GREY, WILD, Array, Floats, Ints, Net, Taste, Tracks
from semafor.bots.planner.kernels.ways import BLOCKED

LEAST = 0.3
"""No free route is cheaper, or detours would be."""
NOBODY = -1


@fast
def open_routes(net: Net, owner: Ints, seat: int, is_open: Array) -> None:
    """BASE-14: the free routes that the seat may still claim."""
    taken = np.zeros(owner.size, np.int64)
    mine = np.zeros(owner.size, np.uint8)
    for route in range(owner.size):
        if owner[route] != NOBODY:
            taken[net.group[route]] += 1
            if owner[route] == seat:
                mine[net.group[route]] = 1
    for route in range(owner.size):
        group = net.group[route]
        is_open[route] = owner[route] == NOBODY and mine[group] == 0 and taken[group] < net.limit[route]


@fast
def price_of(tracks: Tracks, route: int, hand: Ints, taste: Taste) -> float:
    """The price of a free route: cards, a turn and pieces, less part of its points."""
    colour = tracks.colour[route]
    have = hand[:WILD].max() if colour == GREY else hand[colour]
    missing = max(0, tracks.cards[route] - have)
    card = taste.any_card if colour == GREY else taste.card
    price = taste.turn + card * missing + taste.held * (tracks.cards[route] - missing)
    price += taste.piece * tracks.pieces[route] + taste.ferry * tracks.ferry[route]
    price += taste.tunnel * tracks.tunnel[route] / 3 - taste.bonus * tracks.points[route]
    return max(LEAST, price)


@fast
def price_routes(
    net: Net, tracks: Tracks, owner: Ints, side: Ints, seat: int, hand: Ints, borrowed: float, taste: Taste,
    is_open: Array, price: Floats,
) -> None:
    """Own routes are free, open ones have their price, others' one for borrowing them."""
    open_routes(net, owner, seat, is_open)
    for route in range(owner.size):
        if owner[route] != NOBODY:
            price[route] = 0.0 if side[owner[route]] == side[seat] else borrowed
        else:
            price[route] = price_of(tracks, route, hand, taste) if is_open[route] else BLOCKED


@fast
def risk_routes(
    net: Net, tracks: Tracks, owner: Ints, side: Ints, seat: int, is_open: Array, taste: Taste, risk: Floats
) -> None:
    """The chance that some opponent takes a route within a round: they like points and grow their networks."""
    risk[:] = 0.0
    for rival in range(side.size):
        if side[rival] == side[seat]:
            continue
        touched = np.zeros(net.first.size - 1, np.float64)
        for route in range(owner.size):
            if owner[route] != NOBODY and side[owner[route]] == side[rival]:
                touched[net.ends[route, 0]] = 1.0
                touched[net.ends[route, 1]] = 1.0
        appeal = np.zeros(owner.size, np.float64)
        for route in range(owner.size):
            if is_open[route]:
                ends = touched[net.ends[route, 0]] + touched[net.ends[route, 1]]
                appeal[route] = 1.0 + 2.0 * ends + 0.25 * tracks.points[route]
        if appeal.sum() > 0:
            risk += taste.claim_rate * appeal / appeal.sum()
