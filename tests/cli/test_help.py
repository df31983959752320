"""`--help`: every command and every option says what it does, in English."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from cyclopts import App

from semafor.cli.commands import make_app
from tests.cli.command_line import CommandLine


def commands() -> Iterator[tuple[str, App]]:
    """Yield every command with its name, those inside others as well."""
    app = make_app()
    for name in app:
        if not name.startswith("-"):
            yield name, app[name]
            yield from ((f"{name} {inner}", app[name][inner]) for inner in app[name] if inner[0] != "-")


@pytest.mark.parametrize(("name", "command"), list(commands()), ids=[name for name, _ in commands()])
def test_every_option_says_what_it_does(name: str, command: App) -> None:
    assert command.help, name
    for option in command.assemble_argument_collection(parse_docstring=True):
        if option.show:
            assert option.parameter.help, f"{name} {option.name}"


@pytest.mark.parametrize("name", [name for name, _ in commands()])
def test_help_is_english_whatever_the_terminal_speaks(
    semafor: CommandLine, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv("LC_ALL", "pl_PL.UTF-8")
    page = semafor(*name.split(), "--help").out
    assert f"Usage: semafor {name}" in page
    assert "Parameters" in page or "Arguments" in page or name == "boards"
