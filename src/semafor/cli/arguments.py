"""Arguments that several commands take."""

from __future__ import annotations

from typing import TYPE_CHECKING

from semafor.boards import BoardError, load_board
from semafor.cli.output import Refused
from semafor.cli.wording import word

if TYPE_CHECKING:
    from semafor.boards import Board

USUAL_PLAYERS = 4


def board_of(name_or_file: str) -> Board:
    """The board of this name or file; a faulty one is refused in one line."""
    try:
        return load_board(name_or_file)
    except BoardError as error:
        raise Refused(one_line(error)) from None


def one_line(error: BoardError) -> str:
    """The first fault of a board, and where to read of the others."""
    more = len(error.faults) - 1
    rest = word("more-faults", n=more, source=error.source) if more else ""
    return f"{error.source}: {error.faults[0]}{rest}"


def players_or_usual(board: Board, players: int | None) -> int:
    """The number of players asked for, or four, or as many of fewer as the board takes."""
    if players is not None:
        return players
    fewer = [number for number in board.options.players if number <= USUAL_PLAYERS]
    return max(fewer) if fewer else min(board.options.players)
