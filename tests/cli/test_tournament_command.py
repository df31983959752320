from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

from semafor.arena import game_workers as cluster
from semafor.arena import tournament_page
from semafor.arena.games_file import Journal, PlayedGame
from semafor.arena.standings import Standings
from tests.cli.command_line import CommandLine, Done

CALL = ("tournament", "greedy", "random", "--board", "berlin", "--players", "2")
BOT = """
class Bot:
    def __init__(self, board, seed):
        pass

    def choose(self, view, moves):
        if view.turns > 2:
            raise RuntimeError("out of steam")
        return moves[0]
"""


def timeless(done: Done) -> Any:
    """What was found, but for the clock."""
    table = json.loads(done.out)
    for bot in table["bots"]:
        del bot["mean_ms"], bot["p99_ms"]
    return table


def test_tables(semafor: CommandLine) -> None:
    done = semafor("tournament", "greedy", "random", "--board", "usa", "--players", "3", "--games", "6")
    assert done.code == 0
    assert done.out.startswith("USA, 3 players, 6 games: 1 deals in all seat orders")
    for words in (
        "Ratings",
        "ms per move",
        "Finished ahead",
        "Games won against a table",
        "First-player advantage",
    ):
        assert words in done.out
    kept = done.err.split("stored in ")[1].split(" until")[0]
    assert not Path(kept).exists()


def test_json_and_a_page(semafor: CommandLine, tmp_path: Path) -> None:
    call = (*CALL, "--games", "3", "--challenger", "random", "--json", "--report", str(tmp_path / "page"))
    done = semafor(*call, "--out", str(tmp_path / "games.jsonl"))
    assert done.code == 0
    table = msgspec.json.decode(done.out, type=Standings)
    assert (table.board, table.players, table.seed, table.challenger) == ("berlin", 2, "1", "random")
    assert (table.deals, table.games, table.unfinished, table.sprt) == (2, 4, 0, None)
    assert set(json.loads(done.out)) == set(Standings.__struct_fields__)
    assert {bot.bot for bot in table.bots} == {"greedy", "random"}
    assert len(table.pairs) == len(table.tables) == len(table.turn_order) == 2
    assert "Ratings" in (tmp_path / "page" / "index.html").read_text(encoding="utf-8")


def stopped(number: signal.Signals, file: Path, *call: str) -> Done:
    """A tournament in processes of its own that is stopped in mid-game; what it said, once all are gone.

    Ctrl-C reaches all its processes, a kill only the first.
    """
    command = [sys.executable, "-m", "semafor", *call, "--out", str(file)]
    pipe = subprocess.PIPE
    running = subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, start_new_session=True)
    try:
        while not file.exists() or file.read_bytes().count(b"\n") < 4:
            assert running.poll() is None
            time.sleep(0.01)
    finally:
        (os.killpg if number == signal.SIGINT else os.kill)(running.pid, number)
    out, err = running.communicate(timeout=60)
    return Done(running.returncode, out, err)


def test_ctrl_c_at_the_keyboard(tmp_path: Path) -> None:
    done = stopped(signal.SIGINT, tmp_path / "games.jsonl", *CALL, "--games", "100000")
    assert done.code == 130
    assert done.out.startswith("Berlin, 2 players")
    assert re.fullmatch(r"semafor: stopped after \d+ of 100,000 games; continue with --out \S+\n", done.err)


