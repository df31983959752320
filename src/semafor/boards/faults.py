"""Faults of a board file, described so that its author can correct them."""

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
"""Keys and indexes that lead to a value: `("routes", 16, "length")`."""
Tree = dict[str, Any]
"""A parsed TOML file."""


class Fault(msgspec.Struct, frozen=True):
    """One fault: where it is, and the details of its texts."""

    path: KeyPath
    code: str
    """A stable code for programs and translations."""
    details: dict[str, Detail] = {}
    where: str = ""
    """The path for readers, entries counted from 1: `routes[17] palermo–smyrna, length`."""
    line: int | None = None
    """The line of the file, counted from 1, if it could be found."""

    def problem(self, language: Language = "en") -> str:
        """Return what is wrong."""
        return say(f"fault.{self.code}", self.details, language)

    def expected(self, language: Language = "en") -> str:
        """Return what would be right."""
        return say(f"expected.{self.code}", self.details, language)

    def say(self, language: Language = "en") -> str:
        """Return the fault in one line."""
        return self.phrase.say(language)

    @property
    def phrase(self) -> Phrase:
        """The fault as a part of an error message."""
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
    """Return a fault with its details; those that are None are dropped."""
    return Fault(path, code, given_details(details))


def outside(path: KeyPath, value: float, lowest: int, highest: int) -> list[Fault]:
    """Yield a fault if a number is out of bounds."""
    if lowest <= value <= highest:
        return []
    return [fault(path, "out-of-range", value=value, lowest=lowest, highest=highest)]


class BoardError(ValueError):
    """A board file that cannot be used, with all faults found."""

    code = "board"

    def __init__(self, source: str, faults: list[Fault]) -> None:
        super().__init__(source, faults)
        self.source = source
        self.faults = faults

    def say(self, language: Language = "en") -> str:
        """Return a heading, and each fault on a line of its own."""
        heading = say("told.faults", {"source": self.source or "board", "n": len(self.faults)}, language)
        return "\n".join([heading, *(f"  {fault.say(language)}" for fault in self.faults)])

    def __str__(self) -> str:
        return self.say()


LABEL_LIMIT = 60


def locate(fault: Fault, tree: Tree, text: str = "") -> Fault:
    """Return the fault with its path as text, and with its line if it is found."""
    return msgspec.structs.replace(
        fault, where=format_path(fault.path, tree), line=find_line(fault.path, tree, text)
    )


def format_path(path: KeyPath, tree: Tree) -> str:
    """Return `routes[17] palermo–smyrna, length`: entries counted from 1, with labels."""
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
    """Return the ends, id or place of an entry, as far as it has them."""
    entry = _entries(tree, str(path[0]))[int(path[1])]
    if not isinstance(entry, dict):
        return ""
    words = [entry[key] for key in ("a", "b", "id", "place") if isinstance(entry.get(key), str)]
    return "–".join(words)[:LABEL_LIMIT]


def _entries(tree: Tree, section: str) -> list[Any]:
    entries = tree.get(section)
    return list(entries) if isinstance(entries, list | tuple) else []


def find_line(path: KeyPath, tree: Tree, text: str) -> int | None:
    """Return the line of an entry or key, counted from 1; None if the layout does not show it."""
    lines = _lines(text)
    if len(path) >= 2 and isinstance(path[1], int):
        found = _entry_lines(str(path[0]), lines)
        # Unusual layouts are not guessed: lines count only if there is one for each entry.
        if found:
            return found[path[1]] if len(found) == len(_entries(tree, str(path[0]))) else None
    return _key_line([str(step) for step in path[:2]], lines) if path else None


@lru_cache(maxsize=1)
def _lines(text: str) -> tuple[str, ...]:
    """The lines of a file, shared by all of its faults."""
    return tuple(text.split("\n"))


@lru_cache(maxsize=4)
def _entry_lines(section: str, lines: tuple[str, ...]) -> list[int]:
    """Return the lines that begin an entry of a list, in either of TOML's two notations."""
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
    """Return the line of a top-level key, or of a key in a table; the table's if the key is not found."""
    table = next((n for n, line in enumerate(lines, start=1) if _header(line) == keys[0]), None)
    if table is None:
        return _assignment(keys[0], lines, 0)
    return (_assignment(keys[1], lines, table) if len(keys) > 1 else None) or table


def _assignment(key: str, lines: Sequence[str], after: int) -> int | None:
    """Return the line that assigns a key before the next table begins."""
    wanted = re.compile(rf"\s*([\"']?){re.escape(key)}\1\s*[=.]")
    for number, line in enumerate(lines[after:], start=after + 1):
        if wanted.match(line):
            return number
        if _header(line):
            break
    return None


def _header(line: str) -> str:
    """Return the name of the table that a line begins, in brackets for a list; empty for other lines."""
    if not line.lstrip().startswith("["):
        return ""
    bare = re.sub(r"\s", "", line.split("#")[0])
    return bare[1:-1] if re.fullmatch(r"\[\[?[\w.\"-]+\]\]?", bare) else ""
