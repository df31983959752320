"""What a judge of positions tells, whoever it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

import msgspec

from semafor.moves import Move
from semafor.story.model import Shares
from semafor.story.positions import Position

Progress = Callable[[int, int], None]
"""Called with what is done and all there is to do."""


class Glance(msgspec.Struct, frozen=True):
    """What a position is worth before its decision."""

    own: float
    """The chance of the seat's side, from what the seat knows."""
    table: Shares
    """The chances of all sides, from what all know together."""
    points: Shares


class Verdict(msgspec.Struct, frozen=True):
    """What the strongest player would do, and what the decision made of the seat's chance."""

    best: Move
    cost: float
    """How much better its move is than the played one; 0 where it is the same or no better."""
    cards: float | None
    """What was drawn at the end of a turn, as far as it changed the chance; None where nothing was."""


class Judge(Protocol):
    """Values positions of one game."""

    name: str
    doubt: float
    """By how much two of its chances can differ because it has dice."""

    def glance(self, positions: Sequence[Position]) -> list[Glance]:
        """The curve: what every position was worth."""

    def judge(self, positions: Sequence[Position], progress: Progress) -> list[Verdict]:
        """What would have been better, for every position."""
