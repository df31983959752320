"""The best use of stations, against every combination tried with plain sets (EUR-10)."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import TYPE_CHECKING

import numpy as np
import pytest
from raw_games import Setup, result_of
from recount import completed, lent, parts_of, sides_of

from semafor.boards.load import load_board
from semafor.engine.state import STATE, Array

if TYPE_CHECKING:
    from recount import Side

EUROPE = load_board("europe")


def end_of_game(seed: int, players: int) -> Array:
    """A made-up end: routes, stations and tickets dealt out at random."""
    chance = Random(seed)
    states = np.zeros(1, STATE)
    states["players"] = players
    for route in range(len(EUROPE.routes)):
        if chance.random() < 0.7:
            states["owned"][0, chance.randrange(players), route // 64] |= np.uint64(1 << route % 64)
    sites = chance.sample(range(len(EUROPE.places)), 3 * players)
    for seat in range(players):
        states["stations"][0, seat] = sum(1 << sites.pop() for _ in range(chance.randint(0, 3)))
        states["tickets"][0, seat] = sum(1 << n for n in chance.sample(range(46), 7))
    return states


def best_by_trying(side: Side, sides: list[Side]) -> tuple[int, int]:
    """Points and completed tickets of the best combination."""
    held = [EUROPE.tickets[n] for n in side.tickets]
    ends = [[None, *lent(EUROPE, side, sides, station)] for station in side.stations]
    own = [(EUROPE.routes[n].a, EUROPE.routes[n].b) for n in side.routes]
    best = (-10_000, 0)
    for chosen in product(*ends):
        parts = joined([*own, *(pair for pair in chosen if pair)])
        done = [parts.get(t.a, t.a) == parts.get(t.b, t.b) for t in held]
        points = sum(t.points if is_done else -t.points for t, is_done in zip(held, done, strict=True))
        best = max(best, (points, sum(done)))
    return best


def joined(pairs: list[tuple[str, str]]) -> dict[str, str]:
    """A name for the component of every place, by walking from each."""
    home: dict[str, str] = {}
    for start in sorted({place for pair in pairs for place in pair}):
        waiting = [start] if start not in home else []
        while waiting:
            here = waiting.pop()
            if here not in home:
                home[here] = start
                waiting += [b if a == here else a for a, b in pairs if here in (a, b)]
    return home


@pytest.mark.parametrize("players", [2, 3, 5])
def test_best_use_of_stations(players: int) -> None:
    for seed in range(10):
        state = end_of_game(seed, players)[0]
        result = result_of(state, Setup(EUROPE, players, seed).facts)
        sides = sides_of(EUROPE, state)
        for number, side in enumerate(sides):
            found = (result.tickets[number], result.completed_count[number])
            assert found == best_by_trying(side, sides)
            without = completed(parts_of(EUROPE, side.routes), [EUROPE.tickets[n] for n in side.tickets])
            assert result.completed_count[number] >= sum(without)
