"""Claiming: which routes a seat may claim, which payments it may choose, and what a claim does."""

import numpy as np

from semafor.engine.bits import bit, count, span
from semafor.engine.compile import compiled
from semafor.engine.state import (
    COLOURS,
    GREY,
    LONGEST_COST,
    WILD,
    WORDS,
    Facts,
    State,
)
from semafor.engine.teams import cards_of, side_of


@compiled
def claimable(state: State, facts: Facts, seat: int) -> tuple[np.uint64, np.uint64]:
    """BASE-10..12, BASE-14, BASE-15, BER-4, BER-5: both words of the set of routes the seat can claim now."""
    wilds = cards_of(state, facts, seat, WILD)
    low = high = np.uint64(0)
    for colour in range(COLOURS):
        cards = min(LONGEST_COST, cards_of(state, facts, seat, colour) + wilds)
        low |= facts.payable[colour, cards, 0]
        high |= facts.payable[colour, cards, 1]
    trains, others = min(LONGEST_COST, state.pieces[seat, 0]), min(LONGEST_COST, state.pieces[seat, 1])
    wilds = min(LONGEST_COST, wilds)
    low &= (facts.fits[0, trains, 0] | facts.fits[1, others, 0]) & facts.ferry_ok[wilds, 0]
    high &= (facts.fits[0, trains, 1] | facts.fits[1, others, 1]) & facts.ferry_ok[wilds, 1]
    return low & state.open[seat, 0], high & state.open[seat, 1]


@compiled
def payments(state: State, facts: Facts, seat: int, cost: int, colour: int, ferry: int) -> np.uint64:
    """BASE-10, BASE-11, BASE-15: the ways to pay with at least one plain card, as bits 8 c + w."""
    wilds = cards_of(state, facts, seat, WILD)
    ways = np.uint64(0)
    for plain in range(COLOURS):
        if colour == GREY or colour == plain:
            fewest = max(ferry, cost - cards_of(state, facts, seat, plain))
            most = min(cost - 1, wilds)
            if fewest <= most:
                ways |= span(fewest, most) << np.uint64(plain * LONGEST_COST)
    return ways


@compiled
def can_pay_wild(state: State, facts: Facts, seat: int, cost: int) -> bool:
    """BASE-10, BASE-11: whether wilds alone are enough."""
    return cards_of(state, facts, seat, WILD) >= cost


@compiled
def close_strands(state: State, facts: Facts, seat: int, route: int) -> None:
    """BASE-14, ASI-12..15: close a claimed route for all, its twins for the owner or for all at the limit."""
    taken = 0
    for word in range(WORDS):
        for other in range(state.players):
            taken += count(facts.strands[route, word] & state.owned[other, word])
    all_closed = taken >= facts.strand_limit[state.players, route]
    for other in range(state.players):
        if all_closed or other == seat:
            for word in range(WORDS):
                state.open[other, word] &= ~facts.strands[route, word]
        else:
            state.open[other, route // 64] &= ~bit(route % 64)


@compiled
def own_route(state: State, facts: Facts, seat: int, route: int) -> None:
    """BASE-12, BASE-13: the pieces go on the board and the points are scored at once."""
    state.owned[seat, route // 64] |= bit(route % 64)
    state.pieces[seat, facts.route_kind[route]] -= facts.route_pieces[route]
    state.score[side_of(facts, seat)] += facts.route_points[route]
    close_strands(state, facts, seat, route)
