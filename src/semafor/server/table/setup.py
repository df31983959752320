"""The setup of a table: what was agreed before anybody sat down."""

from __future__ import annotations

import secrets
from functools import lru_cache

import msgspec

from semafor.boards import Board, all_board_names, load_board
from semafor.errors import BadSetup
from semafor.record import RULES_VERSION, BoardRecord, board_from_record, board_to_record
from semafor.server.message_fields import Level, Pace
from semafor.server.messages import CreateTable, TimeControl
from semafor.server.table.keys import hash_key, same
from semafor.table_options import with_options

PART_BYTES = 16
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
    rules: int = 1
    """The version of the rules that the game is played by."""
    part: str = ""
    """The server's part of the deal, told when the game is over; empty for tables of older versions."""
    pace: Pace = "normal"
    """How fast its bots are."""
    hints: bool = False
    """Whether people may ask what a bot would do."""
    known_cards: bool = True
    """Whether views show the cards that everyone saw come into a hand."""

    rate: bool = False
    """Whether it counts for ratings, if it may."""
    word: str = ""
    """The hash of the word that whoever sits down must say."""
    word_since: str = ""
    """The invitation with which it was hashed, where that is the one of an earlier game."""

    @property
    def counts(self) -> bool:
        """Whether the game may be rated: only with a clock, and without a given seed or hints."""
        return self.rate and self.time.kind != "none" and self.seed is None and not self.hints

    def load_board(self) -> Board:
        """The board that was agreed on."""
        return _board_of(self.board)


@lru_cache(maxsize=KEPT)
def _board_of(record: BoardRecord) -> Board:
    """The board of a record; tables with the same one share it."""
    return board_from_record(record)


def says_word(setup: Setup, word: str) -> bool:
    """Whether this is the word of a table."""
    return same(hash_word(word, setup.word_since or setup.invite), setup.word)


def hash_word(word: str, invite: str) -> str:
    """What is kept of the word of a table, which may be spelt with or without capitals; empty for none."""
    said = " ".join(word.casefold().split())
    return hash_key(f"{invite} {said}") if said else ""


def new_part() -> str:
    """A part of the deal that nobody can guess."""
    return secrets.token_hex(PART_BYTES)


def make_setup(wish: CreateTable, invite: str, own: Board | None) -> Setup:
    """The setup that was asked for, with this board of its own; BadSetup where no game can be like that."""
    board = _board(wish, own)
    players = len(wish.seats)
    if players not in board.options.players:
        raise BadSetup("players", title=board.title, allowed=board.options.players, players=players)
    if wish.first is not None and wish.first >= players:
        raise BadSetup("first", rule="BASE-27", last=players - 1, first=wish.first)
    if wish.rate and wish.time.kind == "none":
        raise BadSetup("rated-without-clock")  # a game without one could be abandoned without a loss
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
        rules=RULES_VERSION,
        part=new_part(),
        pace=wish.pace,
        hints=wish.hints,
        known_cards=wish.known_cards,
        rate=wish.rate,
        word=hash_word(wish.word, invite),
    )


def _board(wish: CreateTable, own: Board | None) -> Board:
    if own is not None:
        board = own
    elif wish.board in all_board_names():  # a name only: a path would read the server's files
        board = load_board(wish.board)
    else:
        raise BadSetup("unknown-board", name=wish.board)
    return with_options(board, wish.options) if wish.options else board
