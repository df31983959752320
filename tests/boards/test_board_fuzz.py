"""Whatever stands in a file, the loader gives a board or a BoardError."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from semafor.boards import BoardError, board_names, format_board, load_board, parse_board
from semafor.boards.load import HERE
from semafor.boards.model import Board
from tests.boards.board_trees import list_faults, read_text, read_tree

SCALARS = (
    st.none().map(lambda _: "")
    | st.booleans()
    | st.integers(-10, 100)
    | st.integers()
    | st.floats()
    | st.sampled_from(["red", "wild", "train", "tram", "subway", "miami", "brest", "tickets", "out", "-"])
    | st.text(max_size=8)
    | st.datetimes()
)
VALUES = st.recursive(
    SCALARS, lambda v: st.lists(v, max_size=4) | st.dictionaries(st.text(max_size=8), v, max_size=3)
)
NAMES = st.sampled_from(board_names())


def try_parse(text: str) -> None:
    """Loading gives a board that survives a round trip, or an error that can be printed."""
    try:
        board = parse_board(text, "fuzz")
    except BoardError as error:
        shown = str(error).splitlines()
        board = None
    assert board is None or parse_board(format_board(board), "again") == board
    assert board is not None or len(shown) > 1


@settings(deadline=None)
@given(data=st.binary(max_size=400))
def test_any_bytes(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "fuzz.toml"
    path.write_bytes(data)
    with pytest.raises(BoardError):
        load_board(path)


@settings(deadline=None)
@given(text=st.text(alphabet="[]{}=.\"'#\n abrouteskx1,-_\\", max_size=80))
def test_any_text_in_the_signs_of_toml(text: str) -> None:
    try_parse(text)


@settings(deadline=None, max_examples=60)
@given(name=NAMES, start=st.integers(0, 20000), length=st.integers(0, 40), patch=st.text(max_size=10))
def test_any_patch_of_a_board_file(name: str, start: int, length: int, patch: str) -> None:
    text = read_text(name)
    try_parse(text[:start] + patch + text[start + length :])


@settings(deadline=None, max_examples=60)
@given(name=NAMES, seed=st.randoms(use_true_random=False), value=VALUES)
def test_any_value_anywhere(name: str, seed: Any, value: Any) -> None:
    tree = read_tree(name)
    here: Any = tree
    while True:
        key = seed.choice(list(here) if isinstance(here, dict) else range(len(here)))
        deeper = isinstance(here[key], dict | list) and here[key]
        if not deeper or seed.random() < 0.2:
            break
        here = here[key]
    here[key] = value
    if not list_faults(tree):
        board = msgspec.convert(tree, Board)
        assert parse_board(format_board(board), "again") == board


@settings(deadline=None, max_examples=60)
@given(seed=st.randoms(use_true_random=False), name=NAMES)
def test_any_lines_lost_or_shuffled(name: str, seed: Any) -> None:
    lines = read_text(name).split("\n")
    for _ in range(seed.randint(1, 4)):
        one, two = seed.randrange(len(lines)), seed.randrange(len(lines))
        if seed.random() < 0.5:
            lines[one], lines[two] = lines[two], lines[one]
        else:
            del lines[one]
    try_parse("\n".join(lines))


def test_the_boards_directory_holds_only_boards() -> None:
    assert all(load_board(path).board == path.stem for path in HERE.glob("*.toml"))
