"""What a command refuses is said in the language of the terminal, whoever refused it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import semafor as package
from tests.cli.command_line import CommandLine

FAULTY = 'format = 1\nboard = "map"\n'
CALLS = [
    (("simulate", "berlin", "--players", "9"), 2, "dozwolona liczba graczy to 2, 3, 4, a nie 9."),
    (("simulate", "berlin", "--bots", "greedy,greedy,greedy,greedy,greedy"), 2, "5 botów na 4 graczy"),
    (("simulate", "berlin", "--bots", "deep-blue"), 2, "Nie ma bota „deep-blue”"),
    (("tournament", "greedy", "--board", "berlin"), 2, "Turniej wymaga co najmniej dwóch botów."),
    (
        ("tournament", "greedy", "random", "--board", "berlin", "--out", "faulty.toml"),
        2,
        "nie jest plikiem turnieju",
    ),
    (("try-bot", "greedy", "--board", "berlin", "--players", "9"), 2, "a nie 9."),
    (("bench", "--board", "berlin", "--players", "9"), 2, "dozwolona liczba graczy"),
    (("study", "cardgame", "--games", "1"), 2, "jest niemożliwe"),
    (("balance", "berlin", "--goal", "peace"), 2, "Nieznany cel „peace”"),
    (("draw", "faulty.toml"), 2, "nieznany klucz 'format'"),
    (("replay", "faulty.json"), 2, "faulty.json: "),
    (("rules", "EUR-99", "--lang", "pl"), 1, "Nie ma zasady „EUR-99”."),
    (("join", "nowhere", "--bot", "greedy"), 2, "„nowhere” to nie jest link do stołu"),
]


@pytest.mark.parametrize(
    ("call", "code", "words"),
    CALLS,
    ids=lambda value: " ".join(value[:2]) if isinstance(value, tuple) else None,
)
def test_in_polish(
    semafor: CommandLine,
    call: tuple[str, ...],
    code: int,
    words: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "pl_PL.UTF-8")
    for file in ("faulty.toml", "faulty.json"):
        Path(file).write_text(FAULTY if file.endswith("toml") else "{}", encoding="utf-8")
    done = semafor(*call)
    assert (done.code, done.out) == (code, "")
    assert words in done.err


def test_no_command_has_another_way_to_say_an_error() -> None:
    """`arguments.refused` asks for the terminal's language; the text of an exception is English."""
    english = re.compile(r"(Refused|complain)\(str\(|\.sentence\b")
    sources = sorted((Path(package.__file__).parent / "cli").glob("*.py"))
    assert len(sources) > 20
    found = [path.name for path in sources if english.search(path.read_text(encoding="utf-8"))]
    assert found == ["commands.py"]
