"""What is wrong with a board file, said so that its author can correct it."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec

from semafor.words import Detail, Phrase, given_details, say

if TYPE_CHECKING:
    from collections.abc import Sequence

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


LABEL_LIMIT = 60


def locate(fault: Fault, tree: Tree, text: str = "") -> Fault:
    """The fault with its place named, and with its line where the text shows it plainly."""
    return msgspec.structs.replace(
        fault, where=format_path(fault.path, tree), line=find_line(fault.path, tree, text)
    )


def format_path(path: KeyPath, tree: Tree) -> str:
    """`routes[17] palermo–smyrna, length`: entries counted from 1, labelled with what they join."""
    if len(path) >= 2 and isinstance(path[1], int):
        entry = f"{path[0]}[{path[1] + 1}] {_label(tree, path)}".rstrip()
        return ", ".join([entry, *_format_rest(path[2:])])
    return ".".join(_format_rest(path))


def _format_rest(path: KeyPath) -> list[str]:
    parts: list[str] = []
    for step in path:
        if isinstance(step, int) and parts:
            parts[-1] += f"[{step + 1}]"
        else:
            parts.append(str(step)[:LABEL_LIMIT])
    return parts


def _label(tree: Tree, path: KeyPath) -> str:
    """The ends, id or place of an entry, as far as it has them."""
    entry = _entries(tree, str(path[0]))[int(path[1])]
    if not isinstance(entry, dict):
        return ""
    words = [entry[key] for key in ("a", "b", "id", "place") if isinstance(entry.get(key), str)]
    return "–".join(words)[:LABEL_LIMIT]


def _entries(tree: Tree, section: str) -> list[Any]:
    entries = tree.get(section)
    return list(entries) if isinstance(entries, list | tuple) else []


def find_line(path: KeyPath, tree: Tree, text: str) -> int | None:
    """The line of an entry or key, counted from 1; None where the layout does not show it."""
    lines = _lines(text)
    if len(path) >= 2 and isinstance(path[1], int):
        found = _entry_lines(str(path[0]), lines)
        # An unusual layout is not guessed at: the lines count only if there is one for each entry.
        if found:
            return found[path[1]] if len(found) == len(_entries(tree, str(path[0]))) else None
    return _key_line([str(step) for step in path[:2]], lines) if path else None


@lru_cache(maxsize=1)
def _lines(text: str) -> tuple[str, ...]:
    """The lines of a file, which all of its faults share."""
    return tuple(text.split("\n"))


@lru_cache(maxsize=4)
def _entry_lines(section: str, lines: tuple[str, ...]) -> list[int]:
    """The lines that begin an entry of a list, in either of TOML's two notations."""
    headers = [n for n, line in enumerate(lines, start=1) if _header(line) == f"[{section}]"]
    if headers:
        return headers
    start = _assignment(section, lines, 0) or len(lines)
    if start == len(lines) or not lines[start - 1].split("#")[0].rstrip().endswith("["):
        return []
    found = []
    for number, line in enumerate(lines[start:], start=start + 1):
        if line.lstrip().startswith("]"):
            break
        if line.lstrip().startswith("{"):
            found.append(number)
    return found


def _key_line(keys: list[str], lines: Sequence[str]) -> int | None:
    """The line of a key at the top, or of a key in a table; of the table where the key is not found."""
    table = next((n for n, line in enumerate(lines, start=1) if _header(line) == keys[0]), None)
    if table is None:
        return _assignment(keys[0], lines, 0)
    return (_assignment(keys[1], lines, table) if len(keys) > 1 else None) or table


def _assignment(key: str, lines: Sequence[str], after: int) -> int | None:
    """The line that gives a key its value, before the next table begins."""
    wanted = re.compile(rf"\s*([\"']?){re.escape(key)}\1\s*[=.]")
    for number, line in enumerate(lines[after:], start=after + 1):
        if wanted.match(line):
            return number
        if _header(line):
            break
    return None


def _header(line: str) -> str:
    """The name of the table that a line begins, a list's in brackets; empty for other lines."""
    if not line.lstrip().startswith("["):
        return ""
    bare = re.sub(r"\s", "", line.split("#")[0])
    return bare[1:-1] if re.fullmatch(r"\[\[?[\w.\"-]+\]\]?", bare) else ""
