"""Games by the engine's small decisions, and what a seat is shown of them as arrays."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np

from semafor import Game
from semafor.boards.model import Board
from semafor.games.arrays import Single


def positions(board: Board, players: int, seed: int, every: int) -> Iterator[tuple[Game, Random]]:
    """Yield positions of a random game at intervals of small decisions, also within moves."""
    game, chance = Game.new(board, players=players, seed=seed), Random(seed)
    table = Single(board, players, game.states)
    number = 0
    while not table.over:
        if number % every == 0 or number < 2 * players:
            yield game, chance
        seat = chance.choice(game.pending)
        table.apply(seat, int(chance.choice(np.flatnonzero(table.mask(seat)).tolist())))
        number += 1


def shown(game: Game, viewer: int) -> tuple[list[int], list[int]]:
    """Observation and mask of a seat."""
    table = Single(game.board, game.players, game.states)
    return table.observation(viewer).tolist(), table.mask(viewer).tolist()
