"""What a way adds to a plan, and adopting it."""

from __future__ import annotations

import numpy as np

from semafor.bots.search.records import Desk
from semafor.engine.bits import bit, lowest, without_lowest
from semafor.engine.compile import compiled
from semafor.engine.state import WORDS, Array, Facts
from semafor.engine.ways import FAR, other_end


@compiled
def measure_way(facts: Facts, desk: Desk, a: int, b: int) -> None:
    """Add what the way found last still takes: pieces of both kinds, cards, routes."""
    here = b
    while here != a:
        route = desk.ways.via[here]
        if desk.ways.price[route] > 0:
            desk.sizes[facts.route_kind[route]] += facts.route_pieces[route]
            desk.sizes[2] += facts.route_cost[route]
            desk.sizes[3] += 1
        here = other_end(facts, route, here)


@compiled
def adopt_way(facts: Facts, desk: Desk, a: int, b: int, want: Array) -> None:
    """Plan the way found last: from now on its routes cost nothing, and their strands are no use."""
    here = b
    while here != a:
        route = desk.ways.via[here]
        if desk.ways.price[route] > 0:
            want[route // 64] |= bit(route % 64)
            block_strands(facts, desk, route)
            desk.ways.price[route] = 0
        here = other_end(facts, route, here)


@compiled
def block_strands(facts: Facts, desk: Desk, route: int) -> None:
    """The parallel strands of a planned route are out of the question."""
    for word in range(WORDS):
        strands = facts.strands[route, word]
        while strands != np.uint64(0):
            twin = 64 * word + lowest(strands)
            strands = without_lowest(strands)
            if desk.ways.price[twin] > 0:
                desk.ways.price[twin] = FAR
