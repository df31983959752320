"""Compiles or loads the rules before the first game."""

from semafor.bots import choose_move, make_bot
from semafor.game import Game

WARM_BOARDS = ("europe", "cardgame")
"""One of each kind of game."""
FIRST_BOT, DECISIONS = "medium", 24
"""The bot of most first games, and decisions after which all of its code has run."""


def warm_up() -> None:
    """Play the beginning of each kind of game and compute its views."""
    for name in WARM_BOARDS:
        game = Game.new(name, players=2, seed="warm up", first=0)
        for seat in game.pending:
            game.play(game.moves(seat)[0], seat)
        view, _, _ = game.views((0, 1, None))
        game.play(game.moves()[-1])
        if name == WARM_BOARDS[0]:
            assert view.own is not None
            game.ticket_progress([view.own.seat])
            game.result()


def prepare_rules(_: None) -> None:
    """Compile or load the rules in a new worker."""
    warm_up()


def let_bots_play() -> None:
    """Compile the code of bots, which almost every first game needs."""
    for name in WARM_BOARDS:
        game = Game.new(name, players=2, seed="warm up", first=0)
        bots = [make_bot(FIRST_BOT, game.board, seat) for seat in range(2)]
        for _ in range(DECISIONS):
            seat = game.pending[0]
            game.play(choose_move(bots[seat], game.view(seat), game.moves(seat)), seat)
