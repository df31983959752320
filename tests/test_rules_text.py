"""The rules in words: complete in both languages, consistent, and easy to find."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from semafor.boards.load import load_board
from semafor.boards.model import Language
from semafor.rulebook import FAMILIES, Rule, UnknownRule, all_rules, find_rule, parse_rules, search_rules

LANGUAGES: tuple[Language, ...] = get_args(Language)
COUNTS = {"BASE": 27, "EUR": 13, "BER": 10, "IBE": 14, "ASI": 20, "CRD": 21}
IDS = [f"{family}-{number}" for family, count in COUNTS.items() for number in range(1, count + 1)]
RULINGS = (
    *("BASE-3", "BASE-4", "BASE-8", "BASE-9", "BASE-12", "BASE-22", "BASE-23", "BASE-25", "BASE-27"),
    *(
        "EUR-10",
        "EUR-13",
        "IBE-2",
        "IBE-7",
        "IBE-14",
        "ASI-3",
        "ASI-5",
        "ASI-6",
        "ASI-18",
        "ASI-19",
        "CRD-4",
        "CRD-8",
        "CRD-12",
        "CRD-17",
        "CRD-19",
    ),
)
RULING_WORD: dict[Language, str] = {"en": "Ruling.", "pl": "Rozstrzygnięcie."}
TEXTS = Path(__file__).parents[1] / "docs" / "rules"

# Digests of names that must not appear, so that this file does not spell them either.
FORBIDDEN = frozenset(
    {
        "0123392c9f17abb4",
        "327e1fa4f1c91928",
        "52a39733bfab90ad",
        "97bda505a6cbb72f",
        "9c8308842f8f2832",
        "fd75e7facadf3269",
    }
)
LONGEST_NAME = 3  # words

in_both_languages = pytest.mark.parametrize("language", LANGUAGES)


def paragraphs(rule: Rule) -> list[str]:
    return rule.text.split("\n\n")


def references(text: str) -> set[str]:
    return set(re.findall(r"\b[A-Z]{3,4}-\d+\b", text))


def digests(text: str) -> set[str]:
    words = re.findall(r"\w+", text.casefold())
    phrases = (
        " ".join(words[start : start + size])
        for size in range(1, LONGEST_NAME + 1)
        for start in range(len(words))
    )
    return {hashlib.sha256(phrase.encode()).hexdigest()[:16] for phrase in phrases}


@in_both_languages
def test_every_rule_is_there_in_order(language: Language) -> None:
    assert [rule.id for rule in all_rules(language)] == IDS


@in_both_languages
@pytest.mark.parametrize("family", COUNTS)
def test_a_family_is_numbered_without_gaps(language: Language, family: str) -> None:
    rules = all_rules(language, family.lower())
    assert [rule.id for rule in rules] == [f"{family}-{number}" for number in range(1, COUNTS[family] + 1)]
    assert {rule.family for rule in rules} == {family}


@in_both_languages
def test_every_rule_has_a_title_and_a_sentence(language: Language) -> None:
    for rule in all_rules(language):
        assert rule.language == language
        assert rule.title == rule.title.strip()
        assert 3 <= len(rule.title) <= 60, rule.id
        assert re.search(r"\w{2,}[^.]{15,}\.", rule.text), rule.id


def test_polish_is_a_translation_not_a_copy() -> None:
    for english, polish in zip(all_rules("en"), all_rules("pl"), strict=True):
        assert english.text != polish.text
        assert not set(paragraphs(english)) & {
            text for text in paragraphs(polish) if not text.startswith("|")
        }


@in_both_languages
def test_rulings_are_marked_and_explained(language: Language) -> None:
    word = RULING_WORD[language]
    marked = [rule for rule in all_rules(language) if any(p.startswith(word) for p in paragraphs(rule))]
    assert tuple(rule.id for rule in marked) == RULINGS
    for rule in marked:
        assert sum(text.startswith(word) for text in paragraphs(rule)) == 1
        assert len(next(text for text in paragraphs(rule) if text.startswith(word))) > 80


@in_both_languages
def test_cross_references_name_rules_that_exist(language: Language) -> None:
    for page in (TEXTS / language).glob("*.md"):
        for reference in references(page.read_text(encoding="utf-8")):
            assert find_rule(reference, language).id == reference


def test_both_languages_refer_to_the_same_rules() -> None:
    for english, polish in zip(all_rules("en"), all_rules("pl"), strict=True):
        assert references(english.text) == references(polish.text), english.id


@in_both_languages
def test_a_page_has_a_title_and_an_introduction(language: Language) -> None:
    for name in FAMILIES.values():
        title, introduction = (TEXTS / language / f"{name}.md").read_text(encoding="utf-8").split("\n\n")[:2]
        assert re.fullmatch(r"# \w[\w ]+", title)
        assert "BASE" in introduction


@in_both_languages
def test_there_are_no_pages_beside_the_families(language: Language) -> None:
    assert {page.stem for page in (TEXTS / language).iterdir()} == set(FAMILIES.values())


def test_no_trade_name_appears() -> None:
    for page in TEXTS.rglob("*.md"):
        assert not digests(page.read_text(encoding="utf-8")) & FORBIDDEN, page.name


def test_a_name_is_noticed_across_lines_and_cases() -> None:
    assert digests("some longer name") <= digests("There was Some\nLonger, name once.")


def test_a_rule_is_found_in_any_case() -> None:
    assert find_rule(" eur-10 ") == find_rule("EUR-10", "en")
    assert find_rule("EUR-10").title == "Using a station"
    assert find_rule("eur-10", "pl").title == "Użycie dworca"


def test_an_unknown_rule_names_close_ones() -> None:
    with pytest.raises(UnknownRule, match=r"no rule 'eur10'\. Did you mean EUR-10 or ") as caught:
        find_rule("eur10")
    assert isinstance(caught.value, LookupError)
    assert caught.value.asked == "eur10"
    assert caught.value.close[0] == "EUR-10"


def test_an_unknown_rule_without_close_ones_says_only_that() -> None:
    with pytest.raises(UnknownRule, match=r"^There is no rule 'zzzzzz'\.$"):
        find_rule("zzzzzz")


def test_an_unknown_family_is_refused() -> None:
    with pytest.raises(UnknownRule, match="Did you mean ASI"):
        all_rules("en", "asia")


@pytest.mark.parametrize(
    ("words", "language", "best"),
    [
        ("using a station", "en", "EUR-10"),
        ("robbery", "en", "CRD-10"),
        ("eur-7", "en", "EUR-7"),
        ("Hong Kong", "en", "ASI-14"),
        ("UŻYCIE DWORCA", "pl", "EUR-10"),
        ("uzycie dworca", "pl", "EUR-10"),
        ("najdluzsza linia", "pl", "BASE-25"),
        ("najdłuższa linia", "pl", "BASE-25"),
    ],
)
def test_search_puts_the_best_rule_first(words: str, language: Language, best: str) -> None:
    assert search_rules(words, language)[0].id == best


@pytest.mark.parametrize(
    ("plain", "accented"), [("polaczen", "połączeń"), ("pusta talia", "PUSTA TALIĄ"), ("wieden", "Wiedeń")]
)
def test_search_overlooks_accents(plain: str, accented: str) -> None:
    found = search_rules(plain, "pl")
    assert found
    assert found == search_rules(accented, "pl")


def table_row(rule_id: str, language: Language, row: int) -> list[str]:
    """Return the cells of a row of the rule's table without its first; row 0 is the heading."""
    rows = [line for line in find_rule(rule_id, language).text.splitlines() if line.startswith("|")]
    return [cell.strip() for cell in rows[row].strip("|").split("|")][1:]


