"""The kernels of learning, one thread a game: what a seat can work out, and what a step brought."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from semafor.bots.learned.compiled.card_features import write_card_features
from semafor.bots.learned.compiled.map_features import write_map_features
from semafor.gym.device.driver import load_cuda
from semafor.kinds.base import KindName
from semafor.learning.compiled.points import settle_game

cuda = load_cuda()  # a name of this module: the simulator puts its own there while a kernel runs


class Kernels(NamedTuple):
    """All kernels for one kind of game."""

    look: Any
    settle: Any


class Maps(NamedTuple):
    """What features of board games are worked out with: prices of routes, a desk a game, what seats saw."""

    prices: Any
    desks: Any
    glances: Any


def look_at_map(states: Any, facts: Any, to_play: Any, maps: Maps, first: Any, rows: Any) -> None:
    """Write the features of board games into rows, from the byte `first` on."""
    game = cuda.grid(1)
    if game < rows.shape[0]:
        seat = int(np.int64(to_play[game]))
        glance, left = maps.glances[game, seat], rows[game][first:]
        write_map_features(states[game], facts[0], maps.prices, seat, maps.desks[game], glance, left)


def look_at_cards(states: Any, facts: Any, to_play: Any, _maps: Maps, first: Any, rows: Any) -> None:
    """The same of Card Games, which have no map."""
    game = cuda.grid(1)
    if game < rows.shape[0]:
        write_card_features(states[game], facts[0], int(np.int64(to_play[game])), rows[game][first:])


def settle(states: Any, facts: Any, outcome: Any, numbers: Any, points: Any, paid: Any, gained: Any) -> None:
    """Write what the last step brought every seat."""
    game = cuda.grid(1)
    if game < paid.shape[0]:
        settle_game(states[game], facts[0], outcome, game, numbers, points[game], paid[game], gained[game])


_LOOKS = {"board": look_at_map, "cards": look_at_cards}


@lru_cache(maxsize=2)
def kernels_of(kind: KindName) -> Kernels:
    """The kernels for a kind of game, compiled when they are first launched."""
    return Kernels(look=cuda.jit(_LOOKS[kind]), settle=cuda.jit(settle))
