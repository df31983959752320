"""Which cards a set of routes still asks for, and how long it takes to find them."""

from __future__ import annotations

import numpy as np

from semafor.bots.planner.kernels.records import GREY, KINDS_OF_CARD, WILD, Array, Floats, Ints, Taste, Tracks
from semafor.engine.compile import compiled

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
