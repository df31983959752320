"""Whatever a seat cannot know may be changed: its hint, the reasons and the runner-up stay the same."""

from __future__ import annotations

from random import Random

import pytest

from semafor import Game
from semafor.bots import make_bot
from semafor.moves import Move
from semafor.server.workers.hints import ADVISER, explain, runner_up
from semafor.words import Phrase
from tests import card_scramble, other_worlds

Told = tuple[Move, tuple[tuple[Phrase, ...], tuple[str, ...]], Move | None]


def told(game: Game, seat: int) -> Told:
    """Return the contents of a hint."""
    view, moves = game.view(seat), game.moves(seat)
    best = make_bot(ADVISER, game.board, 3).choose(view, list(moves))
    assert not isinstance(best, str)
    return best, explain(game.board, view, best), runner_up(game.board, view, moves)


@pytest.mark.parametrize(
    ("board", "players"), [("usa", 2), ("europe", 3), ("iberia", 2), ("asia", 4), ("cardgame", 3)]
)
def test_a_hint_tells_nothing_hidden(board: str, players: int) -> None:
    game, chance = Game.new(board, players=players, seed=board), Random(board)
    other_world = card_scramble.other_world if board == "cardgame" else other_worlds.other_world
    for _ in range(5):
        for _ in range(16):
            game.play(chance.choice(game.moves(game.pending[0])), game.pending[0])
        seat = game.pending[0]
        assert told(game, seat) == told(other_world(game, seat, chance), seat)
