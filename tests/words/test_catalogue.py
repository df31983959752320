"""One catalogue: every code has words in both languages, every word a code, every gap its detail."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import get_args

import pytest

from semafor.boards.model import COLOURS, Kind, TieBreak
from semafor.boards.shape import FORMS
from semafor.bots import LEVELS
from semafor.cli.boards import OPTIONAL_MECHANICS
from semafor.cli.result_tables import CATEGORIES
from semafor.engine.cardgame.card_state import CardAsk
from semafor.engine.state import Ask
from semafor.events import Event
from semafor.server.http.error_responses import HTTP_CODES
from semafor.server.messages import Status
from semafor.server.server_errors import ServerError
from semafor.words import LANGUAGES, Language
from semafor.words.catalogue import CLIENT_SECTIONS, client_file, client_texts, texts
from semafor.words.languages import PLURALS
from semafor.words.say import CARD_DETAILS, GAP
from tests.words.source_codes import ADVICE, ERRORS, FAULTS, PACKAGE, Said, said

WILDS = {"wild", "locomotive", "bicycle"}
ASKED = {"nothing", "payment", "split-plain", "split-wild", "share-more", "wilds"}
"""Steps inside a move, for which the error `not-now` cannot occur."""
VALUES = {
    "card": {*COLOURS, *WILDS},
    "kind": set(get_args(Kind)),
    "ask": {ask.name.lower().replace("_", "-") for kind in (Ask, CardAsk) for ask in kind} - ASKED,
    "section": {"places", "routes", "tickets", "festivals", "big_cities"},
    "tie": set(get_args(TieBreak)),
    "score": set(CATEGORIES),
    "mechanic": set(OPTIONAL_MECHANICS),
}
"""What a detail of a kind can be."""
SAID_BY_THEMSELVES = {"score.named", "mechanic.named", "card.taken", "level.named", "level.about"}
"""Headings of tables, the card that the client's market offers, and what the server says of levels."""
WHERE_NOT_RAISED = {"unreachable", *HTTP_CODES.values()}
"""Errors derived from the status of a response or from its absence."""


def keys(language: Language, section: str) -> set[str]:
    """The codes of a section, without their variants."""
    found = (key.removeprefix(f"{section}.") for key in texts(language) if key.startswith(f"{section}."))
    return {key.partition("/")[0] for key in found}


def gaps(text: str) -> set[str]:
    """The details that a text needs."""
    found = [gap for gap in GAP.finditer(text) if gap["name"] != "wild"]
    return {gap["name"] for gap in found} | {gap["number"] for gap in GAP.finditer(text) if gap["number"]}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_has_words_and_all_words_are_said(language: Language) -> None:
    by_class = {error.own_code for error in ServerError.__subclasses__()}
    codes = {one.code for one in said(ERRORS)} | by_class | WHERE_NOT_RAISED
    assert len(codes) > 100
    assert codes == keys(language, "refusal")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("section", ["fault", "expected"])
def test_every_fault_has_words_and_all_words_are_said(language: Language, section: str) -> None:
    codes = {one.code for one in said(FAULTS)}
    assert len(codes) > 60
    assert codes == keys(language, section)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("section", ["advice", "remedy"])
def test_every_advice_has_words_and_all_words_are_said(language: Language, section: str) -> None:
    codes = {one.code for one in said(ADVICE)}
    assert len(codes) > 5
    assert codes == keys(language, section)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_has_words(language: Language) -> None:
    assert {kind.__struct_config__.tag for kind in get_args(Event)} == keys(language, "event")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("names", "section"),
    [(ERRORS, "refusal"), (FAULTS, "fault"), (FAULTS, "expected"), (ADVICE, "advice"), (ADVICE, "remedy")],
    ids=["refusals", "faults", "expected", "advice", "remedies"],
)
def test_what_is_said_has_the_details_that_its_words_need(
    language: Language, names: set[str], section: str
) -> None:
    for one in said(names):
        fitting = [
            text for text in _variants(language, f"{section}.{one.code}", one) if gaps(text) <= one.details
        ]
        assert fitting or one.unseen, f"{one.where}: {one.code} lacks details"


def _variants(language: Language, code: str, one: Said) -> Iterator[str]:
    """The texts of a code whose conditions a call fulfils."""
    for name, text in texts(language).items():
        key, *conditions = name.split("/")
        asked = {condition.partition("=")[0] for condition in conditions}
        cases = {condition.partition("=")[2] for condition in conditions if condition.startswith("case=")}
        if key == code and asked <= one.details and cases <= {one.case}:
            yield text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_of_the_command_line_is_there_and_said(language: Language) -> None:
    """`word` takes them from one section, `headings` from another, with the details that they need."""
    calls = [one for one in said({"word"}) if one.where.startswith("cli/")]
    assert {one.code for one in calls} == keys(language, "command")
    for one in calls:
        fitting = [
            text for text in _variants(language, f"command.{one.code}", one) if gaps(text) <= one.details
        ]
        assert fitting or one.unseen, f"{one.where}: {one.code} lacks details"
    texts_of_tables = set(_constants("cli"))
    assert keys(language, "heading") <= texts_of_tables


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_heading_of_a_table_has_words(language: Language) -> None:
    asked = {text for call in _calls("cli", "headings") for text in _texts(call)}
    assert asked <= keys(language, "heading")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("section", ["told", "picture", "command", "score", "mechanic", "study"])
