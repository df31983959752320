"""How long bots think: counts in narrow classes of time, which can be added up and kept in a file."""

from __future__ import annotations

from collections import Counter
from math import log2

import msgspec

CLASSES_AN_OCTAVE = 16
"""So a quantile is right to about two parts in a hundred."""


class Thinking(msgspec.Struct):
    """The times of many decisions."""

    nanoseconds: int = 0
    classes: dict[int, int] = {}
    """How many decisions are in each class of time."""

    def add(self, nanoseconds: int) -> None:
        """Count one decision."""
        number = round(CLASSES_AN_OCTAVE * log2(max(1, nanoseconds)))
        self.nanoseconds += nanoseconds
        self.classes[number] = self.classes.get(number, 0) + 1

    def merge(self, other: Thinking) -> None:
        """Count all decisions of another one."""
        self.nanoseconds += other.nanoseconds
        self.classes = dict(Counter(self.classes) + Counter(other.classes))

    @property
    def decisions(self) -> int:
        """How many decisions were counted."""
        return sum(self.classes.values())

    def mean_ms(self) -> float:
        """The average in milliseconds; 0 where nothing was decided."""
        return self.nanoseconds / max(1, self.decisions) / 1e6

    def quantile_ms(self, part: float) -> float:
        """The time in milliseconds that this part of the decisions does not exceed."""
        wanted, counted = part * self.decisions, 0
        for number in sorted(self.classes):
            counted += self.classes[number]
            if counted >= wanted:
                return float(2 ** (number / CLASSES_AN_OCTAVE) / 1e6)
        return 0.0
