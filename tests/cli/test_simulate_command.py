from __future__ import annotations

import json
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from semafor.arena import series as simulate
from semafor.arena.statistics import Tally
from semafor.boards import board_names, format_board, load_board
from semafor.gym.device.driver import device, load_cuda
from tests.cli.command_line import CommandLine

KEYS = {
    "board",
    "players",
    "seed",
    "bots",
    "asked",
    "games",
    "stuck",
    "tied",
    "turns",
    "decisions",
    "score",
    "winning_score",
    "sides",
    "turn_order",
}
SPREAD = {"min", "median", "mean", "deviation", "p95", "max"}


def test_tables(semafor: CommandLine) -> None:
    done = semafor("simulate", "europe", "--players", "3", "--games", "50")
    assert done.code == 0
    assert done.out.startswith("Europe, 3 players, 50 random games")
    for word in ("turns", "decisions", "median", "95 %", "tickets", "completed", "standard error", "BASE-9"):
        assert word in done.out


def test_teams_are_named_by_their_seats(semafor: CommandLine) -> None:
    done = semafor("simulate", "asia", "--players", "6", "--games", "20")
    assert [line.split()[:3] for line in done.out.splitlines() if " and " in line][:3] == [
        ["0", "and", "1"],
        ["2", "and", "3"],
        ["4", "and", "5"],
    ]


def test_json_keys(semafor: CommandLine) -> None:
    report = json.loads(semafor("simulate", "asia", "--games", "20", "--json").out)
    assert set(report) == KEYS
    assert set(report["turns"]) == SPREAD | {"histogram"}
    assert set(report["turns"]["histogram"][0]) == {"first", "last", "count"}
    assert set(report["score"]) == SPREAD
    assert [side["seats"] for side in report["sides"]] == [[0, 1], [2, 3]]
    assert set(report["sides"][0]["wins"]) == {"alone", "shared", "share", "standard_error", "expected"}
    assert [place["place"] for place in report["turn_order"]] == [1, 2, 3, 4]


def test_same_seed_same_numbers_whatever_the_cores(
    semafor: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(simulate.play_series, "__defaults__", (16,))  # many pieces of few games
    call = (
        "simulate",
        "iberia",
        "--players",
        "5",
        "--games",
        "100",
        "--seed",
        "leaves on the line",
        "--json",
    )
    one, three, other = semafor(*call, "--cores", "1"), semafor(*call, "--cores", "3"), semafor(*call[:-2])
    assert one.out == three.out
    assert one.out != other.out


def test_other_seeds_give_other_numbers(semafor: CommandLine) -> None:
    call = ("simulate", "usa", "--games", "30", "--json", "--seed")
    assert semafor(*call, "1").out != semafor(*call, "2").out


def test_bots_at_the_seats(semafor: CommandLine) -> None:
    call = ("simulate", "berlin", "--players", "2", "--games", "4")
    done = semafor(*call, "--bots", "greedy,random")
    assert done.code == 0
    assert done.out.startswith("Berlin, 2 players, 4 games of greedy, random")
    one, two = (
        json.loads(semafor(*call, "--bots", "random", "--json", "--cores", c).out) for c in ("1", "2")
    )
    assert one == two
    assert set(one) == KEYS
    assert one["bots"] == ["random", "random"]
    assert one["sides"][0]["tickets_held"]["min"] >= 1
    assert sum(place["wins"]["share"] for place in one["turn_order"]) == pytest.approx(1)


def test_a_designers_board(semafor: CommandLine, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(format_board(load_board("berlin")), encoding="utf-8")
    named, filed = (
        json.loads(semafor("simulate", b, "--games", "9", "--json").out) for b in ("berlin", str(file))
    )
    assert named == filed


def test_all_boards(semafor: CommandLine) -> None:
    reports = json.loads(semafor("simulate", "all", "--games", "3", "--json").out)
    assert {(report["board"], report["players"]) for report in reports} == {
        (name, players) for name in board_names() for players in load_board(name).options.players
    }
    assert all(set(report) == KEYS for report in reports)
    table = semafor("simulate", "all", "--games", "3", "--players", "5").out
    assert [line.split()[:3] for line in table.splitlines()[-2:]] == [["iberia", "5", "3"], ["usa", "5", "3"]]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nowhere"], "there is no such board"),
        (["usa", "--players", "6"], "2, 3, 4, 5 players, not 6"),
        (["all", "--players", "9"], "no board can be played by 9 players"),
        (["usa", "--games", "0"], "--games"),
        (["usa", "--games", "many"], "--games"),
        (["usa", "--cores", "0"], "--cores"),
        (["usa", "--bots", "random,random,random"], "3 bots for 4 players"),
        (["usa", "--bots", "nobody"], "no bot 'nobody'"),
        (["usa", "--speed", "9"], "--speed"),
        ([], "BOARD"),
    ],
)
def test_mistakes_are_one_line_and_exit_code_2(
    semafor: CommandLine, arguments: list[str], words: str
) -> None:
    done = semafor("simulate", *arguments)
    assert (done.code, done.out) == (2, "")
    assert words in done.err
    assert len(done.err.splitlines()) == 1
    assert done.err.startswith("semafor: ")


def test_a_faulty_file_is_one_line_that_says_where_to_read_more(semafor: CommandLine, tmp_path: Path) -> None:
    file = tmp_path / "faulty.toml"
    file.write_text('board = "mine"\nspeed = 9\n', encoding="utf-8")
    done = semafor("simulate", str(file))
    assert done.code == 2
    assert len(done.err.splitlines()) == 1
    assert f"more: semafor check-board {file})" in done.err


@pytest.fixture(params=[signal.default_int_handler, signal.SIG_IGN], ids=["in front", "in the background"])
def handler(request: pytest.FixtureRequest) -> Iterator[object]:
    """What was to happen at Ctrl-C before a command took it; under `nohup` it is ignored."""
    before = signal.signal(signal.SIGINT, request.param)
    yield request.param
    signal.signal(signal.SIGINT, before)


def test_ctrl_c_prints_what_there_is(
    semafor: CommandLine, monkeypatch: pytest.MonkeyPatch, handler: object
) -> None:
    add = Tally.add

    def add_and_press_ctrl_c(tally: Tally, rows: simulate.Rows) -> None:
        add(tally, rows)
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(simulate.play_series, "__defaults__", (25,))
    monkeypatch.setattr(Tally, "add", add_and_press_ctrl_c)
    done = semafor("simulate", "usa", "--games", str(10**12), "--json")
    assert done.code == 130
    assert done.err == f"semafor: stopped after 25 of {10**12:,} games\n"
    assert json.loads(done.out)["games"] == 25
    assert signal.getsignal(signal.SIGINT) == handler


@pytest.mark.parametrize("command", [("simulate", "usa"), ("bench", "--board", "usa")])
def test_without_a_gpu_one_sentence_says_so(
    semafor: CommandLine, command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(load_cuda(), "is_available", lambda: False)
    device.cache_clear()
    done = semafor(*command, "--device", "cuda")
    assert done.code == 2
    assert "no NVIDIA GPU" in done.err
    assert len(done.err.strip().splitlines()) == 1
