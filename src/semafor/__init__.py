"""Semafor: the digital table for a family of railway board games."""

from typing import TYPE_CHECKING

from semafor.boards.load import board_names, load_board
from semafor.boards.model import Board
from semafor.errors import BadPosition, BadRecord, BadSetup, IllegalMove, SemaforError, UnknownMove
from semafor.events import Event, parse_event
from semafor.moves import Move, Payment
from semafor.notation import parse_move
from semafor.record import Record
from semafor.results import Result
from semafor.view import View

if TYPE_CHECKING:
    from semafor.game import Game
    from semafor.story.reviewing import review

__all__ = [
    "BadPosition",
    "BadRecord",
    "BadSetup",
    "Board",
    "Event",
    "Game",
    "IllegalMove",
    "Move",
    "Payment",
    "Record",
    "Result",
    "SemaforError",
    "UnknownMove",
    "View",
    "board_names",
    "load_board",
    "parse_event",
    "parse_move",
    "review",
]


def __getattr__(name: str) -> object:
    """`Game` and `review` come when asked for: the compiler takes half a second, and not everyone plays."""
    if name == "Game":
        from semafor.game import Game

        globals()["Game"] = Game
        return Game
    if name == "review":
        from semafor.story.reviewing import review

        globals()["review"] = review
        return review
    raise AttributeError(f"module 'semafor' has no attribute {name!r}")
