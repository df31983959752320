"""Whole games of random moves through the public API."""

from __future__ import annotations

import random
from functools import cache

from semafor import Game


@cache
def random_game(board: str, players: int, seed: int = 1) -> Game:
    """A finished game; callers must not change it."""
    game, dice = Game.new(board, players=players, seed=seed), random.Random(seed)
    while not game.over:
        seat = dice.choice(game.pending)
        game.play(dice.choice(game.moves(seat)), seat)
    return game
