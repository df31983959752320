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
    """Some details come in a mapping that the source does not show."""
    where: str


def said(names: set[str]) -> list[Said]:
    """Every call of these names, or of classes made of them, whose code is a plain text."""
    files = sorted(PACKAGE.rglob("*.py"))
    kinds = names | {kind for path in files for kind in _kinds(_tree(path), names)}
    return [one for path in files for one in _in_file(path, kinds)]


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def _kinds(tree: ast.Module, names: set[str]) -> set[str]:
    """The classes of a module that are made of these."""
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef) and _bases(node) & names}


def _in_file(path: Path, names: set[str]) -> Iterator[Said]:
    tree = _tree(path)
    called = names | ({"__init__"} if _kinds(tree, names) else set())
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _called(node) in called:
            for code in _codes(node):
                yield Said(code, *_details(node), f"{path.relative_to(PACKAGE)}:{node.lineno}")


def _bases(node: ast.ClassDef) -> set[str]:
    return {base.id for base in node.bases if isinstance(base, ast.Name)}


def _called(node: ast.Call) -> str:
    return str(getattr(node.func, "id", getattr(node.func, "attr", "")))


def _codes(node: ast.Call) -> list[str]:
    """The code of a call, for a code that is put together all that it can be; none for a variable."""
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
