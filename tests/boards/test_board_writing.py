"""A board written as text reads back as the same board, and our files are so written."""

from __future__ import annotations

import pickle

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from semafor.boards import board_names, format_board, load_board, parse_board
from tests.boards.board_trees import read_text

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)


@pytest.mark.parametrize("name", board_names())
def test_a_written_board_reads_back_equal(name: str) -> None:
    board = load_board(name)
    assert parse_board(format_board(board), "again") == board


@pytest.mark.parametrize("name", board_names())
def test_a_board_from_another_process_is_written_alike(name: str) -> None:
    """Defaults may be equal objects instead of identical ones; records identify boards by their text."""
    board = load_board(name)
    assert format_board(pickle.loads(pickle.dumps(board))) == format_board(board)


def without_comments(text: str) -> list[str]:
    """Return the lines of a board file that are not comments or blank."""
    return [line for line in text.split("\n") if not line.startswith("#")]


@pytest.mark.parametrize("name", board_names())
def test_our_files_have_the_layout_of_the_writer(name: str) -> None:
    assert without_comments(read_text(name)) == without_comments(format_board(load_board(name)))


@pytest.mark.parametrize("name", board_names())
def test_our_files_show_one_entry_a_line_in_columns(name: str) -> None:
    routes = [
        line for line in read_text(name).split("\n") if line.startswith("  { a = ") and "length" in line
    ]
    assert len(routes) == len(load_board(name).routes)
    assert len({line.index("length") for line in routes}) <= 1


@settings(deadline=None, max_examples=40)
@given(text=TEXTS, colour=TEXTS)
def test_any_text_survives(text: str, colour: str) -> None:
    board = load_board("usa")
    provenance = msgspec.structs.replace(board.provenance, places=text + "\x7f\r\n\"'\\")
    routes = (msgspec.structs.replace(board.routes[0], unsure=colour), *board.routes[1:])
    odd = msgspec.structs.replace(board, provenance=provenance, routes=routes)
    assert parse_board(format_board(odd), "odd") == odd
