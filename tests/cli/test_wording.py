"""The command line speaks the language of the terminal, and English where we do not speak that."""

from __future__ import annotations

import pytest

from semafor.cli.output import figure, word
from semafor.words.languages import LOCALE, language_here


@pytest.mark.parametrize(
    ("settings", "language"),
    [
        ({}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "pl_PL.UTF-8"}, "pl"),
        ({"LANG": "pl_PL.UTF-8", "LC_ALL": "en_GB.UTF-8"}, "en"),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "pl_PL"}, "pl"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "pl_PL.UTF-8", "LC_ALL": ""}, "pl"),
    ],
)
def test_the_terminal_says_its_language(
    settings: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in LOCALE:
        monkeypatch.delenv(name, raising=False)
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    assert language_here() == language


def test_a_refusal_of_the_command_line_in_polish(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "pl_PL.UTF-8")
    assert word("no-step", n=3, step=7) == "gra ma 3 decyzje; nie ma kroku 7"


def test_numbers_are_written_as_the_language_writes_them(monkeypatch: pytest.MonkeyPatch) -> None:
    written = {}
    for language in ("en_GB.UTF-8", "pl_PL.UTF-8"):
        monkeypatch.setenv("LC_ALL", language)
        written[language[:2]] = (figure(-1204.5, ",.1f"), figure(0.125, ".1%"), figure(7, ","))
    assert written == {"en": ("-1,204.5", "12.5%", "7"), "pl": ("-1\N{NO-BREAK SPACE}204,5", "12,5%", "7")}
