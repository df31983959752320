"""The tutorial of the workshop, followed word by word: what it says to write and what it says is told."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

from semafor.boards import load_board
from tests.cli.command_line import CommandLine

PAGE = (Path(__file__).parents[2] / "docs/workshop.md").read_text(encoding="utf-8")
PARTS = PAGE.split("\n## ")[1:]


def blocks(part: int, language: str) -> list[str]:
    """The blocks of a language in a step of the tutorial."""
    return re.findall(rf"```{language}\n(.*?)```", PARTS[part - 1], re.DOTALL)


def plain(text: str) -> str:
    return " ".join(text.split())


def changed(text: str) -> str:
    """The sketch with what the second step changes by hand."""
    (route, tickets), (options,) = blocks(2, "text"), blocks(2, "toml")
    beside = next(line for line in text.splitlines(keepends=True) if re.search("belfast.*coleraine", line))
    text = text.replace(beside, beside + route)
    for line in tickets.splitlines(keepends=True):
        assert line in text
        text = text.replace(line, "")
    for line in options.splitlines():
        text, found = re.subn(rf"(?m)^{line.split()[0]} .*$", line, text)
        assert found == 1
    return text


def test_the_tutorial_makes_the_board_it_speaks_of(semafor: CommandLine, tmp_path: Path) -> None:
    towns, file = tmp_path / "towns.csv", tmp_path / "ireland.toml"
    towns.write_text(blocks(1, "text")[0], encoding="utf-8")
    first = blocks(1, "sh")[0].splitlines()[0]
    assert first == "semafor new-board ireland.toml --places towns.csv --title Ireland"
    assert semafor("new-board", str(file), "--places", str(towns), "--title", "Ireland").code == 0
    file.write_text(changed(file.read_text(encoding="utf-8")), encoding="utf-8")

    told = semafor("check-board", str(file), "--advice").out.replace(str(file), "ireland.toml")
    assert plain(told) == plain(blocks(3, "text")[0])

    made, shipped = load_board(file), load_board("ireland")
    assert (made.routes, made.options) == (shipped.routes, shipped.options)
    moved = {
        shipped.ticket_names[n]: (one.points, shipped.tickets[n].points)
        for n, one in enumerate(made.tickets)
        if one != shipped.tickets[n]
    }
    assert moved == {"Sligo-Tralee": (9, 6), "Kilkenny-Coleraine": (9, 12)}
    assert [
        msgspec.structs.replace(one, name=made.places[n].name) for n, one in enumerate(shipped.places)
    ] == list(made.places)


def test_every_picture_of_the_tutorial_is_there() -> None:
    named = re.findall(r"!\[[^]]*\]\(([^)]+)\)", PAGE)
    assert len(named) >= 9
    for picture in named:
        assert (Path(__file__).parents[2] / "docs" / picture).is_file(), picture
