"""Whoever silences the type checker says what for and why."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOLDERS = ("src", "tests", "tools", "lab", "examples")
REASON = re.compile(r"# type: ignore(\[[\w\-, ]+\])?(  # noqa: \w+)?  # (?!noqa)\w")
"""Peers run in environments without types: their ignores may lack an error code, but not the reason."""


def unexplained(source: str) -> Iterator[int]:
    """The lines that silence the checker without a reason."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        silences = token.type == tokenize.COMMENT and "type: ignore" in token.string
        if silences and not REASON.search(token.string):
            yield token.start[0]


@pytest.mark.parametrize(
    ("comment", "lines"),
    [
        ("# type: ignore[misc]", [1]),
        ("# type: ignore", [1]),
        ("# type: ignore[misc]  # noqa: E402", [1]),
        ("# type: ignore[misc]  # it has no types", []),
        ("# type: ignore  # noqa: E402  # only in its own environment", []),
    ],
)
def test_the_search_finds_what_gives_no_reason(comment: str, lines: list[int]) -> None:
    assert list(unexplained(f"x = 1  {comment}\n")) == lines


def test_every_type_ignore_gives_a_reason() -> None:
    files = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))]
    found = {path: list(unexplained(path.read_text(encoding="utf-8"))) for path in files}
    assert {str(path.relative_to(ROOT)): lines for path, lines in found.items() if lines} == {}
