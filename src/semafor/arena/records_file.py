"""Files of complete games with bots, outcome and every decision: lines of JSON, or Parquet."""

from __future__ import annotations

from abc import ABC, abstractmethod
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from semafor.record import Record

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from types import TracebackType

    from semafor.arena.games_file import PlayedGame

PARQUET = ".parquet"


class KeptGame(msgspec.Struct, frozen=True):
    """A line or row of the file."""

    bots: tuple[str, ...]
    """By seat."""
    scores: tuple[int, ...]
    """By side."""
    ranks: tuple[int, ...]
    deal: int
    order: int
    record: Record
    """The record, for `Game.replay`."""


class RecordsFile(ABC):
    """An open file to which games are added."""

    def add(self, bots: Sequence[str], game: PlayedGame) -> None:
        """Add a game if it has a record."""
        if game.record is not None:
            self.keep(kept(bots, game, game.record))

    @abstractmethod
    def keep(self, game: KeptGame) -> None:
        """Append a game."""

    @abstractmethod
    def close(self) -> None:
        """Finish the file."""

    def __enter__(self) -> RecordsFile:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class LinesOfJson(RecordsFile):
    """A file with one line per game, written as soon as the game is over."""

    def __init__(self, file: Path, more: bool) -> None:
        """Create the file, or append to it with `more`."""
        self._open = file.open("ab" if more else "wb")

    def keep(self, game: KeptGame) -> None:
        """Write a line."""
        self._open.write(msgspec.json.encode(game) + b"\n")
        self._open.flush()

    def close(self) -> None:
        """Close the file."""
        self._open.close()


def open_records(file: Path, more: bool = False) -> RecordsFile:
    """Create a file, or append to it with `more`: Parquet if its name ends with `.parquet`, otherwise JSON.

    Raise OSError if it cannot be written, ImportError if a package for Parquet is missing, ValueError if the
    existing file is not a file of games.
    """
    if not is_parquet(file):
        return LinesOfJson(file, more)
    from semafor.arena.parquet_records import ParquetRecords

    return ParquetRecords(file, more)


def is_parquet(file: Path) -> bool:
    """Return whether a file's name asks for Parquet."""
    return file.suffix.lower() == PARQUET


def kept(bots: Sequence[str], game: PlayedGame, record: Record) -> KeptGame:
    """Return what is stored of a game."""
    return KeptGame(
        bots=tuple(bots),
        scores=tuple(side.score for side in game.sides),
        ranks=tuple(side.rank for side in game.sides),
        deal=game.deal,
        order=game.order,
        record=record,
    )


def read_records(file: str | Path) -> Iterator[KeptGame]:
    """Yield the games of a file of either format."""
    file = Path(file)
    if is_parquet(file):
        from semafor.arena.parquet_records import read_parquet

        yield from read_parquet(file)
        return
    with file.open("rb") as lines:
        for line in lines:
            yield msgspec.json.decode(line, type=KeptGame)
