"""The program as a whole: help, version, exit codes, start-up."""

from __future__ import annotations

from importlib.metadata import version
from typing import Annotated, Literal

import pytest
from cyclopts import Parameter

from semafor.cli import commands
from semafor.cli.commands import make_app
from tests.cli.command_line import CommandLine, run_process

COMMANDS = (
    "bench", "boards", "check-board", "draw", "join", "replay", "rules", "serve", "simulate", "tournament",
    "train", "try-bot", "verify",
)  # fmt: skip
WITHOUT_JSON = ("draw", "join", "serve", "train")


def test_help_lists_every_command(semafor: CommandLine) -> None:
    done = semafor("--help")
    assert done.code == 0
    for command in COMMANDS:
        assert f" {command} " in done.out


def test_without_a_command_the_game_opens(semafor: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = []

    def serve(*, open_browser: Annotated[bool, Parameter(name="--open")] = False) -> None:
        opened.append(open_browser)

    monkeypatch.setitem(commands.COMMANDS, "Play", (serve,))
    assert semafor().code == 0
    assert opened == [True]


def test_help_begins_with_what_most_people_come_for(semafor: CommandLine) -> None:
    listed = semafor("--help").out
    places = [listed.index(f" {word} ") for word in ("Play", "serve", "boards", "simulate", "new-board")]
    assert [*places, listed.index("--version")] == sorted([*places, listed.index("--version")])


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_and_parameter_has_help(semafor: CommandLine, command: str) -> None:
    done = semafor(command, "--help")
    assert done.code == 0
    assert ("Print JSON." in done.out) == (command not in WITHOUT_JSON)


def test_version(semafor: CommandLine) -> None:
    assert semafor("--version").out == f"semafor {version('semafor')}\n"


def test_commands_that_play_nothing_do_not_load_the_compiler() -> None:
    script = (
        "import sys; from semafor.cli.commands import run; run(sys.argv[1:]); "
        "sys.exit(3 if 'numba' in sys.modules else 0)"
    )
    for call in (["rules", "BASE-1"], ["check-board", "usa"], ["boards"], ["--help"], ["nonsense"]):
        assert run_process(*call, python=("-c", script)).code == 0, call


@pytest.mark.parametrize("encoding", ["cp1252", "cp852", "ascii"])
@pytest.mark.parametrize("call", [("boards",), ("rules", "BASE-1", "--lang", "pl"), ("boards", "--json")])
def test_output_of_any_code_page(encoding: str, call: tuple[str, ...]) -> None:
    done = run_process(*call, environment={"PYTHONIOENCODING": encoding}, encoding=encoding)
    assert (done.code, done.err) == (0, "")
    assert done.out


def test_redirected_output_is_utf_8_where_nobody_chose() -> None:
    latin = {"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "LC_ALL": "C"}
    done = run_process("rules", "BASE-1", "--lang", "pl", environment=latin)
    assert (done.code, done.err) == (0, "")
    assert "zwykły" in done.out


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_shells_complete_commands(shell: Literal["bash", "zsh", "fish"]) -> None:
    script = make_app().generate_completion(shell=shell)
    for command in COMMANDS:
        assert command in script


def test_as_a_process() -> None:
    done = run_process("simulate", "usa", "--players", "2", "--games", "10", "--json")
    assert done.code == 0
    assert '"games": 10' in done.out
    assert run_process("simulate", "usa", "--players", "1").code == 2


def test_game_is_a_public_name_all_the_same() -> None:
    import semafor
    from semafor.game import Game

    assert semafor.Game is Game
    with pytest.raises(AttributeError, match="no attribute 'Gaem'"):
        _ = semafor.Gaem
