"""What is wrong with a board file, said so that its author can correct it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from semafor.words import Detail, Phrase, given_details, say

if TYPE_CHECKING:
    from semafor.words import Language

KeyPath = tuple[str | int, ...]
"""Keys and positions that lead to a value: `("routes", 16, "length")`."""
Tree = dict[str, Any]
"""A board file as the TOML reader gives it."""


class Fault(msgspec.Struct, frozen=True):
    """One thing that is wrong, where, and what the words for it and for what would be right need."""

    path: KeyPath
    code: str
    """Stable, for programs and translations."""
    details: dict[str, Detail] = {}
    where: str = ""
    """The path for readers, entries counted from 1: `routes[17] palermo–smyrna, length`."""
    line: int | None = None
    """The line of the file, counted from 1, where it could be found."""

    def problem(self, language: Language = "en") -> str:
        """What is wrong."""
        return say(f"fault.{self.code}", self.details, language)

    def expected(self, language: Language = "en") -> str:
        """What would be right."""
        return say(f"expected.{self.code}", self.details, language)

    def say(self, language: Language = "en") -> str:
        """The whole fault in one line."""
        return self.phrase.say(language)

    @property
    def phrase(self) -> Phrase:
        """The fault as a part of a refusal."""
        told = {
            "line": self.line,
            "where": self.where or None,
            "problem": Phrase(f"fault.{self.code}", self.details),
            "expected": Phrase(f"expected.{self.code}", self.details),
        }
        return Phrase("told.fault", given_details(told))

    def __str__(self) -> str:
        return self.say()


def fault(path: KeyPath, code: str, /, **details: Detail) -> Fault:
    """A fault with its details; those that are None are not there."""
    return Fault(path, code, given_details(details))


def outside(path: KeyPath, value: float, lowest: int, highest: int) -> list[Fault]:
    """A fault if a number is not within its bounds."""
    if lowest <= value <= highest:
        return []
    return [fault(path, "out-of-range", value=value, lowest=lowest, highest=highest)]


class BoardError(ValueError):
    """A board file that cannot be used, with every fault found in it."""

    code = "board"

    def __init__(self, source: str, faults: list[Fault]) -> None:
        super().__init__(source, faults)
        self.source = source
        self.faults = faults

    def say(self, language: Language = "en") -> str:
        """A heading, and each fault on a line of its own."""
        heading = say("told.faults", {"source": self.source or "board", "n": len(self.faults)}, language)
        return "\n".join([heading, *(f"  {fault.say(language)}" for fault in self.faults)])

    def __str__(self) -> str:
        return self.say()
