"""Arguments that several commands take."""

from __future__ import annotations

import pytest

from semafor import load_board
from semafor.cli.arguments import parse_players
from semafor.cli.output import Refused


def test_numbers_of_players() -> None:
    assert parse_players(load_board("asia"), None) == (4, 6)
    assert parse_players(load_board("usa"), "2,4-5") == (2, 4, 5)


@pytest.mark.parametrize("text", ["many", "9", "2-x", ""])
def test_numbers_that_cannot_be_are_refused(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("LC_ALL", "pl_PL.UTF-8")
    with pytest.raises(Refused, match=r"gracz|Liczb|liczb"):
        parse_players(load_board("usa"), text)