def test_what_is_said_by_its_whole_key_has_words(language: Language, section: str) -> None:
    """`say("told.replay", …)`, anywhere in the package."""
    named = {text for text in _constants("") if re.fullmatch(rf"{section}\.[a-z-]*[a-z]", text)}
    assert {key.partition(".")[2] for key in named} <= keys(language, section)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_of_a_picture_is_there_and_drawn(language: Language) -> None:
    drawn = {text for call in _calls("picture", "words") for text in _texts(call)} | {
        "cards",
        "ticket-count",
        "points",
    }
    drawn |= {text.partition(".")[2] for text in _constants("picture") if text.startswith("picture.")}
    assert drawn - {""} == keys(language, "picture")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_level_has_words(language: Language) -> None:
    forms = {f"{form}.{level.id}" for form in ("named", "about") for level in LEVELS}
    assert forms == keys(language, "level")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_of_a_link_and_of_the_empty_page_is_there(language: Language) -> None:
    assert {*get_args(Status), "replay", "not-built"} == keys(language, "web")


def _trees(folder: str) -> Iterator[ast.Module]:
    for path in sorted((PACKAGE / folder).rglob("*.py")):
        yield ast.parse(path.read_text(encoding="utf-8"))


@cache
def _constants(folder: str) -> frozenset[str]:
    """All texts in the source of a folder."""
    return frozenset(text for tree in _trees(folder) for text in _texts(tree))


def _calls(folder: str, name: str) -> Iterator[ast.Call]:
    """The calls of a name in the source of a folder."""
    for tree in _trees(folder):
        for node in ast.walk(tree):
            if (
                isinstance(node, ast.Call)
                and getattr(node.func, "id", getattr(node.func, "attr", "")) == name
            ):
                yield node


def _texts(node: ast.AST) -> Iterator[str]:
    for inner in ast.walk(node):
        if isinstance(inner, ast.Constant) and isinstance(inner.value, str):
            yield inner.value


def test_both_languages_have_the_same_sentences() -> None:
    sections = {"list", "seat", "event", "level", "web", "mail", "refusal", "fault", "expected"}
    sections |= {"form", "reason", "told"}
    sections |= {
        "command",
        "heading",
        "picture",
        "advice",
        "remedy",
        "study",
        "change",
        "option",
    }
    sentences = [{key for key in texts(one) if key.partition(".")[0] in sections} for one in LANGUAGES]
    assert sentences[0] == sentences[1]
    assert list(client_texts("en")) == list(client_texts("pl"))


def test_a_strand_is_not_called_a_track_in_polish() -> None:
    """*Tory* are the track of the Card Game; a strand of a double route is a *nitka*."""
    for key, text in (texts("pl") | client_texts("pl")).items():
        assert not re.search(r"\btor(u|em|owi|ze)?\b(?! punktacji)", text, re.IGNORECASE), key


def test_the_lesson_counts_trams_and_subway_cars_together() -> None:
    """BER-9."""
    assert "tram or subway car in total" in client_texts("en")["ui.lesson_end"]
    assert "łącznie tylko jeden tramwaj lub wagon metra" in client_texts("pl")["ui.lesson_end"]


def test_both_languages_tell_the_same_details() -> None:
    english, polish = (texts(language) | client_texts(language) for language in LANGUAGES)
    for key in english.keys() & polish.keys():
        assert gaps(english[key]) == gaps(polish[key]), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_form_has_a_word_for_everything_that_it_can_be_asked_for(language: Language) -> None:
    for key, text in texts(language).items():
        for gap in GAP.finditer(text):
            kind = "card" if gap["name"] in CARD_DETAILS else gap["name"]
            if gap["form"] and f"list.{gap['form']}" not in texts(language):
                values = WILDS if gap["name"] == "wild" else VALUES[kind]
                values = values - WILDS if gap["form"] == "row" else values
                missing = {
                    value for value in values if f"{kind}.{gap['form']}.{value}" not in texts(language)
                }
                assert missing == set(), f"{key} says {gap[0]}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_form_is_never_used(language: Language) -> None:
    used = {
        f"{'card' if gap['name'] in CARD_DETAILS else gap['name']}.{gap['form']}"
        for gap in _all_gaps(language)
    }
    used |= SAID_BY_THEMSELVES
    forms = {key.rpartition(".")[0] for key in texts(language) if key.count(".") == 2}
    assert forms <= used


def _all_gaps(language: Language) -> list[re.Match[str]]:
    return [gap for text in texts(language).values() for gap in GAP.finditer(text)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_counted_words_have_all_their_forms_and_no_brace_is_left_over(language: Language) -> None:
    for key, text in (texts(language) | client_texts(language)).items():
        assert not re.search(r"[{}]", GAP.sub("", text)), key
        for gap in GAP.finditer(text):
            assert not gap["plural"] or gap["plural"].count("|") == PLURALS[language], key


def test_the_form_of_every_type_has_words() -> None:
    assert set(FORMS.values()) <= set(texts("en"))


@pytest.mark.parametrize("file", CLIENT_SECTIONS)
def test_the_client_has_the_words_of_today(file: str) -> None:
    built = Path(__file__).parents[2] / "web" / "src" / "lib" / "i18n" / file
    assert built.read_text(encoding="utf-8") == client_file(file), "run python tools/make_words.py"
