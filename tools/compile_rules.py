"""Compile the code that most tests need, while pip and npm are still working: part of `make test`."""

from __future__ import annotations

from semafor import Game, load_board
from semafor.bots import make_bot
from semafor.games.lookup import kind_of
from semafor.gym import Batch
from semafor.knowledge.sampler import world_of_view
from semafor.server import compiling
from semafor.server.warming import WARM_BOARDS
from semafor.workshop.study import study


def compile_batch(board: str) -> None:
    """Have compiled what many games of a board at once are played by."""
    batch = Batch(board, games=2, players=2)
    batch.step(batch.random_actions())
    batch.observe(0)


def compile_guests(board: str) -> None:
    """Have compiled what many games with compiled opponents are played by."""
    batch = Batch(board, games=2, players=2, learner=0, opponents="greedy")
    batch.step(batch.random_actions())


def compile_bots(board: str) -> None:
    """Have compiled what bots think with, and the worlds that a seat can imagine: stories ask for it, too."""
    game = Game.new(board, players=2, seed="warm up", first=0)
    for bot in ("search@8", "planner", "lookahead@8"):
        make_bot(bot, game.board, 0).choose(game.view(0), game.moves(0))
    world_of_view(game.board, game.view(0))


def compile_crowds(name: str) -> None:
    """Compile opponents in many games, and what a board is studied by."""
    board = load_board(name)
    if kind_of(board).name == "board":  # nobody plays Card Games inside a batch, and none has a map to study
        compile_guests(name)
        study(board, 1, "1", 1, lambda _: None)


def main() -> None:
    """Single games and their bots first, as a server does, then all that several files of tests wait for."""
    compiling.main()
    for board in WARM_BOARDS:
        compile_batch(board)
        compile_bots(board)
        compile_crowds(board)


if __name__ == "__main__":
    main()
