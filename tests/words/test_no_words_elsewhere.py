"""Sentences are in the catalogue alone: no other source of the package has one in Polish."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache

from tests.words.source_codes import PACKAGE

POLISH = re.compile("[ąćęłńóśźż]", re.I)
DATA = {"workshop/gazetteer.py": {"szerokość", "długość"}}
"""Headings that a table of places may have."""


@cache
def sources() -> list[tuple[str, ast.Module]]:
    """Every module of the package but those of the catalogue, with its tree."""
    paths = [path for path in sorted(PACKAGE.rglob("*.py")) if path.parent != PACKAGE / "words"]
    return [(path.relative_to(PACKAGE).as_posix(), ast.parse(path.read_text("utf-8"))) for path in paths]


def literals(tree: ast.Module) -> Iterator[str]:
    """The texts of a module that are no docstrings and more than a letter."""
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            if len(node.value) > 1:
                yield node.value


def in_both_languages(tree: ast.Module) -> Iterator[str]:
    """What a module says in both languages side by side: `{"en": …, "pl": …}` and `Name("…", "…")`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Dict):
            said = [value for key, value in zip(node.keys, node.values, strict=True) if _is_text(key, "pl")]
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Name":
            said = [*node.args[1:], *(one.value for one in node.keywords if one.arg == "pl")]
        else:
            continue
        yield from (ast.unparse(one) for one in said if any(_texts(one)))


def _is_text(node: ast.expr | None, text: str) -> bool:
    return isinstance(node, ast.Constant) and node.value == text


def _texts(node: ast.expr) -> Iterator[str]:
    """Return the texts in a value; none if they are only keys."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.Dict):
        yield from (text for value in node.values for text in _texts(value))


def test_no_polish_outside_the_catalogue() -> None:
    for path, tree in sources():
        polish = {text for text in literals(tree) if POLISH.search(text)}
        assert polish == DATA.get(path, set()), path


def test_nothing_is_said_in_both_languages_outside_the_catalogue() -> None:
    for path, tree in sources():
        assert list(in_both_languages(tree)) == [], path
