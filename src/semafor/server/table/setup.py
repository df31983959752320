"""The setup of a table: what was agreed before anybody sat down."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from semafor.boards import Board, BoardError, board_names, load_board, parse_board
from semafor.errors import BadSetup
from semafor.record import BoardRecord, board_from_record, board_to_record
from semafor.server.messages import CreateTable, Level, TimeControl
from semafor.table_options import listed, with_options

KEPT = 64
"""Boards that stay in memory."""


class SeatSetup(msgspec.Struct, frozen=True):
    """Who may sit on a seat."""

    reserved: bool
    """Only with the invitation."""
    bot: Level | None


class Setup(msgspec.Struct, frozen=True):
    """As stored with the table."""

    board: BoardRecord
    seats: tuple[SeatSetup, ...]
    first: int | None
    time: TimeControl
    public: bool
    spectator_delay: int
    seed: str | None
    """Given by who made the table; else drawn at the start."""
    invite: str

    def load_board(self) -> Board:
        """The board that was agreed on."""
        return _board_of(self.board)


@lru_cache(maxsize=KEPT)
def _board_of(record: BoardRecord) -> Board:
    """The board of a record; tables with the same one share it."""
    return board_from_record(record)


def make_setup(wish: CreateTable, invite: str) -> Setup:
    """The setup that was asked for; BadSetup where no game can be played like that."""
    board = _board(wish)
    players = len(wish.seats)
    if players not in board.options.players:
        raise BadSetup("players", title=board.title, allowed=board.options.players, players=players)
    if wish.first is not None and wish.first >= players:
        raise BadSetup("first", rule="BASE-27", last=players - 1, first=wish.first)
    record = board_to_record(board)
    _board_of(record)  # read once more from what is kept, now and not on the event loop
    return Setup(
        board=record,
        seats=tuple(
            SeatSetup(plan.kind in ("friend", "me"), plan.level if plan.kind == "bot" else None)
            for plan in wish.seats
        ),
        first=wish.first,
        time=wish.time,
        public=wish.public,
        spectator_delay=wish.spectator_delay,
        seed=wish.seed,
        invite=invite,
    )


def read_own_board(text: str) -> Board:
    """The board of a file that somebody sent; BadSetup with its faults, one a line, if it is none."""
    try:
        return parse_board(text, "the board file")
    except BoardError as error:
        raise BadSetup("bad-board", **listed(error.faults)) from None


def _board(wish: CreateTable) -> Board:
    if wish.board_file is not None:
        board = read_own_board(wish.board_file)
    elif wish.board in board_names():  # a name only: a path would read the server's files
        board = load_board(wish.board)
    else:
        raise BadSetup("unknown-board", name=wish.board)
    return with_options(board, wish.options) if wish.options else board
