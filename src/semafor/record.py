"""Records: setup, seed and decisions of a game, readable and replayable; and saved games."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import Any

import msgspec

from semafor.boards.load import earlier_versions, load_board, parse_board
from semafor.boards.model import Board
from semafor.boards.write import format_board
from semafor.errors import BadRecord
from semafor.events import Event
from semafor.fair_deal import FairDeal

RULES_VERSION = 3
"""Incremented whenever a rule is implemented differently, so that old records can be recognized."""
REPLAYABLE = frozenset({3})
SAVED_FORMAT = 1
_MAGIC = b"SEMAFOR"


class BoardRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """The board: a built-in one with its fingerprint, or a complete board file."""

    name: str
    fingerprint: str
    file: str | None = None


class Record(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game as setup and decisions."""

    board: BoardRecord
    players: int
    seed: str
    rules: int
    """The version of the rules; no default, so that every record has it."""
    first: int | None = None
    position: dict[str, Any] | None = None
    moves: tuple[str, ...] = ()
    """One line per decision: the seat and the move's text."""
    deal: FairDeal | None = None
    """How the seed was made, if several had a part in it."""
    game: str = "semafor"

    def with_moves(self, moves: list[str]) -> Record:
        """Return the same setup with other decisions."""
        return msgspec.structs.replace(self, moves=tuple(moves))

    def decisions(self) -> list[tuple[int, str]]:
        """Return the seat and text of every decision."""
        return [_decision(line) for line in self.moves]

    def to_json(self) -> str:
        """Return the record as JSON, one decision per line."""
        return msgspec.json.format(msgspec.json.encode(self), indent=1).decode()


def _decision(line: str) -> tuple[int, str]:
    seat, _, text = line.partition(" ")
    if not (seat.isdecimal() and len(seat) == 1):
        raise BadRecord("bad-record", line=line)
    return int(seat), text


@lru_cache(maxsize=64)
def fingerprint(board: Board) -> str:
    """Return a hash of the contents of a board."""
    return hashlib.sha256(format_board(board).encode()).hexdigest()[:16]


@lru_cache(maxsize=64)
def board_to_record(board: Board) -> BoardRecord:
    """Return how a record names a board."""
    try:
        if load_board(board.board) == board:
            return BoardRecord(board.board, fingerprint(board))
    except ValueError:
        pass  # not a built-in name: the file is included
    return BoardRecord(board.board, fingerprint(board), format_board(board))


def board_from_record(named: BoardRecord) -> Board:
    """Return the board of a record, also an earlier version; raise BadRecord if it is unknown."""
    try:
        board = parse_board(named.file, named.name) if named.file else load_board(named.name)
    except ValueError as error:
        raise BadRecord("unknown-board", reason=str(error)) from None
    versions = [board] if named.file else [board, *earlier_versions(named.name)]
    found = next((one for one in versions if fingerprint(one) == named.fingerprint), None)
    if found is None:
        raise BadRecord("other-board", board=named.name)
    return found


def with_its_file(named: BoardRecord) -> BoardRecord:
    """Return the same, with the complete board file if the built-in board has changed; or raise BadRecord."""
    return named if named.file else board_to_record(board_from_record(named))


def check_record(record: Record | bytes | str) -> Record:
    """Return a record that can be replayed here, from a record or its JSON; or raise BadRecord."""
    if not isinstance(record, Record):
        try:
            record = msgspec.json.decode(record, type=Record)
        except (msgspec.MsgspecError, UnicodeError) as error:
            raise BadRecord("bad-record", reason=str(error)) from None
    if record.rules not in REPLAYABLE:
        raise BadRecord("other-rules", version=record.rules, known=sorted(REPLAYABLE))
    return record


class Saved(msgspec.Struct, frozen=True):
    """A game as bytes: its record, its state, and its events so far."""

    record: Record
    state: bytes
    events: tuple[Event, ...] = ()
    layout: str = ""
    """A hash of the fields of the state; if it differs, the record is replayed instead."""

    def encode(self) -> bytes:
        """Return the bytes, with type and version."""
        return _MAGIC + bytes([SAVED_FORMAT]) + msgspec.msgpack.encode(self)

    @staticmethod
    def decode(data: bytes) -> Saved:
        """Return the saved game of some bytes; raise BadRecord if there is none."""
        head = len(_MAGIC)
        if data[:head] != _MAGIC:
            raise BadRecord("bad-bytes")
        if data[head : head + 1] != bytes([SAVED_FORMAT]):
            found = ", ".join(str(number) for number in data[head : head + 1]) or "none"
            raise BadRecord("other-format", found=found, known=SAVED_FORMAT)
        try:
            saved = msgspec.msgpack.decode(data[head + 1 :], type=Saved)
        except (msgspec.MsgspecError, UnicodeError) as error:
            raise BadRecord("bad-bytes", reason=str(error)) from None
        check_record(saved.record)
        return saved
