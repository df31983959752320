"""Knobs that were tuned for a board and a number of players, by `semafor tune`: files, and who finds them.

Those of the package lie in `knobs/`. A board of one's own has its file beside it, or in any of the folders
that the environment names in SEMAFOR_KNOBS; commands that read a board's file add its folder there
themselves. A file is for the routes and tickets it was made with: on a board that has changed since, the
shared knobs play.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from enum import IntEnum
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

import msgspec

from semafor.boards.model import Board
from semafor.errors import BadSetup

SHIPPED = Path(__file__).parent / "knobs"
FOLDERS = "SEMAFOR_KNOBS"
"""The environment's name for more folders, parted as in a search path."""
ENDING = ".knobs.json"

Names = TypeVar("Names", bound=IntEnum)


class Compared(msgspec.Struct, frozen=True, kw_only=True):
    """What the tuned knobs won against somebody, and what the shared ones won from the same deals."""

    against: str
    wins: float
    low: float
    high: float
    shared_wins: float
    deals: int


class Tuned(msgspec.Struct, frozen=True, kw_only=True):
    """The knobs for one number of players, and how they were found and checked."""

    knobs: dict[str, float]
    checks: tuple[Compared, ...] = ()
    command: str = ""
    date: str = ""
    minutes: float = 0.0
    games: int = 0


class TunedBoard(msgspec.Struct, frozen=True, kw_only=True):
    """A file of knobs."""

    board: str
    map: str
    """Of which routes and tickets: see `map_of`."""
    players: dict[str, Tuned]


def map_of(board: Board) -> str:
    """A name for the routes and tickets of a board, whatever else is changed of it."""
    told = msgspec.json.encode((board.routes, board.tickets), order="sorted")
    return hashlib.blake2b(told, digest_size=8).hexdigest()


def read_tuned(path: Path) -> TunedBoard:
    """What a file holds; BadSetup where it holds something else."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=TunedBoard)
    except (OSError, msgspec.DecodeError) as error:
        raise BadSetup("bad-knobs", path=str(path), reason=str(error)) from None


def write_tuned(path: Path, tuned: TunedBoard) -> None:
    """Write a file, all or nothing."""
    draft = path.with_name(f"{path.name}.draft")
    draft.write_bytes(msgspec.json.format(msgspec.json.encode(tuned), indent=1) + b"\n")
    draft.replace(path)


def tuned_file(folder: Path, board: Board) -> Path:
    """Where the knobs of a board are in a folder."""
    return folder / f"{board.board}{ENDING}"


def tuned_knobs(board: Board, players: int, names: type[Names]) -> dict[Names, float]:
    """The knobs that were tuned for so many players; none where nobody has."""
    found = tuned_for(board, players)
    return {} if found is None else {names[name]: value for name, value in found.knobs.items()}


@lru_cache(maxsize=256)
def tuned_for(board: Board, players: int) -> Tuned | None:
    """What was tuned for the board as it is, for so many players; read once."""
    for path in _files(board):
        tuned = read_tuned(path)
        if tuned.map == map_of(board) and str(players) in tuned.players:
            return tuned.players[str(players)]
    return None


def _files(board: Board) -> Iterator[Path]:
    """The files that there are for a board of this name: one's own first."""
    own = [Path(folder) for folder in os.environ.get(FOLDERS, "").split(os.pathsep) if folder]
    return (path for folder in (*own, SHIPPED) if (path := tuned_file(folder, board)).exists())
