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
    """Compile the functions of batches."""
    batch = Batch(board, games=2, players=2)
    batch.step(batch.random_actions())
    batch.observe(0)


def compile_guests(board: str) -> None:
    """Compile the functions of batches with opponents."""
    batch = Batch(board, games=2, players=2, learner=0, opponents="greedy")
    batch.step(batch.random_actions())


def compile_bots(board: str) -> None:
    """Compile the functions of bots and of world sampling, which reviews also use."""
    game = Game.new(board, players=2, seed="warm up", first=0)
    for bot in ("search@8", "planner", "lookahead@8"):
        make_bot(bot, game.board, 0).choose(game.view(0), game.moves(0))
    world_of_view(game.board, game.view(0))


def compile_crowds(name: str) -> None:
    """Compile opponents in batches and the functions of studies."""
    board = load_board(name)
    if kind_of(board).name == "board":  # the Card Game has no batch opponents and no map
        compile_guests(name)
        study(board, 1, "1", 1, lambda _: None)


def main() -> None:
    """Compile single games and bots first, as a server does, then everything that several tests need."""
    compiling.main()
    for board in WARM_BOARDS:
        compile_batch(board)
        compile_bots(board)
        compile_crowds(board)


if __name__ == "__main__":
    main()
