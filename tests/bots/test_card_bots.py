"""Bots at the Card Game: sensible, and with a good memory of what they cannot see."""

from __future__ import annotations

from collections import Counter

import pytest

from semafor import Game, load_board
from semafor.bots import make_bot
from semafor.bots.planner import PlannerBot
from semafor.bots.planner.card_player import CardPlayer
from semafor.bots.protocol import Bot
from semafor.games.board_facts import card_counts
from semafor.moves import Complete, Draw
from tests.card_games import OPTIONS, TABLES


def play_out(game: Game, bots: list[Bot]) -> Game:
    """The game to its end."""
    while not game.over:
        seat = game.pending[0]
        moves = game.moves(seat)
        move = bots[seat].choose(game.view(seat), moves)
        assert move in moves
        game.play(move, seat)
    return game


@pytest.mark.parametrize(("players", "option"), TABLES)
def test_bots_play_to_the_end_with_listed_moves(players: int, option: str) -> None:
    names = ["planner", "greedy", "random", "planner"][:players]
    game = Game.new(OPTIONS[option], players=players, seed=7)
    assert play_out(game, [make_bot(name, game.board, seat) for seat, name in enumerate(names)]).over


def test_planner_beats_random_and_completes_nearly_all_it_keeps() -> None:
    for seed in range(6):
        game = Game.new("cardgame", players=2, seed=seed)
        me = seed % 2
        bots = [make_bot("planner" if seat == me else "random", game.board, seed) for seat in range(2)]
        result = play_out(game, bots).result()
        assert result.winners == (me,)
        assert result.sides[me].completed >= 0.7 * len(result.sides[me].tickets)


def test_planner_knows_its_own_pile() -> None:
    """CRD-4, CRD-5: cards that rolled out of the siding can be remembered, also after robberies."""
    right = looks = 0
    for seed in range(6):
        game = Game.new("cardgame", players=3, seed=seed)
        bots = [CardPlayer(game.board, seat) for seat in range(3)]
        while not game.over:
            seat = game.pending[0]
            move = bots[seat].choose(game.view(seat), game.moves(seat))
            memory = bots[seat]._memory
            assert memory is not None
            pile = Counter(card_counts(game.states[0].track[seat]))
            looks, right = looks + 1, right + (memory.cards == pile)
            game.play(move, seat)
    assert right == looks


def test_best_completion_is_played() -> None:
    """CRD-14: the bot sends the tickets of the best choice one by one."""
    position = {
        "board": "cardgame",
        "players": 2,
        "scoring": True,
        "rest": "discards",
        "tracks": {0: {"blue": 1, "green": 1, "wild": 1}},
        "tickets": {0: ["New York-Chicago/2", "Seattle-Denver"]},
    }
    game = Game.position(position)
    bot = make_bot("planner", game.board)
    for _ in range(2):
        move = bot.choose(game.view(0), game.moves(0))
        assert isinstance(move, Complete)
        game.play(move, 0)
    assert str(bot.choose(game.view(0), game.moves(0))) == "done"


def test_a_row_that_robs_and_is_needed_is_laid() -> None:
    """CRD-10: robbing a long row with needed cards is worth the turn."""
    game = Game.position(
        {
            "board": "cardgame",
            "players": 2,
            "hands": {0: {"blue": 4}},
            "tickets": {0: ["Los Angeles-Pittsburgh", "New York-Chicago/2"]},
            "sidings": {1: {"blue": {"blue": 3}}},
        }
    )
    assert str(make_bot("planner", game.board).choose(game.view(0), game.moves(0))) == "place 4 blue"


def test_the_board_decides_who_plays() -> None:
    assert isinstance(make_bot("planner", load_board("cardgame")), CardPlayer)
    assert isinstance(make_bot("planner", load_board("usa")), PlannerBot)


def test_the_same_seed_decides_the_same() -> None:
    games = []
    for _ in range(2):
        game = Game.new("cardgame", players=2, seed=3)
        games.append(play_out(game, [make_bot("planner", game.board, seat) for seat in range(2)]).record())
    assert games[0] == games[1]
    assert any(str(Draw()) in line for line in games[0].moves)
