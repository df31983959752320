"""What the parser cannot read is said in one line, in the language of the terminal."""

from __future__ import annotations

import pytest
from cyclopts import CombinedShortOptionError

from semafor.cli.commands import make_app
from semafor.cli.usage_errors import usage_error
from tests.cli.command_line import CommandLine

CALLS = [
    ("bords", "there is no command 'bords'; did you mean boards?", "nie ma polecenia „bords”; może boards?"),
    ("--vers", "there is no option --vers; did you mean --version?", "nie ma opcji --vers; może --version?"),
    ("simulate", "BOARD is missing; see semafor simulate --help", "brakuje BOARD; zobacz"),
    ("join there", "--bot is missing", "brakuje --bot; zobacz semafor join --help"),
    ("simulate usa --games", "--games needs a value", "--games wymaga wartości"),
    ("draw usa -o", "-o needs a value", "-o wymaga wartości"),
    ("simulate usa --game 3", "did you mean --games?", "nie ma opcji --game; może --games?"),
    ("simulate usa --xyz", "there is no option --xyz\n", "nie ma opcji --xyz\n"),
    (
        "simulate usa --games x",
        "--games must be a whole number, not 'x'",
        "--games musi być liczbą całkowitą, a",
    ),
    (
        "boards --json=so",
        "--json must be true or false, or have no value",
        "--json to true lub false albo nie ma wartości",
    ),
    ("rules --lang de", "--lang must be one of en, pl, not 'de'", "--lang to jedno z: en, pl, a nie „de”"),
    ("simulate usa --games -3", "--games must be >= 1, not -3", "--games musi być >= 1, a nie -3"),
    ("serve --port 70000", "--port must be >= 0 and <= 65535, not", "--port musi być >= 0 i <= 65535, a nie"),
    ("simulate usa --games 3 --games 4", "--games is given twice", "--games podano dwa razy"),
    ("check-board usa spain", "unexpected argument 'spain'", "nieoczekiwany argument „spain”"),
]


@pytest.mark.parametrize(("call", "english", "polish"), CALLS, ids=lambda text: text[:24])
def test_in_both_languages(
    semafor: CommandLine, call: str, english: str, polish: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for locale, words in (("C.UTF-8", english), ("pl_PL.UTF-8", polish)):
        monkeypatch.setenv("LC_ALL", locale)
        done = semafor(*call.split())
        assert (done.code, done.out) == (2, "")
        assert words in done.err
        assert done.err.startswith("semafor: ")
        assert done.err.count("\n") == 1


def test_a_command_that_looks_like_none_gets_a_list_of_them(semafor: CommandLine) -> None:
    told = semafor("xyzzy").err
    assert told.startswith("semafor: there is no command 'xyzzy'; the commands are ")
    commands = {name for name in make_app() if not name.startswith("-")}
    assert len(commands) > 15
    assert set(told.strip().partition("the commands are ")[2].split(", ")) == commands


def test_what_is_new_to_us_is_told_in_the_parser_s_own_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "pl_PL.UTF-8")
    assert usage_error(CombinedShortOptionError("a flag too many")) == (
        "nieprawidłowe polecenie: a flag too many"
    )