@in_both_languages
def test_festivals_score_as_their_rule_says(language: Language) -> None:
    printed = [int(cell) for cell in table_row("IBE-12", language, 2)]
    for festival in load_board("iberia").festivals:
        assert list(festival.points) == printed[: festival.cards]


@in_both_languages
def test_big_cities_pay_what_their_rule_says(language: Language) -> None:
    board = load_board("cardgame")
    names = {place.id: getattr(place.name, language) for place in board.places}
    cities = table_row("CRD-19", language, 0)
    bonuses = [int(cell) for cell in table_row("CRD-19", language, 2)]
    assert dict(zip(cities, bonuses, strict=True)) == {
        names[city.place]: city.points for city in board.big_cities
    }


def test_ties_are_broken_by_the_bonus_where_the_boards_say_so() -> None:
    bonus = {"usa": ("the longest-route bonus", "premia za"), "europe": ("Express", "Ekspres")}
    for board, words in bonus.items():
        assert load_board(board).options.ties[-1] == "express"
        for language, word in zip(LANGUAGES, words, strict=True):
            page = (TEXTS / language / "base.md").read_text(encoding="utf-8")
            row = next(line for line in page.splitlines() if re.match(r"\| (ties|remis) ", line))
            assert word in row.split("|")[2 + list(bonus).index(board)]


def test_search_ignores_rules_without_the_words() -> None:
    assert search_rules("zeppelin") == ()
    assert search_rules("  ") == ()
    assert {rule.family for rule in search_rules("festival")} <= {"BASE", "IBE"}


def test_a_rule_travels_as_json() -> None:
    rule = find_rule("BASE-16", "pl")
    assert msgspec.json.decode(msgspec.json.encode(rule), type=Rule) == rule


def test_text_before_the_first_heading_is_no_rule() -> None:
    page = (
        "# Title\n\nIntroduction.\n\n## EUR-1 One\n\nFirst.\n\n### Detail\n\nMore.\n\n## EUR-2 Two\nSecond.\n"
    )
    assert parse_rules(page, "en") == (
        Rule("EUR-1", "One", "First.\n\n### Detail\n\nMore.", "en"),
        Rule("EUR-2", "Two", "Second.", "en"),
    )
