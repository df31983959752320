from __future__ import annotations

import json
from pathlib import Path

import pytest

from semafor.boards import all_board_names, format_board, load_board
from tests.cli.command_line import CommandLine

FAULTY = """
board = "mine"
places = [ { id = "here", name = { en = "Here", pl = "Tu" }, lat = 1.0, lon = 2.0, colour = "red" } ]
routes = [ { a = "here", b = "there", length = 2, colour = "pink" } ]
"""


def test_boards_lists_every_board_with_players_size_and_provenance(semafor: CommandLine) -> None:
    done = semafor("boards")
    assert done.code == 0
    for name in all_board_names():
        board = load_board(name)
        line = next(line for line in done.out.splitlines() if line.split()[:1] == [name])
        assert ", ".join(map(str, board.options.players)) in line
        assert f" {len(board.routes)} " in line
    assert "our own design: 60 tickets" in done.out
    assert "published fact" in done.out


def test_boards_as_json(semafor: CommandLine) -> None:
    listed = json.loads(semafor("boards", "--json").out)
    assert [board["board"] for board in listed] == all_board_names()
    europe = next(board for board in listed if board["board"] == "europe")
    assert europe["title"] == {"en": "Europe", "pl": "Europa"}
    assert europe["players"] == [2, 3, 4, 5]
    assert (europe["places"], europe["routes"], europe["tickets"]) == (47, 101, 46)
    assert europe["mechanics"] == ["ferries", "tunnels", "stations"]
    assert set(europe["provenance"]) == {"places", "routes", "tickets", "other"}


@pytest.mark.parametrize("name", all_board_names())
def test_check_board_accepts_the_shipped_ones(semafor: CommandLine, name: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(format_board(load_board(name)), encoding="utf-8")
    done = semafor("check-board", str(file))
    assert done.code == 0
    assert "no errors" in done.out
    assert done.err == ""


def test_check_board_names_every_fault_with_its_line(semafor: CommandLine, tmp_path: Path) -> None:
    file = tmp_path / "faulty.toml"
    file.write_text(FAULTY, encoding="utf-8")
    done = semafor("check-board", str(file))
    assert done.code == 1
    assert done.out == ""
    assert "line 3" in done.err
    assert "line 4" in done.err
    assert "Traceback" not in done.err


def test_check_board_in_polish(semafor: CommandLine, tmp_path: Path) -> None:
    file = tmp_path / "usa.toml"
    text = format_board(load_board("usa")).replace("length = 6", "length = 66", 1)
    file.write_text(text, encoding="utf-8")
    done = semafor("check-board", str(file), "--lang", "pl")
    assert done.code == 1
    assert "jest poza zakresem; oczekiwano: liczba od 1 do" in done.err
    assert "bez błędów" in semafor("check-board", "usa", "--lang", "pl").out


def test_check_board_as_json(semafor: CommandLine, tmp_path: Path) -> None:
    file = tmp_path / "faulty.toml"
    file.write_text(FAULTY, encoding="utf-8")
    done = semafor("check-board", str(file), "--json")
    report = json.loads(done.out)
    assert done.code == 1
    assert report["ok"] is False
    assert any(fault["line"] == 4 for fault in report["faults"])
    assert json.loads(semafor("check-board", "usa", "--json").out)["board"]["routes"] == 100


@pytest.mark.parametrize("what", ["no-such-board", "/", "\0"])
def test_check_board_of_no_file_is_one_line(semafor: CommandLine, what: str) -> None:
    done = semafor("check-board", what)
    assert done.code == 1
    assert len(done.err.splitlines()) == 1
