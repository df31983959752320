"""The bot `lookahead`: worlds fit, budgets hold, every board has its spreads."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import msgspec
import numpy as np
import pytest

from semafor import Game, board_names, load_board
from semafor.bots import make_bot
from semafor.bots.learned.network_bot import RowWriter
from semafor.bots.learned.reading import WIN, reading_of
from semafor.bots.lookahead.lookahead_bot import LookaheadBot
from semafor.bots.lookahead.simulation import SimulatedGames
from semafor.bots.lookahead.thinking import SPREADS, USUAL_SPREAD, Node, spread_of
from semafor.bots.search.search_bot import SeatSearch
from semafor.knowledge.memory import SeatMemory
from semafor.moves import Move
from tests.bots.checked_play import play_alike
from tests.untrained import save_untrained

TABLES = [("berlin", 2), ("cardgame", 3)]


@pytest.fixture(scope="module")
def weights(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with small networks that nobody trained."""
    folder = tmp_path_factory.mktemp("weights")
    for name, players in TABLES:
        save_untrained(folder, name, players)
    return folder


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_it_thinks_within_its_budget_and_plays_legal_moves(weights: Path, name: str, players: int) -> None:
    board = load_board(name)
    game = Game.new(board, players=players, seed=4)
    bots, twins = (
        [LookaheadBot(board, seat, "40", weights / f"{name}.npz") for seat in range(players)]
        for _ in range(2)
    )
    thought = [bot.judged for bot in islice(play_alike(game, bots, twins), 24)]
    assert max(thought) >= 40
    assert max(thought) <= 40 + 64 * 12, "what is on its way is thought to its end, no more"


def test_thinking_about_the_last_move_ends(weights: Path) -> None:
    """Whatever is done the game is over: the network is asked about nothing any more."""
    game = last_choice("berlin", players=2)
    seat = game.pending[0]
    bot = LookaheadBot(game.board, 0, "40", weights / "berlin.npz")
    assert bot.choose(game.view(seat), game.moves(seat)) in game.moves(seat)
    assert bot.judged >= 40


def last_choice(name: str, players: int) -> Game:
    """A game before a choice after which it is over, whichever move is made."""
    for seed in range(50):
        game = before = Game.new(name, players=players, seed=seed)
        bots = [make_bot("greedy", game.board, seat) for seat in range(players)]
        while not game.over:
            seat, before = game.pending[0], game.copy()
            game.play(bots[seat].choose(game.view(seat), game.moves(seat)), seat)
        moves = before.moves(before.pending[0])
        if len(moves) > 1 and all(is_over_after(before, move) for move in moves):
            return before
    raise AssertionError("no such game")


def is_over_after(game: Game, move: Move) -> bool:
    after = game.copy()
    after.play(move, game.pending[0])
    return after.over


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_in_every_world_the_seat_sees_the_same(weights: Path, name: str, players: int) -> None:
    """What its network reads in a world dealt for a view is what it reads of the view."""
    board, reading = load_board(name), reading_of(load_board(name))
    game = Game.new(board, players=players, seed=6)
    bots = [LookaheadBot(board, seat, "1", weights / f"{name}.npz") for seat in range(players)]
    memories, worlds = [SeatMemory(board) for _ in bots], [SeatSearch(board) for _ in bots]
    games, slots = SimulatedGames(reading, 4, WIN), np.arange(4)
    for _ in range(30):
        seat = game.pending[0]
        view, moves = game.view(seat), game.moves(seat)
        true = RowWriter(reading).row(memories[seat].game(view), seat)
        games.begin(slots, worlds[seat].deal(view, 1, 4), slots, seat, np.full(4, -1))
        for row in games.rows(slots):
            assert [reading.inputs[place] for place in np.flatnonzero(row != true)] == []
        move = bots[seat].choose(view, moves)
        memories[seat].note(view, move)
        worlds[seat].note(view, move)
        game.play(move, seat)


def test_every_shipped_network_has_its_spreads() -> None:
    measured = msgspec.json.decode(SPREADS.read_bytes(), type=dict[str, dict[str, float]])
    boards = [load_board(name) for name in board_names()]
    assert {(board.board, players) for board in boards for players in board.options.players} == {
        (name, int(players)) for name, spreads in measured.items() for players in spreads
    }
    assert all(spread_of(board, players) > 0 for board in boards for players in board.options.players)
    own = msgspec.structs.replace(boards[0], board="mine")
    assert spread_of(own, 2) == USUAL_SPREAD


def test_a_tree_tries_what_is_preferred_and_then_what_pays() -> None:
    node, legal = Node(3), np.arange(3)
    preferred = np.array([0.6, 0.3, 0.1], np.float32)
    assert node.choose(legal, preferred) == 0
    for action, worth in ((0, 0.2), (0, 0.2), (1, 0.9)):
        node.begun[action] += 1
        node.ended[action] += 1
        node.worth[action] += worth
    assert node.choose(legal, preferred) == 1
    assert node.most_tried(legal, fewest=3) == 0
    assert node.most_tried(legal, fewest=4) is None
