"""Sides: a side is a seat, or two partners who share points, racks and a network (ASI-1, ASI-2)."""

from __future__ import annotations

import numpy as np

from semafor.engine.compile import rule
from semafor.engine.state import CARD_KINDS, Facts, State


@rule
def side_of(facts: Facts, seat: int) -> int:
    """The side a seat plays for."""
    return seat // 2 if facts.team_size == 2 else seat


@rule
def sides(state: State, facts: Facts) -> int:
    """How many sides play."""
    return side_of(facts, state.players)


@rule
def in_teams(facts: Facts) -> bool:
    """Whether partners share racks."""
    return facts.team_size > 1


@rule
def cards_of(state: State, facts: Facts, seat: int, card: int) -> int:
    """ASI-7: cards of a kind that the seat can pay with, from hand and rack."""
    number = int(state.hand[seat, card])
    if in_teams(facts):
        number += int(state.rack[side_of(facts, seat), card])
    return number


@rule
def hand_size(state: State, seat: int) -> int:
    """Cards in a hand."""
    total = 0
    for card in range(CARD_KINDS):
        total += int(state.hand[seat, card])
    return total


@rule
def pieces_of_side(state: State, facts: Facts, side: int) -> int:
    """BER-9, ASI-17: pieces left to a side, of both kinds and both partners together."""
    total = 0
    for partner in range(facts.team_size):
        seat = side * facts.team_size + partner
        total += int(state.pieces[seat, 0]) + int(state.pieces[seat, 1])
    return total


@rule
def network_of_side(state: State, facts: Facts, side: int, word: int) -> np.uint64:
    """One word of the set of routes that a side owns."""
    routes = np.uint64(0)
    for partner in range(facts.team_size):
        routes |= state.owned[side * facts.team_size + partner, word]
    return routes
