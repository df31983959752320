"""Semafor: the digital table for a family of railway board games."""

from semafor.boards.load import board_names, load_board
from semafor.boards.model import Board
from semafor.errors import BadPosition, BadRecord, BadSetup, IllegalMove, SemaforError, UnknownMove
from semafor.events import Event, parse_event
from semafor.game import Game
from semafor.moves import Move, Payment, parse_move
from semafor.record import Record
from semafor.results import Result
from semafor.view import View

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
]
