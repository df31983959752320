"""Files, names and bytes: what is no board is refused in words, with the line where it shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from semafor.boards import BoardError, Fault, check_board, load_board, parse_board
from semafor.boards.check import MOST_FAULTS
from semafor.boards.load import DOTS, HERE, LARGEST_FILE
from tests.boards.board_trees import read_text

if TYPE_CHECKING:
    from pathlib import Path


def refuse(text: str) -> BoardError:
    """Return the error of loading a text."""
    with pytest.raises(BoardError) as caught:
        parse_board(text, "mine.toml")
    return caught.value


def test_a_built_in_board_is_read_once() -> None:
    assert load_board("europe") is load_board("europe")


def test_a_file_of_ones_own_is_read_from_its_path(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("\ufeff" + read_text("usa").replace("\n", "\r\n"), encoding="utf-8", newline="")
    assert load_board(path) == load_board(str(path)) == load_board("usa")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("europ", "there is no such board or file; expected a board file or a name; did you mean 'europe'?"),
        ("Iberia.toml", "did you mean 'iberia'?"),
        ("moon", "a board file or a name: asia, berlin, cardgame, europe, iberia, usa, balkans, ireland"),
        ("", "this is a directory"),
        ("a\0b", "there is no such board or file"),
        ("x" * 5000, "1 error"),
    ],
)
def test_a_missing_board_is_refused_with_the_nearest_name(name: str, words: str) -> None:
    with pytest.raises(BoardError) as caught:
        load_board(name)
    assert words in str(caught.value)


def test_a_directory_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BoardError, match="this is a directory"):
        load_board(tmp_path)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "'board' is missing"),
        (b"board = 'x'\n\xff\xfe", "line 2 is not UTF-8 text"),
        (b"\x00\x01\x02", "this is not TOML"),
        (b"board = [", "this is not TOML"),
        (b"a = " + b"9" * 5000, "this is not TOML"),
        (b"a = " + b"[" * 5000, "values are nested too deeply"),
        (b"a" + b".a" * DOTS + b".a = 1", f"line 1 has more than {DOTS} dots"),
        (b"#" * (LARGEST_FILE + 1), "the file is too large for a board"),
        (b"\xc5\x82" * LARGEST_FILE, "the file is too large for a board"),
    ],
)
def test_bytes_that_are_no_board_are_refused(tmp_path: Path, data: bytes, words: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(data)
    with pytest.raises(BoardError) as caught:
        load_board(path)
    assert words in str(caught.value)


def test_a_fault_names_file_line_entry_problem_and_remedy() -> None:
    text = read_text("europe").replace('b = "smyrna",         length = 6', 'b = "smyrnaa", length = 6')
    line = next(n for n, line in enumerate(text.split("\n"), start=1) if "smyrnaa" in line)
    error = refuse(text)
    assert error.source == "mine.toml"
    assert str(error).splitlines()[0] == "mine.toml: 1 error"
    assert f"line {line}, routes[" in str(error)
    assert "palermo–smyrnaa, b: there is no place 'smyrnaa'; expected 'smyrna'" in str(error)


def find_line(text: str, words: str) -> int | None:
    """Return the line number of the only fault that contains these words."""
    (fault,) = [fault for fault in refuse(text).faults if words in str(fault)]
    return fault.line


def test_lines_of_keys_and_tables() -> None:
    text = read_text("europe")
    lines = text.split("\n")
    start = next(n for n, line in enumerate(lines, start=1) if line.startswith("start_tickets"))
    options = lines.index("[options]") + 1
    assert find_line(text.replace("keep = 2", "keep = 9"), "keep") == start
    assert find_line(text.replace("\nhand ", "\n#hand "), "'hand' is missing") == options
    assert find_line(text.replace('"BASE"', '"BAS"'), "'BAS'") == lines.index('rules = ["BASE", "EUR"]') + 1
    assert find_line(text.replace('"EUR"]', '"EUR"]\nfoo = 1'), "'foo'") == 6


def test_lines_of_entries_under_headers() -> None:
    text = read_text("cardgame")
    before, after = text.split("big_cities = [")
    _, rest = after.split("]", 1)
    text = (
        before
        + rest
        + '\n[[big_cities]]\nplace = "dallas"\npoints = 1\n\n[[big_cities]]\nplace = "x"\npoints = 1\n'
    )
    assert find_line(text, "there is no place 'x'") == text[: text.index('place = "x"')].count("\n")


def test_no_line_is_given_where_the_layout_does_not_show_it() -> None:
    text = read_text("cardgame").replace(" },\n  { place", " }, { place")
    assert find_line(text.replace('place = "dallas"', 'place = "x"'), "there is no place 'x'") is None


def test_an_error_of_very_many_faults_keeps_the_first() -> None:
    text = read_text("usa").replace("[options]", "[options]\n" + "".join(f"k{n} = 1\n" for n in range(300)))
    error = refuse(text)
    assert len(error.faults) == MOST_FAULTS
    assert error.faults[0].line is not None
    assert error.faults[-1].line is None


def test_a_board_made_in_python_can_be_checked() -> None:
    assert check_board(load_board("asia")) == []


def test_a_fault_without_a_place_is_a_plain_sentence() -> None:
    assert str(BoardError("", [Fault((), "no-places")])) == (
        "board: 1 error\n  there are no places; expected at least two"
    )


def test_built_in_files_are_beside_the_loader() -> None:
    assert load_board(HERE / "usa.toml") == load_board("usa")
