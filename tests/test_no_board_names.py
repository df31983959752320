"""A board is its options: nothing in the package asks which board it is."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import semafor
from semafor import board_names, load_board

PACKAGE = Path(semafor.__file__).parent
NAMES = frozenset(board_names()) | {load_board(name).title.en for name in board_names()}


def compared_with(tree: ast.AST) -> Iterator[ast.expr]:
    """Yield every value used in a comparison or a match pattern."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            yield from (node.left, *node.comparators)
        elif isinstance(node, ast.MatchValue):
            yield node.value
        elif isinstance(node, ast.Call) and getattr(node.func, "attr", "") in ("startswith", "endswith"):
            yield from node.args


def board_names_compared(source: str) -> list[int]:
    """The lines on which a board's name is compared with something."""
    return sorted(
        {
            part.lineno
            for value in compared_with(ast.parse(source))
            for part in ast.walk(value)
            if isinstance(part, ast.Constant) and part.value in NAMES
        }
    )


def test_no_condition_compares_with_the_name_of_a_board() -> None:
    found = {
        f"{path.relative_to(PACKAGE)}:{line}"
        for path in PACKAGE.rglob("*.py")
        for line in board_names_compared(path.read_text(encoding="utf-8"))
    }
    assert found == set()


@pytest.mark.parametrize(
    "source",
    [
        'if board == "europe": pass',
        'x = 1 if "asia" != name else 2',
        'while board.board in ("usa", "iberia"): pass',
        'match name:\n  case "berlin": pass',
        'match name:\n  case "berlin" | "usa": pass',
        'if name.startswith("iberia"): pass',
    ],
)
def test_such_a_condition_would_be_noticed(source: str) -> None:
    assert board_names_compared(source)


def test_naming_a_board_without_asking_is_no_matter() -> None:
    assert board_names_compared('board = load_board("europe") if board is None else board') == []