def test_killed_and_continued(semafor: CommandLine, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    call = (*CALL, "--games", "120", "--out", str(file), "--json")
    assert stopped(signal.SIGKILL, file, *CALL, "--games", "120").code == -signal.SIGKILL
    before = file.read_bytes()
    continued = semafor(*call)
    whole = before[: before.rfind(b"\n") + 1]
    assert continued.code == 0
    assert file.read_bytes().startswith(whole)
    assert file.read_bytes().count(b"\n") == 121
    assert timeless(continued) == timeless(semafor(*CALL, "--games", "120", "--json"))


def test_ctrl_c_prints_what_there_is_and_how_to_go_on(
    semafor: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add = Journal.add

    def add_and_press_ctrl_c(journal: Journal, game: PlayedGame) -> None:
        add(journal, game)
        if len(journal.games) == 3:
            signal.raise_signal(signal.SIGINT)

    handler = signal.getsignal(signal.SIGINT)  # ignored in the background
    file = tmp_path / "games.jsonl"
    call = (*CALL, "--games", "1000", "--cores", "1", "--json", "--out", str(file))
    with monkeypatch.context() as patched:
        patched.setattr(Journal, "add", add_and_press_ctrl_c)
        done = semafor(*call)
    assert done.code == 130
    assert done.err == f"semafor: stopped after 3 of 1000 games; continue with --out {file}\n"
    assert (timeless(done)["games"], timeless(done)["unfinished"]) == (2, 1)
    assert signal.getsignal(signal.SIGINT) is handler
    more = semafor(*CALL, "--games", "4", "--json", "--resume", str(file))
    assert (timeless(more)["games"], timeless(more)["unfinished"]) == (4, 0)


def test_the_sequential_test_stops_early(semafor: CommandLine, tmp_path: Path) -> None:
    setup = ("--board", "berlin", "--players", "2", "--games", "2000", "--out", str(tmp_path / "games.jsonl"))
    call = ("tournament", *setup, "--sprt", "greedy,random", "--rate0", "0.5", "--rate1", "0.8")
    done = semafor(*call)
    assert done.code == 0
    assert "Is greedy stronger than random? yes: at least 80.0% of the comparisons (H1)" in done.out
    again = semafor(*call, "--json", "--cores", "1")
    table = msgspec.json.decode(again.out, type=Standings)
    assert table.sprt is not None
    assert table.sprt.verdict.answer == "H1"
    assert table.deals == table.sprt.verdict.deals < 50
    assert f"after {table.deals} deals" in done.out


def test_a_bot_of_ones_own_that_fails(
    semafor: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "ones_own.py").write_text(BOT, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    file = tmp_path / "games.jsonl"
    done = semafor("tournament", "ones_own:Bot", "random", *CALL[3:], "--cores", "1", "--out", str(file))
    record = tmp_path / "games.deal0-0.json"
    assert done.code == 1
    assert done.err.splitlines()[0] == "Traceback (most recent call last):"
    assert done.err.splitlines()[-1] == (
        "semafor: the bot ones_own:Bot (seat 0, deal 0, line-up 0) raised RuntimeError: out of steam; "
        f"the game so far: {record}"
    )
    assert semafor("replay", str(record)).code == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["planner"], "at least two bots"),
        ([], "at least two bots"),
        (["planner", "planner"], "only once"),
        (["planner", "nobody"], "no bot 'nobody'"),
        (["planner", "no_such_module:Bot"], "cannot be loaded"),
        (["planner", "greedy", "--players", "7"], "not 7"),
        (["planner", "greedy", "--games", "0"], "--games"),
        (["planner", "greedy", "--challenger", "random"], "'random' is not among the bots"),
        (["planner", "greedy", "--sprt", "planner"], "two of the bots"),
        (["planner", "greedy", "--sprt", "planner,random"], "two of the bots"),
        (["planner", "greedy", "--elo1", "5"], "need --sprt"),
        (
            ["planner", "greedy", "random", "--challenger", "random", "--sprt", "planner,greedy"],
            "planner and greedy do not play each other",
        ),
        (["--sprt", "planner,greedy", "--elo0", "50"], "H0 (57.1%) must be below H1 (52.9%)"),
        (["--sprt", "planner,greedy", "--rate1", "1.5"], "--rate1"),
        (["planner", "greedy", "--out", "/no/such/folder/file"], "No such file or directory"),
        (["planner", "greedy", "--out", __file__], "is not a tournament file"),
    ],
)
def test_mistakes_are_one_line_and_exit_code_2(
    semafor: CommandLine, arguments: list[str], words: str
) -> None:
    done = semafor("tournament", "--board", "berlin", *arguments)
    assert (done.code, done.out) == (2, "")
    assert words in done.err
    assert len(done.err.splitlines()) == 1
    assert done.err.startswith("semafor: ")


def test_missing_packages_are_named(semafor: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tournament_page, "has_matplotlib", lambda: False)
    monkeypatch.setattr(cluster, "has_ray", lambda: False)
    assert "pip install 'semafor[plot]'" in semafor(*CALL, "--report", "x").err
    assert "pip install 'semafor[ray]'" in semafor(*CALL, "--ray").err
