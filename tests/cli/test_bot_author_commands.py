"""What the author of a bot uses: try-bot, records of games, forfeits, and a seat at somebody's table."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from semafor import Game
from semafor.arena.records_file import read_records
from semafor.boards import Board, load_board
from semafor.bots import Bot
from semafor.cli.bot_games import FAILED
from semafor.server.client import BotRaised, ConnectionLost, RemoteBot, SeatTaken
from tests.cli.command_line import CommandLine

BERLIN = ("--board", "berlin", "--players", "2")


def test_a_bot_is_tried_with_its_times(semafor: CommandLine) -> None:
    done = semafor("try-bot", "tests.arena.arena_bots:First", *BERLIN, "--against", "random", "--json")
    (tried,) = json.loads(done.out)
    assert (done.code, tried["board"], tried["players"], tried["fault"]) == (0, "berlin", 2, None)
    assert tried["decisions"] > 10
    assert 0 <= tried["mean_ms"] <= tried["slowest_ms"]


def test_a_bot_that_fails_is_told_why(semafor: CommandLine) -> None:
    done = semafor("try-bot", "tests.arena.arena_bots:Raises", *BERLIN, "--against", "random")
    assert done.code == FAILED
    assert "raised LookupError: I have lost my timetable" in " ".join(done.out.split())
    assert "Traceback" in done.err


@pytest.mark.parametrize(
    ("bot", "words"),
    [("tests.arena.arena_bots:Unmakable", "SystemExit: no table left"), ("random@3", "'random@3'")],
)
def test_a_bot_that_cannot_be_made_is_refused_before_any_game(
    semafor: CommandLine, bot: str, words: str
) -> None:
    done = semafor("try-bot", bot, *BERLIN)
    assert done.code != 0
    assert done.err.splitlines()[-1].startswith("semafor: ")
    assert words in done.err.splitlines()[-1]


@pytest.mark.parametrize("form", ["jsonl", "parquet"])
def test_simulated_games_are_kept_with_every_decision(
    semafor: CommandLine, tmp_path: Path, form: str
) -> None:
    file = tmp_path / f"games.{form}"
    call = ("simulate", "berlin", "--players", "2", "--games", "2", "--cores", "1", "--bots", "random")
    assert semafor(*call, "--records", str(file)).code == 0
    kept = list(read_records(file))
    assert [game.bots for game in kept] == [("random", "random")] * 2
    for game in kept:
        assert tuple(side.total for side in Game.replay(game.record).result().sides) == game.scores


def test_a_bot_that_cannot_be_made_leaves_the_records_of_before(semafor: CommandLine, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text("before")
    assert semafor("simulate", "berlin", "--bots", "nobody", "--records", str(file)).code == 2
    assert file.read_text() == "before"


def test_the_package_for_parquet_is_named(semafor: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "semafor.arena.parquet_records", raising=False)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    done = semafor("simulate", "berlin", "--games", "1", "--records", "games.parquet")
    assert (done.code, "pip install 'semafor[records]'" in done.err) == (FAILED, True)


def test_a_failure_is_a_forfeit_and_the_tournament_goes_on(semafor: CommandLine, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    call = ("tournament", "random", "tests.arena.arena_bots:Raises", *BERLIN, "--games", "2", "--cores", "1")
    more = ("--move-time", "60", "--on-failure", "forfeit", "--records", str(file), "--json")
    done = semafor(*call, *more)
    faults = {bot["bot"]: bot["faults"] for bot in json.loads(done.out)["bots"]}
    assert (done.code, faults) == (0, {"random": 0, "tests.arena.arena_bots:Raises": 2})


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (("join", "nonsense", "--bot", "greedy"), "not a link to a table"),
        (("try-bot", "nobody"), "no bot 'nobody'"),
        (("try-bot", "greedy", "--board", "berlin", "--players", "9"), "players"),
        (("try-bot", "greedy", "--move-time", "0"), "move-time"),
        (("simulate", "berlin", "--records", "/nowhere/games.jsonl", "--games", "1"), "/nowhere"),
        (("simulate", "berlin", "--records", "games.csv", "--games", "1"), "JSON lines"),
        (("tournament", "greedy", "random", *BERLIN, "--on-failure", "cry"), "on-failure"),
    ],
)
def test_mistakes_are_one_line(semafor: CommandLine, call: tuple[str, ...], words: str) -> None:
    done = semafor(*call)
    assert done.code == 2
    assert done.out == ""
    (line,) = done.err.splitlines()
    assert line.startswith("semafor: ")
    assert words in line


def test_a_guest_that_cannot_sit_down_is_one_line(
    semafor: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def sits(self: RemoteBot, make: Callable[[Board], Bot], _seat: int | None) -> tuple[int, ...]:
        self.tell(SeatTaken(self.name, 2, load_board("berlin").title))
        self.tell(ConnectionLost())
        make(load_board("berlin"))
        raise BotRaised("LookupError: lost") from LookupError("lost")

    monkeypatch.setattr(RemoteBot, "play", sits)
    call = ("join", "http://host/table/x", "--bot")
    done = semafor(*call, "tests.arena.arena_bots:First")
    told = ["semafor: First is on seat 2 of Berlin", "semafor: connection lost; trying again"]
    assert (done.code, done.err.splitlines()[:2]) == (FAILED, told)
    assert done.err.splitlines()[-1] == "semafor: tests.arena.arena_bots:First raised LookupError: lost"
    refused = semafor(*call, "tests.arena.arena_bots:Unmakable")
    assert (refused.code, "no table left" in refused.err.splitlines()[-1]) == (FAILED, True)
