"""The setup of a table: what was agreed before anybody sat down."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from semafor.boards import Board, BoardError, board_names, check_board, load_board, parse_board
from semafor.boards.faults import Fault
from semafor.errors import BadSetup
from semafor.record import BoardRecord, board_from_record, board_to_record
from semafor.server.messages import CreateTable, Level, TimeControl

KEPT = 64
"""Boards that stay in memory."""
MOST_FAULTS = 200
"""Faults of a board file that are listed."""


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
        raise BadSetup("bad-board", **_listed(error.faults)) from None


def _board(wish: CreateTable) -> Board:
    if wish.board_file is not None:
        board = read_own_board(wish.board_file)
    elif wish.board in board_names():  # a name only: a path would read the server's files
        board = load_board(wish.board)
    else:
        raise BadSetup("unknown-board", name=wish.board)
    return _with_options(board, wish.options) if wish.options else board


def _with_options(board: Board, changes: dict[str, Any]) -> Board:
    """The board with some options changed, checked like a board file."""
    try:
        options = msgspec.convert({**msgspec.to_builtins(board.options), **changes}, type(board.options))
    except msgspec.ValidationError as error:
        raise BadSetup("bad-options", reason=str(error)) from None
    changed = msgspec.structs.replace(board, options=options)
    faults = check_board(changed)
    if faults:
        raise BadSetup("bad-options", **_listed(faults))
    return changed


def _listed(faults: list[Fault]) -> dict[str, Any]:
    """All faults, as far as anybody would read them, and how many more there are."""
    more = max(0, len(faults) - MOST_FAULTS)
    return {"faults": [fault.phrase for fault in faults[:MOST_FAULTS]], "more": more or None}
