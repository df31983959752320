"""Which words the package's source says, read from its calls."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple, get_args

import semafor
from semafor.errors import Thing

PACKAGE = Path(semafor.__file__).parent
ERRORS = {"SemaforError", "IllegalMove", "UnknownMove", "BadSetup", "BadPosition", "BadRecord"}
FAULTS = {"fault", "Fault", "_refusal"}
ADVICE = {"notice"}
LONGEST = 2
"""Arguments of a fault besides its details: where it is, and its code."""
MADE_OF = {"unknown-": get_args(Thing), "no-such-": ("seat", "side")}
"""Codes that are put together, by their beginnings."""


class Said(NamedTuple):
    """A code that is said somewhere, with the names of its details and what is known of their values."""

    code: str
    details: frozenset[str]
    case: str | None
    unseen: bool
    """Whether some details come from a mapping that is unknown in the source."""
    where: str


def said(names: set[str]) -> list[Said]:
    """Every call of these names, or of classes made of them, whose code is a plain text."""
    return _said(frozenset(names))


@cache
def _said(names: frozenset[str]) -> list[Said]:
    files = [_read(path) for path in sorted(PACKAGE.rglob("*.py"))]
    kinds = names | {kind for file in files for kind in _kinds(file, names)}
    return [one for file in files for one in _in_file(file, kinds)]


class _Read(NamedTuple):
    """The relevant parts of a file, found in one pass over its tree."""

    path: Path
    classes: list[ast.ClassDef]
    calls: list[ast.Call]


@cache
def _read(path: Path) -> _Read:
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    classes = [node for node in nodes if isinstance(node, ast.ClassDef)]
    return _Read(path, classes, [node for node in nodes if isinstance(node, ast.Call)])


def _kinds(file: _Read, names: frozenset[str]) -> set[str]:
    """The classes of a module that are made of these."""
    return {node.name for node in file.classes if _bases(node) & names}


def _in_file(file: _Read, names: frozenset[str]) -> Iterator[Said]:
    called = names | ({"__init__"} if _kinds(file, names) else set())
    for node in file.calls:
        if _called(node) in called:
            for code in _codes(node):
                yield Said(code, *_details(node), f"{file.path.relative_to(PACKAGE)}:{node.lineno}")


def _bases(node: ast.ClassDef) -> set[str]:
    return {base.id for base in node.bases if isinstance(base, ast.Name)}


def _called(node: ast.Call) -> str:
    return str(getattr(node.func, "id", getattr(node.func, "attr", "")))


def _codes(node: ast.Call) -> list[str]:
    """Return the possible codes of a call: all combinations of a composed code, none for a variable."""
    for argument in node.args[:2]:
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
            return [argument.value]
        if isinstance(argument, ast.JoinedStr) and isinstance(argument.values[0], ast.Constant):
            start = str(argument.values[0].value)
            return [start + end for end in MADE_OF[start]] if start in MADE_OF else []
    return []


def _details(node: ast.Call) -> tuple[frozenset[str], str | None, bool]:
    given = {keyword.arg: keyword.value for keyword in node.keywords if keyword.arg}
    case = given.get("case")
    known = str(case.value) if isinstance(case, ast.Constant) else None
    unseen = len(given) < len(node.keywords) or len(node.args) > LONGEST
    return frozenset(given) - {"rule"}, known, unseen
