"""A file of whole games: one JSON line a game, with its bots, its outcome and every decision."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from semafor.record import Record

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from types import TracebackType

    from semafor.arena.tournament.played_game import PlayedGame


class KeptGame(msgspec.Struct, frozen=True):
    """A line of the file."""

    bots: tuple[str, ...]
    """By seat."""
    scores: tuple[int, ...]
    """By side."""
    ranks: tuple[int, ...]
    deal: int
    order: int
    record: Record
    """What `Game.replay` takes."""


class RecordsFile:
    """An open file to which whole games are added."""

    def __init__(self, file: Path, more: bool) -> None:
        """Begin the file, or write `more` behind what is there."""
        self._open = file.open("ab" if more else "wb")

    def add(self, bots: Sequence[str], game: PlayedGame) -> None:
        """Keep a game that came with its record; others are passed over."""
        if game.record is not None:
            self._open.write(msgspec.json.encode(kept(bots, game, game.record)) + b"\n")
            self._open.flush()

    def __enter__(self) -> RecordsFile:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._open.close()


def kept(bots: Sequence[str], game: PlayedGame, record: Record) -> KeptGame:
    """The line of a game."""
    return KeptGame(
        bots=tuple(bots),
        scores=tuple(side.score for side in game.sides),
        ranks=tuple(side.rank for side in game.sides),
        deal=game.deal,
        order=game.order,
        record=record,
    )


def read_records(file: Path) -> Iterator[KeptGame]:
    """The games of a file, one by one."""
    with file.open("rb") as lines:
        for line in lines:
            yield msgspec.json.decode(line, type=KeptGame)
