"""The page on positions lists every field of a description with an example."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from semafor.games import board_position, card_position

PAGE = (Path(__file__).parents[2] / "docs" / "positions.md").read_text("utf-8")
ROWS = dict(re.findall(r"^\| `(\w+)` \|.*\| `(.*)` \|$", PAGE, re.MULTILINE))


@pytest.mark.parametrize("description", [board_position.BoardDescription, card_position.CardDescription])
def test_every_field_has_a_row(description: type[msgspec.Struct]) -> None:
    assert set(description.__struct_fields__) <= set(ROWS)


def test_no_row_is_without_a_field() -> None:
    fields = {
        *board_position.BoardDescription.__struct_fields__,
        *card_position.CardDescription.__struct_fields__,
    }
    assert set(ROWS) == fields | {"board"}


@pytest.mark.parametrize("field", ROWS)
def test_an_example_says_its_field(field: str) -> None:
    assert list(eval("{" + ROWS[field] + "}")) == [field]
