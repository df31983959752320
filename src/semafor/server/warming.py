"""Compiles or loads the rules before the first player waits for them."""

from __future__ import annotations

from semafor.game import Game
from semafor.ticket_progress import routes_to_go

WARM_BOARDS = ("europe", "cardgame")
"""One of each kind of game."""


def warm_up() -> None:
    """Play a little of each kind of game, and look at it as players do."""
    for name in WARM_BOARDS:
        game = Game.new(name, players=2, seed="warm up", first=0)
        for seat in game.pending:
            game.play(game.moves(seat)[0], seat)
        view, _, _ = game.views((0, 1, None))
        game.play(game.moves()[-1])
        if name == WARM_BOARDS[0]:
            assert view.own is not None
            routes_to_go(game.board, view, view.own.tickets)
            game.result()
