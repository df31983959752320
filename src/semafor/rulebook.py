"""The rules in words: find, list and search the texts for players, in English and Polish."""

from __future__ import annotations

import difflib
import re
import unicodedata
from functools import cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from semafor.boards.model import Language
from semafor.errors import SemaforError

if TYPE_CHECKING:
    from collections.abc import Iterable
    from importlib.resources.abc import Traversable

FAMILIES: dict[str, str] = {
    "BASE": "base",
    "EUR": "europe",
    "BER": "berlin",
    "IBE": "iberia",
    "ASI": "asia",
    "CRD": "cardgame",
}
"""The families of rules in reading order, each with the name of its file."""

_HEADING = re.compile(r"^## (?P<id>[A-Z]+-\d+) (?P<title>.+)$", re.MULTILINE)
_WORD = re.compile(r"\w+(?:-\d+)?")
_UNDECOMPOSED = str.maketrans({"ł": "l", "Ł": "L"})  # characters without an accent that Unicode could strip

_TITLE_WEIGHT = 5
"""Weight of a word of the title relative to one of the text."""


class Rule(msgspec.Struct, frozen=True):
    """One numbered rule, worded for players."""

    id: str
    title: str
    text: str
    """The body in Markdown, without the heading."""
    language: Language

    @property
    def family(self) -> str:
        """The family of the rule, such as `EUR`."""
        return self.id.partition("-")[0]


class UnknownRule(SemaforError, LookupError):
    """There is no rule or family of that name; the error lists close names."""

    def __init__(self, asked: str, known: Iterable[str]) -> None:
        self.asked = asked
        self.close = tuple(difflib.get_close_matches(asked.upper(), list(known), n=3, cutoff=0.5))
        super().__init__("unknown-rule", name=asked, close=self.close or None)


def find_rule(rule_id: str, language: Language = "en") -> Rule:
    """Return the rule with this id, in any case; raise `UnknownRule`."""
    rules = _rules_by_id(language)
    try:
        return rules[rule_id.strip().upper()]
    except KeyError:
        raise UnknownRule(rule_id, rules) from None


def all_rules(language: Language = "en", family: str | None = None) -> tuple[Rule, ...]:
    """Return every rule, or every rule of one family, in order; raise `UnknownRule` for an unknown family."""
    if family is None:
        return tuple(_rules_by_id(language).values())
    if family.upper() not in FAMILIES:
        raise UnknownRule(family, FAMILIES)
    return _load_family(language, family.upper())


def search_rules(words: str, language: Language = "en") -> tuple[Rule, ...]:
    """Return the rules with a word that begins like one of `words`, best first, ignoring case and accents."""
    asked = frozenset(_split_words(words))
    ranked = [(_rank(rule, asked), rule) for rule in all_rules(language)]
    found = [entry for entry in ranked if entry[0] > (0, 0)]
    return tuple(rule for _, rule in sorted(found, key=lambda entry: entry[0], reverse=True))


def parse_rules(markdown: str, language: Language) -> tuple[Rule, ...]:
    """Return the rules of one file: each second-level heading with an id, and the text under it."""
    headings = list(_HEADING.finditer(markdown))
    ends = [heading.start() for heading in headings[1:]] + [len(markdown)]
    return tuple(
        Rule(heading["id"], heading["title"].strip(), markdown[heading.end() : end].strip(), language)
        for heading, end in zip(headings, ends, strict=True)
    )


def _rank(rule: Rule, asked: frozenset[str]) -> tuple[int, int]:
    """Return how many of the words the rule has, then how often, with more weight for id and title."""
    title = _split_words(f"{rule.id} {rule.title}")
    text = _split_words(rule.text)
    hits = [_count(word, title) * _TITLE_WEIGHT + _count(word, text) for word in asked]
    return sum(1 for hit in hits if hit), sum(hits)


def _count(beginning: str, words: Iterable[str]) -> int:
    return sum(word.startswith(beginning) for word in words)


def _split_words(text: str) -> list[str]:
    """Return the words of a text without case and accents; an id such as `BASE-16` is one word."""
    decomposed = unicodedata.normalize("NFKD", text.translate(_UNDECOMPOSED).casefold())
    return _WORD.findall("".join(char for char in decomposed if not unicodedata.combining(char)))


@cache
def _rules_by_id(language: Language) -> dict[str, Rule]:
    return {rule.id: rule for family in FAMILIES for rule in _load_family(language, family)}


@cache
def _load_family(language: Language, family: str) -> tuple[Rule, ...]:
    page = _texts() / language / f"{FAMILIES[family]}.md"
    return parse_rules(page.read_text(encoding="utf-8"), language)


def _texts() -> Traversable:
    """Return the folder of the texts: package data when installed, `docs/rules` in a source checkout."""
    installed = resources.files("semafor") / "rules_text"
    return installed if installed.is_dir() else Path(__file__).parents[2] / "docs" / "rules"
