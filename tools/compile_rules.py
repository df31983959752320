"""Compile what most tests wait for, while pip and npm still work: `make test` begins with it."""

from __future__ import annotations

from semafor import Game
from semafor.bots import make_bot
from semafor.gym import Batch
from semafor.server import compiling
from semafor.server.warming import WARM_BOARDS


def compile_batch(board: str) -> None:
    """Have compiled what many games of a board at once are played by."""
    batch = Batch(board, games=2, players=2)
    batch.step(batch.random_actions())
    batch.observe(0)


def compile_search(board: str) -> None:
    """Have compiled what plays games on: stories ask it for a second opinion."""
    game = Game.new(board, players=2, seed="warm up", first=0)
    make_bot("search@8", game.board, 0).choose(game.view(0), game.moves(0))


def main() -> None:
    """Single games and their bots first, as a server does, then many games at once, and searching."""
    compiling.main()
    for board in WARM_BOARDS:
        compile_batch(board)
        compile_search(board)


if __name__ == "__main__":
    main()
