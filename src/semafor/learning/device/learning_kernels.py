"""The kernels of learning: what a seat can work out, and what a step brought."""

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from semafor.bots.learned.features import (
    ends_of_tickets,
    mark_ways,
    take_glance,
    write_card_features,
    write_marks,
)
from semafor.engine.bits import has
from semafor.engine.connections import find_distances
from semafor.engine.state import PLACES
from semafor.games.kind import Kind
from semafor.gym.device.driver import kept, load_cuda
from semafor.learning.crowd import settle_game

cuda = load_cuda()  # a name of this module: the simulator puts its own there while a kernel runs


class LearningKernels(NamedTuple):
    """All kernels for one kind of game; the Card Game has no ways to measure."""

    glance: Any
    measure: Any
    write: Any
    settle: Any


class Maps(NamedTuple):
    """What features of board games are worked out with: prices of routes, a desk a game, what seats saw."""

    prices: Any
    desks: Any
    glances: Any
    stale: Any
    """Whether the ways of the seat to decide must be found anew, by game."""


class Trip(NamedTuple):
    """Working space for the ways from one place (see `engine.ways`)."""

    price: Any
    dist: Any
    via: Any


def glance_at_map(states: Any, facts: Any, to_play: Any, maps: Maps) -> None:
    """Say which games' ways must be found anew, and from which places: one thread a game."""
    game = cuda.grid(1)
    if game < maps.stale.size:
        seat = int(np.int64(to_play[game]))
        desk, glance = maps.desks[game], maps.glances[game, seat]
        maps.stale[game] = take_glance(states[game], facts[0], maps.prices, seat, desk, glance)
        if maps.stale[game]:
            desk.measured = ends_of_tickets(facts[0], glance)


def measure(facts: Any, maps: Maps) -> None:
    """Find the ways from one of those places: one thread a place, so that a game's are found side by side."""
    me = cuda.grid(1)
    game = me // PLACES
    place = me - game * PLACES
    if game < maps.stale.size and maps.stale[game]:
        desk = maps.desks[game]
        if has(desk.measured, place):
            via = cuda.local.array(PLACES, np.int16)
            trip: Any = Trip(desk.ways.price, desk.dist[place], via)
            find_distances(facts[0], trip, place)


def write_map(states: Any, facts: Any, to_play: Any, maps: Maps, first: Any, rows: Any) -> None:
    """Write the features of board games into rows, from the byte `first` on: one thread a game."""
    game = cuda.grid(1)
    if game < rows.shape[0]:
        seat = int(np.int64(to_play[game]))
        glance = maps.glances[game, seat]
        if maps.stale[game]:
            mark_ways(facts[0], maps.desks[game], glance)
        write_marks(states[game], facts[0], seat, glance, rows[game][first:])


def write_cards(states: Any, facts: Any, to_play: Any, _maps: Maps, first: Any, rows: Any) -> None:
    """The same of Card Games, which have no map."""
    game = cuda.grid(1)
    if game < rows.shape[0]:
        write_card_features(states[game], facts[0], int(np.int64(to_play[game])), rows[game][first:])


def settle(states: Any, facts: Any, outcome: Any, numbers: Any, points: Any, paid: Any, gained: Any) -> None:
    """Write what the last step brought every seat."""
    game = cuda.grid(1)
    if game < paid.shape[0]:
        settle_game(states[game], facts[0], outcome, game, numbers, points[game], paid[game], gained[game])


def kernels_of(kind: Kind) -> LearningKernels:
    """Return the kernels for a kind of game, compiled when they are first launched."""
    return _kernels(kind.pick(board=write_map, cards=write_cards))


@lru_cache(maxsize=2)
def _kernels(write: Any) -> LearningKernels:
    jit = kept()
    return LearningKernels(*map(jit, (glance_at_map, measure, write, settle)))
