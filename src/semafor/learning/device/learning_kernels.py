"""The kernels of training: features of the seats to decide, and rewards."""

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from semafor.bots.learned.features import (
    ends_of_tickets,
    mark_ways,
    update_cache,
    write_card_features,
    write_marks,
)
from semafor.engine.bits import has
from semafor.engine.connections import find_distances
from semafor.engine.state import PLACES
from semafor.gym.device.driver import kept, load_cuda
from semafor.learning.game_pool import settle_game

cuda = load_cuda()  # a module-level name, because the simulator replaces it while a kernel runs


class LearningKernels(NamedTuple):
    """All kernels for one kind of game; the Card Game has no paths to measure."""

    cache: Any
    measure: Any
    write: Any
    settle: Any


class Maps(NamedTuple):
    """Arrays for the features of board games: prices of routes, paths by game, caches by seat."""

    prices: Any
    paths: Any
    caches: Any
    stale: Any
    """Whether the paths of the seat to decide must be computed again, by game."""


class Trip(NamedTuple):
    """Working space for the paths from one place (see `engine.connections`)."""

    price: Any
    dist: Any
    via: Any


def update_caches(states: Any, facts: Any, to_play: Any, maps: Maps) -> None:
    """Find the games whose paths must be computed again, and from which places: one thread per game."""
    game = cuda.grid(1)
    if game < maps.stale.size:
        seat = int(np.int64(to_play[game]))
        paths, cache = maps.paths[game], maps.caches[game, seat]
        maps.stale[game] = update_cache(states[game], facts[0], maps.prices, seat, paths, cache)
        if maps.stale[game]:
            paths.measured = ends_of_tickets(facts[0], cache)


def measure(facts: Any, maps: Maps) -> None:
    """Compute the paths from one of those places: one thread per place, so that a game's run in parallel."""
    me = cuda.grid(1)
    game = me // PLACES
    place = me - game * PLACES
    if game < maps.stale.size and maps.stale[game]:
        paths = maps.paths[game]
        if has(paths.measured, place):
            via = cuda.local.array(PLACES, np.int16)
            trip: Any = Trip(paths.ways.price, paths.dist[place], via)
            find_distances(facts[0], trip, place)


def write_map(states: Any, facts: Any, to_play: Any, maps: Maps, first: Any, rows: Any) -> None:
    """Write the features of board games into rows, starting at byte `first`: one thread per game."""
    game = cuda.grid(1)
    if game < rows.shape[0]:
        seat = int(np.int64(to_play[game]))
        cache = maps.caches[game, seat]
        if maps.stale[game]:
            mark_ways(facts[0], maps.paths[game], cache)
        write_marks(states[game], facts[0], seat, cache, rows[game][first:])


def write_cards(states: Any, facts: Any, to_play: Any, maps: Maps, first: Any, rows: Any) -> None:
    """Write the features of Card Games, which have no map."""
    game = cuda.grid(1)
    if game < rows.shape[0]:
        seat, unused = int(np.int64(to_play[game])), maps.caches[0, 0]
        out = rows[game][first:]
        write_card_features(states[game], facts[0], seat, maps.prices, maps.paths[0], unused, out)


def settle(states: Any, facts: Any, outcome: Any, numbers: Any, points: Any, paid: Any, gained: Any) -> None:
    """Write the rewards of every seat in the last step."""
    game = cuda.grid(1)
    if game < paid.shape[0]:
        settle_game(states[game], facts[0], outcome, game, numbers, points[game], paid[game], gained[game])


@lru_cache(maxsize=2)
def kernels_of(on_map: bool) -> LearningKernels:
    """Return the kernels for games with or without a map, compiled when they are first launched."""
    jit = kept()
    write: Any = write_map if on_map else write_cards
    return LearningKernels(jit(update_caches), jit(measure), jit(write), jit(settle))
