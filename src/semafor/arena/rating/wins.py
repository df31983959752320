"""Who wins: counts in exact parts of a win, so that a shared victory is shared."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from semafor.arena.simulate.histogram import sample_deviation

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Parts = NDArray[np.int64]

WHOLE = 60
"""A win has so many parts: it can be shared evenly by one to six sides."""


class Share(msgspec.Struct, frozen=True):
    """The part of all games that somebody won."""

    alone: int
    shared: int
    share: float
    """Wins by all games, a victory shared by n counting 1/n."""
    standard_error: float
    expected: float
    """The share if it made no difference where one sits."""


def parts_of_wins(ranks: NDArray[Any]) -> Parts:
    """[game, side]: the part of each game's victory that each side has, in WHOLE parts."""
    winners = (ranks == 1).astype(np.int64)
    parts: Parts = winners * (WHOLE // winners.sum(axis=1, keepdims=True))
    return parts


class WinCounts:
    """Wins of a few rivals over many games."""

    def __init__(self, rivals: int) -> None:
        self.games = 0
        self.alone = np.zeros(rivals, np.int64)
        self.shared = np.zeros(rivals, np.int64)
        self.parts = np.zeros(rivals, np.int64)
        self.squares = np.zeros(rivals, np.int64)

    def add(self, parts: Parts) -> None:
        """Count games: [game, rival] the part of the victory."""
        self.games += len(parts)
        self.alone += (parts == WHOLE).sum(axis=0)
        self.shared += ((parts > 0) & (parts < WHOLE)).sum(axis=0)
        self.parts += parts.sum(axis=0)
        self.squares += (parts * parts).sum(axis=0)

    def share(self, rival: int, expected: float) -> Share:
        """What one of the rivals won."""
        parts, squares = int(self.parts[rival]), int(self.squares[rival])
        deviation = sample_deviation(self.games, parts, squares) / WHOLE
        return Share(
            alone=int(self.alone[rival]),
            shared=int(self.shared[rival]),
            share=parts / (WHOLE * self.games),
            standard_error=deviation / sqrt(self.games),
            expected=expected,
        )
