"""A file of whole games, each with its bots, its outcome and every decision: lines of JSON, or Parquet."""

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
    """What `Game.replay` takes."""


class RecordsFile(ABC):
    """An open file to which whole games are added."""

    def add(self, bots: Sequence[str], game: PlayedGame) -> None:
        """Keep a game that came with its record; others are passed over."""
        if game.record is not None:
            self.keep(kept(bots, game, game.record))

    @abstractmethod
    def keep(self, game: KeptGame) -> None:
        """Write a game behind the others."""

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
    """One line a game, which is in the file as soon as the game is over."""

    def __init__(self, file: Path, more: bool) -> None:
        """Begin the file, or write `more` behind what is there."""
        self._open = file.open("ab" if more else "wb")

    def keep(self, game: KeptGame) -> None:
        """Write a line."""
        self._open.write(msgspec.json.encode(game) + b"\n")
        self._open.flush()

    def close(self) -> None:
        """Close the file."""
        self._open.close()


def open_records(file: Path, more: bool = False) -> RecordsFile:
    """Begin a file, or write `more` behind what is there: Parquet by a name that ends so, else JSON.

    OSError where it cannot be written; ImportError where Parquet needs a package that is missing; ValueError
    where there is to be more of what is no such file.
    """
    if not is_parquet(file):
        return LinesOfJson(file, more)
    from semafor.arena.parquet_records import ParquetRecords

    return ParquetRecords(file, more)


def is_parquet(file: Path) -> bool:
    """Whether a file's name asks for Parquet."""
    return file.suffix.lower() == PARQUET


def kept(bots: Sequence[str], game: PlayedGame, record: Record) -> KeptGame:
    """What is kept of a game."""
    return KeptGame(
        bots=tuple(bots),
        scores=tuple(side.score for side in game.sides),
        ranks=tuple(side.rank for side in game.sides),
        deal=game.deal,
        order=game.order,
        record=record,
    )


def read_records(file: str | Path) -> Iterator[KeptGame]:
    """The games of a file of either form, one by one."""
    file = Path(file)
    if is_parquet(file):
        from semafor.arena.parquet_records import read_parquet

        yield from read_parquet(file)
        return
    with file.open("rb") as lines:
        for line in lines:
            yield msgspec.json.decode(line, type=KeptGame)
