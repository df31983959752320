"""The bot `guided`: its network proposes, playouts choose, and nobody chooses what is clearly worse."""

from __future__ import annotations

from pathlib import Path

import pytest
from checked_play import play_alike

from positions import position
from semafor import Game, load_board
from semafor.bots.guided.guided_bot import GuidedBot
from semafor.bots.search.search_bot import SearchBot
from semafor.kinds.board_codec import pack
from semafor.kinds.lookup import kind_of
from semafor.kinds.plain import Plain
from untrained import save_untrained

TABLES = [("berlin", 2), ("cardgame", 3)]
BUDGET = 40


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_it_thinks_within_its_budget_and_plays_legal_moves(tmp_path: Path, name: str, players: int) -> None:
    board, weights = load_board(name), save_untrained(tmp_path, name, players)
    game = Game.new(board, players=players, seed=4)
    bots, twins = (
        [GuidedBot(board, seat, str(BUDGET), weights) for seat in range(players)] for _ in range(2)
    )
    thought = [bot.playouts for bot in play_alike(game, bots, twins)]
    assert BUDGET / 2 < max(thought) <= BUDGET


def test_of_some_moves_the_one_that_pays_is_found_and_the_first_stays_where_none_does() -> None:
    """In the last turn a claim brings its points for certain; cards bring nothing any more."""
    game = position(hands={0: {"red": 6, "blue": 6}}, last_turns=1)
    kind, state = kind_of(game.board), Plain(game._states)
    moves = game.moves(0)
    claims = [move for move in moves if str(move).startswith("claim")]
    idle = [move for move in moves if str(move).startswith("draw")][:2]
    packed = {move: pack(tuple(kind.chain_of(state, 0, move))) for move in moves}
    bot = SearchBot(game.board, 1, "120")
    bot.look(game.view(0))
    assert bot.best_of(0, [packed[move] for move in (*idle, claims[-1])]) == len(idle)
    assert bot.best_of(0, [packed[move] for move in idle]) == 0
    assert bot.best_of(0, [packed[claims[0]]]) == 0
