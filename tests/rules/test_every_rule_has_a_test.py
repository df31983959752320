"""Every numbered rule is named by a test, in a mark or at the head of its docstring.

`@pytest.mark.rule("EUR-10")` stands above the test, or its docstring begins with `EUR-10:`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from semafor.rulebook import all_rules

TESTS = Path(__file__).parents[1]
HEAD = re.compile(r"[A-Z]+-\d+(?:, [A-Z]+-\d+)*(?=:)")


def named_rules(source: str) -> Iterator[str]:
    """The ids that the tests of a file name."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            head = HEAD.match(ast.get_docstring(node) or "")
            yield from head[0].split(", ") if head else ()
            for decorator in node.decorator_list:
                yield from _marked(decorator)


def _marked(decorator: ast.expr) -> Iterator[str]:
    if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "pytest.mark.rule":
        for argument in decorator.args:
            assert isinstance(argument, ast.Constant), f"{ast.unparse(decorator)} must name rules plainly"
            yield str(argument.value)


def rules_with_tests() -> set[str]:
    """The ids that any test of the project names."""
    files = sorted(TESTS.rglob("test_*.py"))
    return {rule for file in files for rule in named_rules(file.read_text(encoding="utf-8"))}


def faults(known: set[str], tested: set[str]) -> list[str]:
    """Return rules without a test and ids that are not rules."""
    untested = [f"{rule} has no test" for rule in sorted(known - tested)]
    return untested + [f"{rule} is no rule" for rule in sorted(tested - known)]


def known_rules() -> set[str]:
    return {rule.id for rule in all_rules()}


def test_every_rule_is_named_by_a_test() -> None:
    assert faults(known_rules(), rules_with_tests()) == []


def test_a_rule_without_a_test_is_found() -> None:
    tested = rules_with_tests() - {"BASE-6"}
    assert faults(known_rules(), tested) == ["BASE-6 has no test"]


def test_an_unknown_rule_is_found() -> None:
    tested = rules_with_tests() | {"EUR-99"}
    assert faults(known_rules(), tested) == ["EUR-99 is no rule"]


def test_only_marks_of_tests_count() -> None:
    source = """
@pytest.mark.rule("BASE-1")
def test_one(): ...
@pytest.mark.rule("BASE-2")
def helper(): ...
# @pytest.mark.rule("BASE-3")
@pytest.mark.skipif(True, reason="BASE-4")
@pytest.mark.rule("BASE-5", "EUR-1")
def test_two(): ...
"""
    assert list(named_rules(source)) == ["BASE-1", "BASE-5", "EUR-1"]


def test_only_the_head_of_a_docstring_counts() -> None:
    source = """
def test_one():
    'CRD-1, CRD-2: and not CRD-3.'
def test_two():
    'A word on CRD-4: nothing.'
"""
    assert list(named_rules(source)) == ["CRD-1", "CRD-2"]


def test_a_mark_that_cannot_be_read_is_refused() -> None:
    with pytest.raises(AssertionError, match="plainly"):
        list(named_rules("@pytest.mark.rule(RULE)\ndef test_one(): ...\n"))
