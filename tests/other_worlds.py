"""Another world that a viewer cannot tell from this one, of either kind of game."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from semafor import Game
from semafor.games.lookup import kind_of
from tests import card_scramble
from tests.scramble import Scrambler

_SCRAMBLERS: dict[str, Callable[[Game, int | None, Random], Game]] = {
    "board": lambda game, viewer, chance: Scrambler(game, viewer, chance).scramble(),
    "cards": card_scramble.other_world,
}


def other_world(game: Game, viewer: int | None, chance: Random) -> Game:
    """Return a copy of the game that differs in everything the viewer cannot know."""
    return _SCRAMBLERS[kind_of(game.board).name](game, viewer, chance)
