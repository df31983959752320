"""The setup of a table, fixed before anybody sits down."""

import secrets
from functools import lru_cache

import msgspec

from semafor.boards import Board, all_board_names, load_board
from semafor.errors import BadSetup
from semafor.record import RULES_VERSION, BoardRecord, board_from_record, board_to_record
from semafor.server.messages import CreateTable, Level, Pace, TimeControl
from semafor.server.table.keys import hash_key, same
from semafor.table_options import with_options

PART_BYTES = 16
KEPT = 64
"""Boards that are cached."""


class SeatSetup(msgspec.Struct, frozen=True):
    """Who may sit on a seat."""

    reserved: bool
    """Whether it needs the invitation."""
    bot: Level | None


class Setup(msgspec.Struct, frozen=True):
    """The setup as stored with the table."""

    board: BoardRecord
    seats: tuple[SeatSetup, ...]
    first: int | None
    time: TimeControl
    public: bool
    spectator_delay: int
    seed: str | None
    """Given by the table's creator; otherwise generated at the start."""
    invite: str
    rules: int
    """Version of the rules."""
    part: str
    """The server's part of the deal, revealed when the game is over."""
    pace: Pace
    """Speed of its bots."""
    hints: bool
    """Whether people may ask for hints."""
    known_cards: bool
    """Whether views show the cards that everyone saw being taken."""
    rate: bool
    """Whether the game is rated, if it qualifies."""
    word: str
    """Hash of the table's password; empty for none."""
    word_since: str = ""
    """The invitation with which the password was hashed, if it is that of an earlier game."""

    @property
    def counts(self) -> bool:
        """Whether the game may be rated: only with a clock, and without a given seed or hints."""
        return self.rate and self.time.kind != "none" and self.seed is None and not self.hints

    def load_board(self) -> Board:
        """Load the board."""
        return _board_of(self.board)


@lru_cache(maxsize=KEPT)
def _board_of(record: BoardRecord) -> Board:
    """The board of a record, cached."""
    return board_from_record(record)


def says_word(setup: Setup, word: str) -> bool:
    """Whether this is the password of the table."""
    return same(hash_word(word, setup.word_since or setup.invite), setup.word)


def hash_word(word: str, invite: str) -> str:
    """Hash of a table's password, ignoring case; empty for none."""
    said = " ".join(word.casefold().split())
    return hash_key(f"{invite} {said}") if said else ""


def new_part() -> str:
    """Generate a random part of the deal."""
    return secrets.token_hex(PART_BYTES)


def make_setup(wish: CreateTable, invite: str, own: Board | None) -> Setup:
    """Make the requested setup, with a user's own board if given; BadSetup if it is not valid."""
    board = _board(wish, own)
    players = len(wish.seats)
    if players not in board.options.players:
        raise BadSetup("players", title=board.title, allowed=board.options.players, players=players)
    if wish.first is not None and wish.first >= players:
        raise BadSetup("first", rule="BASE-27", last=players - 1, first=wish.first)
    if wish.rate and wish.time.kind == "none":
        raise BadSetup("rated-without-clock")  # a game without one could be abandoned without a loss
    record = board_to_record(board)
    _board_of(record)  # fills the cache here instead of on the event loop
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
    elif wish.board in all_board_names():  # names only: a path would read the server's files
        board = load_board(wish.board)
    else:
        raise BadSetup("unknown-board", name=wish.board)
    return with_options(board, wish.options) if wish.options else board
