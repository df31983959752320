"""The examples of the README and of docs/python.md run and print what their comments say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = ("README.md", "docs/python.md")
EXAMPLES = [
    pytest.param(page, code, id=f"{page}-{number}")
    for page in PAGES
    for number, code in enumerate(
        re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(encoding="utf-8"), re.DOTALL)
    )
]


@pytest.mark.parametrize(("page", "example"), EXAMPLES)
def test_example_runs_and_prints_what_its_comments_say(
    page: str, example: str, capsys: pytest.CaptureFixture[str]
) -> None:
    exec(compile(example, page, "exec"), {})
    printed = capsys.readouterr().out
    for promised in re.findall(r"(?:^|print\(.*\)\s+)# (.*)$", example, re.MULTILINE):
        assert promised in printed


def test_both_pages_have_examples() -> None:
    assert len(EXAMPLES) == 5
