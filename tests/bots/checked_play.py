"""What every bot must keep to, checked while it plays: listed moves, views and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import TypeVar

import msgspec

from semafor import Game, View
from semafor.boards.model import Board
from semafor.bots import Bot, bot_names, make_bot

TINY_SEARCH = "search@4"
"""The searching bot with a budget of a few playouts."""
MOST_DECISIONS = 20_000
"""No sensible game has nearly as many decisions."""
TRAINED = ("network", "noisy", "lookahead")
"""Learned bots play the boards as they are shipped, not every mix of options: see `tests/learning`."""
BOTS = [TINY_SEARCH if name == "search" else name for name in bot_names() if name not in TRAINED]


Player = TypeVar("Player", bound=Bot)


def play_alike(game: Game, bots: Sequence[Player], twins: Sequence[Bot]) -> Iterator[Player]:
    """Continue the game and yield each bot after its decision; a twin with the same seed must agree."""
    while not game.over:
        seat = game.pending[0]
        view, moves = game.view(seat), game.moves(seat)
        move = bots[seat].choose(view, moves)
        assert move in moves
        assert twins[seat].choose(view, moves) == move, "the same seed, the same thoughts"
        game.play(move, seat)
        yield bots[seat]


def copied(view: View) -> View:
    """Return a copy of the view made from its bytes, which has no reference to the game."""
    return msgspec.msgpack.decode(msgspec.msgpack.encode(view), type=View)


def decide(game: Game, seat: int, bot: Bot) -> None:
    """Let a bot decide from a copied view and a copied list; it must name a listed move."""
    moves = game.moves(seat)
    view = copied(game.view(seat))
    before = msgspec.msgpack.encode(view)
    choice = bot.choose(view, list(moves))
    assert choice in moves, f"{choice} is not listed"
    assert msgspec.msgpack.encode(view) == before, "the view was changed"
    game.play(choice, seat)


def play_checked(board: Board, line_up: list[str], seed: int) -> Game:
    """Play a whole game; if several seats have to decide, they answer in random order."""
    game = Game.new(board, players=len(line_up), seed=seed)
    chance = Random(f"order {seed}")
    bots = [make_bot(name, board, seed + seat) for seat, name in enumerate(line_up)]
    for _ in range(MOST_DECISIONS):
        if game.over:
            return game
        seat = chance.choice(game.pending)
        decide(game, seat, bots[seat])
    raise AssertionError("the game has no end")


def line_ups(players: int, bots: list[str] = BOTS) -> list[list[str]]:
    """Return enough tables for every bot to play at one."""
    seats = [*bots, *bots[: -len(bots) % players]]
    return [seats[first : first + players] for first in range(0, len(seats), players)]
