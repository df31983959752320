"""`check-board --advice` and `new-board`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from semafor.boards import load_board
from tests.cli.command_line import CommandLine


def test_advice_is_told_beside_faults(semafor: CommandLine) -> None:
    assert "only one of the routes Edinburgh – London may be used" in " ".join(
        semafor("check-board", "europe", "--advice").out.split()
    )
    assert "one strand" not in semafor("check-board", "europe").out
    assert "No suggestions." in semafor("check-board", "usa", "--advice").out
    assert "Brak sugestii." in semafor("check-board", "usa", "--advice", "--lang", "pl").out


def test_advice_as_json(semafor: CommandLine) -> None:
    (one,) = json.loads(semafor("check-board", "europe", "--advice", "--json").out)["advice"]
    assert (one["code"], one["about"], one["path"][0]) == ("cut-off", "route", "routes")
    assert one["remedy"] == "add a second path, or make the route double"


def test_new_board_writes_a_sketch_and_check_board_says_what_waits(
    semafor: CommandLine, tmp_path: Path
) -> None:
    file = tmp_path / "my-map.toml"
    assert semafor("new-board", str(file)).code == 0
    board = load_board(file)
    assert (board.board, board.title.en, board.sketch) == ("my-map", "My Map", True)
    told = " ".join(semafor("check-board", str(file)).out.split())
    assert "the source of the data is not given" in told


def test_new_board_never_overwrites(semafor: CommandLine, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("precious", encoding="utf-8")
    done = semafor("new-board", str(file))
    assert (done.code, file.read_text(encoding="utf-8")) == (2, "precious")
    assert "is not overwritten" in done.err


def test_new_board_takes_places_from_a_table_or_a_region(semafor: CommandLine, tmp_path: Path) -> None:
    table, file, wide = tmp_path / "towns.csv", tmp_path / "towns.toml", tmp_path / "wide.toml"
    table.write_text(
        "Wien,48.2,16.4\nBrno,49.2,16.6\nGraz,47.1,15.4\nLinz,48.3,14.3\n"
        "Praha,50.1,14.4\nSalzburg,47.8,13.0\n",
        encoding="utf-8",
    )
    assert semafor("new-board", str(file), "--places", str(table), "--title", "Old roads").code == 0
    assert load_board(file).title.en == "Old roads"
    assert semafor("new-board", str(wide), "--region", "-10", "35", "5", "45").code == 0
    assert "madrid" in load_board(wide).place_index
    assert semafor("new-board", str(tmp_path / "no.toml"), "--region", "0", "0", "1", "1").code == 2
    both = semafor("new-board", "x.toml", "--places", str(table), "--region", "0", "0", "1", "1")
    assert (both.code, "give either --places or --region" in both.err) == (2, True)


def test_new_board_tells_what_is_wrong_with_a_table(semafor: CommandLine, tmp_path: Path) -> None:
    table, file = tmp_path / "towns.csv", tmp_path / "towns.toml"
    table.write_text("Wien,48.2,16.4\n" + "Brno,here,there\n" * 20, encoding="utf-8")
    done = semafor("new-board", str(file), "--places", str(table))
    told = done.err.splitlines()
    assert (done.code, file.exists(), "check-board" in done.err) == (2, False, False)
    assert told[1].startswith("  line 2 is not a place")
    assert told[-1] == "  and 8 more"
    table.write_text("Wien,48.2,16.4\n…\n", encoding="utf-8")
    assert (
        "towns.csv: line 2 is not a place; expected"
        in semafor("new-board", str(file), "--places", str(table)).err
    )


def test_a_folder_that_is_not_there_is_told_before_the_games(semafor: CommandLine, tmp_path: Path) -> None:
    nowhere = tmp_path / "no" / "where"
    for call in (("study", "usa", "--report"), ("balance", "usa", "--out")):
        done = semafor(*call, str(nowhere))
        assert (done.code, done.out, "there is no folder" in done.err) == (2, "", True)


def test_study_prints_tables_json_and_a_page(semafor: CommandLine, tmp_path: Path) -> None:
    file, page = tmp_path / "small.toml", tmp_path / "small.html"
    semafor("new-board", str(file))
    done = semafor("study", str(file), "--games", "50", "--lang", "pl")
    assert (done.code, "Style gry" in done.out) == (0, True)
    report = semafor("study", "berlin", "--games", "50", "--json", "--report", str(page))
    assert json.loads(report.out)["board"] == "berlin"
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert semafor("study", "cardgame", "--games", "5").code == 2


def test_balance_writes_a_new_file_and_never_an_old_one(semafor: CommandLine, tmp_path: Path) -> None:
    file, new = tmp_path / "small.toml", tmp_path / "better.toml"
    semafor("new-board", str(file))
    text = file.read_text(encoding="utf-8").replace(
        'b = "fir",     points = 5 ', 'b = "fir",     points = 30'
    )
    assert "points = 30" in text
    file.write_text(text, encoding="utf-8")
    call = ("balance", str(file), "--games", "300", "--rounds", "1", "--out", str(new))
    done = semafor(*call, "--json")
    report = json.loads(done.out)
    assert (done.code, report["gained"]) == (0, True)
    assert report["changes"][0]["told"].endswith("points")
    assert load_board(new).tickets != load_board(file).tickets
    assert file.read_text(encoding="utf-8") == text
    assert semafor(*call).code == 2


def test_balance_that_finds_nothing_says_so_and_writes_nothing(semafor: CommandLine, tmp_path: Path) -> None:
    new = tmp_path / "better.toml"
    done = semafor("balance", "ireland", "--games", "100", "--rounds", "1", "--out", str(new))
    assert (done.code, new.exists(), "Nothing was written" in done.out) == (1, False, True)


def test_balance_refuses_an_unknown_goal(semafor: CommandLine) -> None:
    done = semafor("balance", "usa", "--goal", "beauty", "--lang", "pl")
    assert (done.code, done.err) == (
        2,
        "semafor: Nieznany cel „beauty”. Do wyboru: seats, tickets, styles.\n",
    )


def test_print_writes_a_pdf(semafor: CommandLine, tmp_path: Path) -> None:
    file = tmp_path / "berlin.pdf"
    done = semafor("print", "berlin", "--paper", "A3", "--out", str(file))
    assert (done.code, file.read_bytes()[:5]) == (0, b"%PDF-")
    assert semafor("print", "berlin", "--out", str(tmp_path / "no" / "where.pdf")).code == 2
    assert semafor("print", "berlin", "--paper", "A7").code == 2


def test_print_never_overwrites_a_file(semafor: CommandLine, tmp_path: Path) -> None:
    file = tmp_path / "letter.pdf"
    file.write_bytes(b"mine")
    done = semafor("print", "berlin", "--out", str(file))
    assert (done.code, file.read_bytes()) == (2, b"mine")
    assert "letter.pdf" in done.err


def test_print_says_what_it_needs(
    semafor: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    done = semafor("print", "berlin", "--out", str(tmp_path / "berlin.pdf"))
    assert (done.code, "semafor[print]" in done.err) == (2, True)
