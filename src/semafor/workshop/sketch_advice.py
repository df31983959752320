"""What a sketch still waits for: names in a second language, and where its data come from."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from semafor.workshop.advice import Advice, both_names, notice

if TYPE_CHECKING:
    from collections.abc import Iterator

    from semafor.boards.model import Board

NAMED = 5
"""Names that a sentence lists."""


def waiting_names(board: Board) -> Iterator[Advice]:
    """Names of a sketch that are the same in both languages, as one left out is."""
    names = [board.title, *(place.name for place in board.places)]
    names += [festival.name for festival in board.festivals]
    same = [both_names(name) for name in names if name.en == name.pl]
    if board.sketch and same:
        yield notice((), "second-names-wait", n=len(same), names=same[:NAMED])


def waiting_provenance(board: Board) -> Iterator[Advice]:
    """A sketch that does not say where its data come from."""
    told = msgspec.structs.asdict(board.provenance)
    empty = [key for key, text in told.items() if not text]
    if board.sketch and empty:
        yield notice((), "provenance-waits", keys=empty)


def still_a_sketch(board: Board) -> Iterator[Advice]:
    """A sketch that waits for nothing more."""
    if board.sketch and not [*waiting_names(board), *waiting_provenance(board)]:
        yield notice((), "sketch-finished")
