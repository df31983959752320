"""What is wrong with a board file, said so that its author can correct it."""

from __future__ import annotations

from typing import Any

import msgspec

KeyPath = tuple[str | int, ...]
"""Keys and positions that lead to a value: `("routes", 16, "length")`."""
Tree = dict[str, Any]
"""A board file as the TOML reader gives it."""


class Fault(msgspec.Struct, frozen=True):
    """One thing that is wrong, where, and what would be right."""

    path: KeyPath
    problem: str
    expected: str
    where: str = ""
    """The path for readers, entries counted from 1: `routes[17] palermo–smyrna, length`."""
    line: int | None = None
    """The line of the file, counted from 1, where it could be found."""

    def __str__(self) -> str:
        line = f"line {self.line}" if self.line else ""
        place = ", ".join(part for part in (line, self.where) if part)
        return f"{place}{': ' if place else ''}{self.problem}; expected {self.expected}"


def outside(path: KeyPath, value: float, lowest: int, highest: int) -> list[Fault]:
    """A fault if a number is not within its bounds."""
    if lowest <= value <= highest:
        return []
    return [Fault(path, f"{value} is out of range", f"a number from {lowest} to {highest}")]


class BoardError(ValueError):
    """A board file that cannot be used, with every fault found in it."""

    code = "board"

    def __init__(self, source: str, faults: list[Fault]) -> None:
        super().__init__(source, faults)
        self.source = source
        self.faults = faults

    def __str__(self) -> str:
        count = "1 fault" if len(self.faults) == 1 else f"{len(self.faults)} faults"
        return "\n".join([f"{self.source or 'board'}: {count}", *(f"  {fault}" for fault in self.faults)])
