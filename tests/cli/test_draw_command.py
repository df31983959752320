from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from tests.cli.command_line import CommandLine
from tests.cli.played_games import random_game


def draw(semafor: CommandLine, target: Path, *arguments: str) -> str:
    done = semafor("draw", *arguments, "-o", str(target))
    assert (done.code, done.out) == (0, f"wrote {target}\n")
    text = target.read_text(encoding="utf-8")
    assert ET.fromstring(text).tag == "{http://www.w3.org/2000/svg}svg"
    return text


@pytest.fixture
def record(tmp_path: Path) -> str:
    file = tmp_path / "usa.json"
    file.write_text(random_game("usa", 2).record().to_json(), encoding="utf-8")
    return str(file)


def test_a_board_in_both_languages_and_themes(semafor: CommandLine, tmp_path: Path) -> None:
    target = tmp_path / "europe.svg"
    english, polish = draw(semafor, target, "europe"), draw(semafor, target, "europe", "--lang", "pl")
    assert "Constantinople" in english
    assert "Konstantynopol" in polish
    assert draw(semafor, target, "europe", "--theme", "night") != english


def test_a_game_fills_with_its_steps(semafor: CommandLine, tmp_path: Path, record: str) -> None:
    target = tmp_path / "game.svg"
    empty, full = draw(semafor, target, record, "--step", "0"), draw(semafor, target, record)
    assert len(full) > len(empty)
    assert "Seat 1" in full
    assert "Miejsce 1" in draw(semafor, target, record, "--lang", "pl")


def test_to_the_standard_output(semafor: CommandLine, tmp_path: Path) -> None:
    done = semafor("draw", "berlin", "-o", "-")
    assert done.out == draw(semafor, tmp_path / "berlin.svg", "berlin")


def test_the_name_of_the_board_is_the_name_of_the_file(
    semafor: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert semafor("draw", "berlin").out == "wrote berlin.svg\n"
    assert (tmp_path / "berlin.svg").is_file()


@pytest.mark.parametrize(
    "arguments",
    [
        ["nowhere"],
        ["/"],
        ["usa", "--step", "3"],
        ["usa", "--theme", "noon"],
        ["usa", "-o", "/nowhere/usa.svg"],
    ],
)
def test_mistakes_are_one_line(semafor: CommandLine, arguments: list[str]) -> None:
    done = semafor("draw", *arguments)
    assert (done.code, done.out, len(done.err.splitlines())) == (2, "", 1)
