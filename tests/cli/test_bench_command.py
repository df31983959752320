from __future__ import annotations

import json

import pytest

from semafor.arena import speed as bench
from semafor.arena import speed as uncompiled
from semafor.arena import speed as warm_up
from semafor.arena.speed import Uncompiled
from semafor.boards import board_names
from tests.cli.command_line import CommandLine

COMPILE_APART = warm_up.compile_apart


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is measured is not of interest here, only that it is reported."""
    monkeypatch.setattr(bench, "ROUND_SECONDS", 0.0)
    monkeypatch.setattr(bench.measure_pace, "__defaults__", (1,))
    monkeypatch.setattr(bench.measure_scoring, "__defaults__", (3,))
    monkeypatch.setattr(warm_up, "compile_apart", lambda: None)
    monkeypatch.setattr(uncompiled, "measure_uncompiled", lambda _board, _players: Uncompiled(2, 4.0, 1000.0))


def test_json_keys(semafor: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warm_up, "compile_apart", COMPILE_APART)  # once as it is
    report = json.loads(semafor("bench", "--board", "usa", "--players", "4", "--json").out)
    assert (report["board"], report["players"]) == ("usa", 4)
    for what in ("games_per_second", "decisions_per_second"):
        assert set(report[what]) == {"one_core", "all_cores"}
        assert report[what]["one_core"] > 0
    assert set(report["cores_given"]) == {"one_core", "all_cores"}
    assert report["uncompiled"]["ratio"] == pytest.approx(report["games_per_second"]["one_core"] / 4)
    assert set(report["scoring_microseconds"]) == {"median", "worst"}
    assert report["copy_nanoseconds"] > 0


def test_tables(semafor: CommandLine) -> None:
    done = semafor("bench", "--board", "berlin", "--players", "2", "--cores", "1")
    assert done.code == 0
    for words in ("games", "decisions", "compiled vs uncompiled", " ns", " µs"):
        assert words in done.out


def test_all_boards(semafor: CommandLine) -> None:
    report = json.loads(semafor("bench", "--json").out)
    rows = {(row["board"], row["players"]): row for row in report["boards"]}
    assert {board for board, _ in rows} == set(board_names())
    assert {players for board, players in rows if board == "asia"} == {4, 6}
    assert rows["usa", 4]["to_usa"] == rows["europe", 4]["to_europe"] == 1
    assert "europe" in semafor("bench").out


def test_players_that_the_board_does_not_take(semafor: CommandLine) -> None:
    done = semafor("bench", "--board", "usa", "--players", "9")
    assert (done.code, len(done.err.splitlines())) == (2, 1)
