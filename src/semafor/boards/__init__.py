"""Boards: one data file each, and the loader that checks them."""

from semafor.boards.faults import BoardError, Fault
from semafor.boards.load import (
    all_board_names,
    board_names,
    check_board,
    load_board,
    more_board_names,
    parse_board,
)
from semafor.boards.model import Board
from semafor.boards.write import format_board

__all__ = [
    "Board",
    "BoardError",
    "Fault",
    "all_board_names",
    "board_names",
    "check_board",
    "format_board",
    "load_board",
    "more_board_names",
    "parse_board",
]
