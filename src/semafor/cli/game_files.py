"""Games in files: a record, a saved game, or a described position."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from semafor.boards import BoardError
from semafor.cli.arguments import faulty, refused, unusable
from semafor.cli.output import Refused, word
from semafor.errors import SemaforError
from semafor.fair_deal import FairDeal
from semafor.record import Record, Saved, check_record

if TYPE_CHECKING:
    from semafor.game import Game
    from semafor.words import Language

LARGEST_FILE = 16 * 2**20
SAVED = b"SEMAFOR"


def read_file(file: str) -> bytes:
    """Return the content of a file; one that cannot be read is refused in one line."""
    try:
        with Path(file).open("rb") as opened:
            data = opened.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        raise unusable(file, error) from None
    if len(data) > LARGEST_FILE:
        raise Refused(word("too-large", file=file, most=LARGEST_FILE))
    return data


def looks_like_game(data: bytes) -> bool:
    """Whether a file is a game (JSON or a saved game) rather than a board."""
    return data.startswith(SAVED) or data.lstrip()[:1] == b"{"


def load_game(file: str, step: int | None = None, lang: Language | None = None) -> Game:
    """Return the game in a file, after all or the first decisions; any error is refused in one line."""
    from semafor.game import Game

    data = read_file(file)
    try:
        described = None if data.startswith(SAVED) else _description(data)
        if described is not None:
            return _at_step(Game.position(described).record(), step)
        return _at_step(record_in(data), step)
    except SemaforError as error:
        raise refused(error, file=file, lang=lang) from None
    except BoardError as error:
        raise faulty(error, file) from None


def deal_of(file: str) -> FairDeal | None:
    """Return how the seed of a recorded game was made, if its file contains that."""
    data = read_file(file)
    described = None if data.startswith(SAVED) else _description(data)
    return record_in(data).deal if described is None else None


def record_in(data: bytes) -> Record:
    """The record in the bytes of a file."""
    return Saved.decode(data).record if data.startswith(SAVED) else check_record(data)


def _description(data: bytes) -> dict[str, Any] | None:
    """The description of a position, which names its board; a record describes it."""
    try:
        tree = msgspec.json.decode(data)
    except (msgspec.MsgspecError, UnicodeError):
        return None
    return tree if isinstance(tree, dict) and isinstance(tree.get("board", ""), str) else None


def _at_step(record: Record, step: int | None) -> Game:
    from semafor.game import Game

    if step is not None and not 0 <= step <= len(record.moves):
        raise Refused(word("no-step", n=len(record.moves), step=step))
    return Game.replay(record, steps=step)
