"""`--help` in both languages: every command, option and word of the page comes from the catalogue."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from cyclopts import App

from semafor.cli.app import make_app
from semafor.cli.help_page import SHARED, language_of
from semafor.words import LANGUAGES, Language
from semafor.words.catalogue import texts
from tests.cli.command_line import CommandLine


def commands(language: Language) -> Iterator[tuple[str, App]]:
    """Every command by its name in the catalogue; one inside another is called `bench-server`."""
    app = make_app(language)
    for name in app:
        if not name.startswith("-"):
            yield name, app[name]
    yield "bench-server", app["bench"]["server"]


def section(language: Language, name: str) -> dict[str, str]:
    return {
        key.removeprefix(f"{name}."): text
        for key, text in texts(language).items()
        if key.startswith(f"{name}.")
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_has_the_words_of_its_own_or_of_all(language: Language) -> None:
    words, said = texts(language), set()
    for name, command in commands(language):
        shown = [one for one in command.assemble_argument_collection(parse_docstring=True) if one.show]
        for option in shown:
            assert option.parameter.help, f"{name} {option.name} has no words in {language}"
            keys = [
                key
                for key, text in words.items()
                if key.startswith((f"option.{name}.", SHARED)) and text == option.parameter.help
            ]
            assert keys, f"{name} {option.name} says what the catalogue does not: {option.parameter.help}"
            said |= {key for key in keys if key.rpartition(".")[2] == option.field_info.name}
    assert said == {key for key in words if key.startswith("option.")}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_has_words_and_all_words_are_said(language: Language) -> None:
    words, said = section(language, "help"), set()
    for name, command in commands(language):
        about = command.help
        assert words[name] in about
        assert words.get(f"{name}-more", "") in about
        said |= {name, f"{name}-more"}
    assert words.keys() <= said


@pytest.mark.parametrize("name", [name for name, _ in commands("pl")])
def test_a_page_in_polish_has_no_english_words(
    semafor: CommandLine, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv("COLUMNS", "2000")
    called = ("bench", "server") if name == "bench-server" else (name,)
    page = semafor(*called, "--help", "--lang", "pl").out
    assert "Użycie: semafor" in page
    assert section("pl", "help")[name].replace("`", "") in page
    for kind in ("page", "help", "option"):
        polish = section("pl", kind)
        for key, text in section("en", kind).items():
            said, other = (one.partition("{")[0].strip() for one in (text, polish[key]))
            assert said in (other, "") or not re.search(rf"(?<!\w){re.escape(said)}(?!\w)", page), (kind, key)


@pytest.mark.parametrize(
    ("arguments", "terminal", "language"),
    [
        (["--help"], "pl_PL.UTF-8", "pl"),
        (["--help"], "de_DE.UTF-8", "en"),
        (["replay", "--lang", "pl", "--help"], "C", "pl"),
        (["rules", "--lang=en", "-h"], "pl_PL.UTF-8", "en"),
        (["rules", "--lang"], "pl_PL.UTF-8", "pl"),
    ],
)
def test_the_language_of_a_call(
    monkeypatch: pytest.MonkeyPatch, arguments: list[str], terminal: str, language: Language
) -> None:
    monkeypatch.setenv("LC_ALL", terminal)
    assert language_of(arguments) == language
