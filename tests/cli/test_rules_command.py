from __future__ import annotations

import json

import pytest

from semafor.rulebook import all_rules, find_rule
from tests.cli.command_line import CommandLine


def test_a_rule_in_both_languages(semafor: CommandLine) -> None:
    for language in ("en", "pl"):
        rule = find_rule("EUR-10", language)
        done = semafor("rules", "eur-10", "--lang", language)
        assert done.out == f"## EUR-10 {rule.title}\n\n{rule.text}\n"


def test_unless_said_the_language_is_that_of_the_terminal(
    semafor: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "pl_PL.UTF-8")
    assert semafor("rules", "EUR-10").out == semafor("rules", "EUR-10", "--lang", "pl").out
    assert semafor("check-board", "usa").out == semafor("check-board", "usa", "--lang", "pl").out


def test_a_family_is_printed_whole(semafor: CommandLine) -> None:
    done = semafor("rules", "BER")
    assert done.out.count("\n## BER-") + 1 == len(all_rules("en", "BER"))


def test_without_an_id_all_titles(semafor: CommandLine) -> None:
    lines = semafor("rules").out.splitlines()
    assert [line.split()[0] for line in lines] == [rule.id for rule in all_rules()]


def test_search(semafor: CommandLine) -> None:
    assert "EUR-10" in semafor("rules", "--search", "station borrow").out
    assert "EUR-10" in semafor("rules", "--search", "dworzec", "--lang", "pl").out
    done = semafor("rules", "--search", "xyzzy")
    assert (done.code, done.err) == (1, "semafor: no rule contains the words 'xyzzy'\n")


def test_an_unknown_rule_names_close_ones(semafor: CommandLine) -> None:
    done = semafor("rules", "EUR-99")
    assert done.code == 1
    assert done.err.startswith("semafor: There is no rule 'EUR-99'. Did you mean EUR-9")


def test_rules_as_json(semafor: CommandLine) -> None:
    (rule,) = json.loads(semafor("rules", "BASE-9", "--json").out)
    assert set(rule) == {"id", "title", "text", "language"}
