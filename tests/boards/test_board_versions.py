"""Boards that were changed: a new number, and the earlier ones kept for the games that began on them."""

from __future__ import annotations

import pytest

from semafor import Game
from semafor.boards import BoardError, board_names, format_board, load_board, parse_board
from semafor.boards.load import EARLIER, earlier_versions
from semafor.errors import BadRecord
from semafor.record import BoardRecord, board_from_record, fingerprint


@pytest.mark.parametrize("name", board_names())
def test_earlier_versions_lead_up_to_the_one_of_today(name: str) -> None:
    today = load_board(name)
    earlier = earlier_versions(name)
    assert [board.version for board in earlier] == list(range(today.version - 1, 0, -1))
    assert {board.board for board in earlier} <= {name}
    assert {path.stem for path in EARLIER.glob(f"{name}-*.toml")} == {
        f"{name}-{board.version}" for board in earlier
    }


@pytest.mark.parametrize(
    ("name", "printed"), [("berlin", "8b084ad6e03165b6"), ("iberia", "f632d0ef9905f0ce")]
)
def test_a_record_of_an_earlier_version_is_played_again_on_it(name: str, printed: str) -> None:
    (old,) = earlier_versions(name)
    named = BoardRecord(name, printed)
    assert fingerprint(old) == named.fingerprint
    assert board_from_record(named) == old
    record = Game.new(name, players=2, seed="1").record()
    assert board_from_record(record.board) == load_board(name) != old


def test_a_version_that_never_was_is_refused() -> None:
    with pytest.raises(BadRecord, match="changed"):
        board_from_record(BoardRecord("berlin", "0" * 16))


def test_the_version_is_written_and_bounded() -> None:
    text = format_board(load_board("berlin"))
    assert "version = 2" in text
    with pytest.raises(BoardError, match="version: 0 is out of range"):
        parse_board(text.replace("version = 2", "version = 0"), "berlin")
