"""Anyone's policy at a table: it sees what training saw, and its actions become moves."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import numpy as np
import pytest

from semafor import BadSetup, Board, Game, board_names, load_board
from semafor.bots import choose_move, make_bot
from semafor.bots.bridge import Bridge, Mask, Observation, PolicyBot
from semafor.games.arrays import Single
from semafor.moves import Move
from semafor.view import View

LOOKED_AT = 4
"""Number of decisions between two comparisons with the real game."""


class LastAction:
    """A policy that takes the last legal action and counts its calls."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self, observation: Observation, mask: Mask) -> int:
        assert observation.dtype == np.uint8
        self.asked += 1
        return int(np.flatnonzero(mask)[-1])


def make_policy_bot(board: Board, seed: int, argument: str = "") -> PolicyBot:
    """A bot that is named `test_bridge:make_policy_bot@argument`."""
    del seed
    if argument not in ("", "last"):
        raise BadSetup("unknown-bot", bot=argument, bots=[])
    return PolicyBot(board, LastAction())


class TextBot:
    """A bot that returns the text of its move."""

    def choose(self, view: View, moves: Sequence[Move]) -> str:
        """The last move."""
        del view
        return str(moves[-1])


@pytest.mark.parametrize("board", board_names())
def test_a_policy_sees_from_views_what_training_saw(board: str) -> None:
    played = load_board(board)
    players = min(played.options.players)
    game, chance = Game.new(played, players=players, seed=8), Random(8)
    bridges = [Bridge(played) for _ in range(players)]
    for step in range(80):
        if game.over:
            break
        seat = chance.choice(game.pending)
        moves, real = game.moves(seat), Single(played, players, game.states.copy())
        observation, mask = bridges[seat].observe(game.view(seat), moves)
        if step % LOOKED_AT == 0:
            assert (observation == real.observation(seat)).all()
            assert (mask <= real.mask(seat)).all()
        move = None
        while move is None:
            move = bridges[seat].move_of(int(chance.choice(np.flatnonzero(mask))))
            _, mask = bridges[seat].sight() if move is None else (observation, mask)
        game.play(move, seat)


def test_a_policy_plays_a_whole_game() -> None:
    game = Game.new("berlin", players=2, seed=2)
    policy = LastAction()
    bots = [PolicyBot(game.board, policy), make_bot("greedy", game.board)]
    while not game.over:
        seat = game.pending[0]
        game.play(bots[seat].choose(game.view(seat), game.moves(seat)), seat)
    assert policy.asked > 10


def test_an_action_that_is_not_offered_is_refused() -> None:
    game = Game.new("berlin", players=2, seed=2)
    bridge = Bridge(game.board)
    _, mask = bridge.observe(game.view(0), game.moves(0))
    with pytest.raises(ValueError, match="none of those"):
        bridge.move_of(int(np.flatnonzero(mask == 0)[0]))


def test_scores_in_place_of_an_action_are_refused_with_what_to_do() -> None:
    game = Game.new("berlin", players=2, seed=3, first=0)
    bot = PolicyBot(game.board, lambda _observation, mask: mask)  # type: ignore[arg-type, return-value]  # a deliberate mistake
    with pytest.raises(TypeError, match="argmax"):
        bot.choose(game.view(0), game.moves(0))


def test_bots_have_arguments_and_come_as_functions_and_objects() -> None:
    board = load_board("berlin")
    assert isinstance(make_bot(f"{__name__}:make_policy_bot@last", board), PolicyBot)
    assert isinstance(make_bot(make_policy_bot, board), PolicyBot)
    bot = TextBot()
    assert make_bot(bot, board) is bot
    with pytest.raises(BadSetup):
        make_bot(f"{__name__}:make_policy_bot@first", board)


def test_a_bot_may_name_its_move_by_text() -> None:
    game = Game.new("berlin", players=2, seed=2)
    moves = game.moves(0)
    assert choose_move(TextBot(), game.view(0), moves) == moves[-1]
