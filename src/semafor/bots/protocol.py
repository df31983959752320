"""The protocol of bots: a bot gets a view and the legal moves, and returns one of them."""

from collections.abc import Sequence
from typing import Protocol

from semafor.moves import Move
from semafor.view import View

FAULTS = (Exception, SystemExit)
"""Exceptions of a bot that are reported with its game instead of ending the program."""


class Bot(Protocol):
    """A player of one seat, made with `(board, seed)` and asked whenever its seat must decide."""

    def choose(self, view: View, moves: Sequence[Move]) -> Move | str:
        """Return one of the moves, or its text; the view is all that the bot may know."""
        ...


def named_move(answer: Move | str, moves: Sequence[Move]) -> Move | None:
    """Return the move that an answer names, itself or by its text; None if it is not one of the moves."""
    return next((move for move in moves if move == answer or str(move) == answer), None)


def choose_move(bot: Bot, view: View, moves: Sequence[Move]) -> Move:
    """Return the move that a bot chooses; raise ValueError if it is not one of the moves."""
    answer = bot.choose(view, moves)
    move = named_move(answer, moves)
    if move is None:
        raise ValueError(f"named '{answer}', which is none of its {len(moves)} legal moves")
    return move
