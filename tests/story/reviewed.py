"""Short games that tests review, each reviewed once."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import semafor
from semafor import Game
from semafor.story.positions import Walked, walk
from semafor.story.review_model import Review
from semafor.story.reviewing import review

TINY = Path(semafor.__file__).parent / "gym" / "boards" / "tiny.toml"


@cache
def careless_game(board: str | Path, players: int, seed: int = 1) -> Game:
    """Return a finished random game; callers must not change it."""
    game, dice = Game.new(board, players=players, seed=seed), random.Random(seed)
    while not game.over:
        seat = game.pending[0]
        game.play(dice.choice(game.moves(seat)), seat)
    return game


@cache
def walked(board: str | Path, players: int) -> Walked:
    """Its positions."""
    return walk(careless_game(board, players).record())


@cache
def reviewed(board: str | Path, players: int) -> Review:
    """Its story."""
    return review(careless_game(board, players).record())
