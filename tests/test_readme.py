"""The README's examples run, and print what they say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

README = Path(__file__).parents[1] / "README.md"
EXAMPLES = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("example", EXAMPLES, ids=range(len(EXAMPLES)))
def test_example_runs_and_prints_what_its_comments_say(
    example: str, capsys: pytest.CaptureFixture[str]
) -> None:
    exec(compile(example, "README", "exec"), {})
    printed = capsys.readouterr().out
    for promised in re.findall(r"(?:^|print\(.*\)\s+)# (.*)$", example, re.MULTILINE):
        assert promised in printed


def test_the_readme_has_examples() -> None:
    assert len(EXAMPLES) >= 3
