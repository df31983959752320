"""Saying something: the words of the catalogue with their gaps filled."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from semafor.words.catalogue import find_text, texts
from semafor.words.languages import plural_form
from semafor.words.naming import CARD_DETAILS, NAMED_DETAILS, SEAT_DETAILS, Naming, PlainNaming

if TYPE_CHECKING:
    from semafor.words.languages import Language
    from semafor.words.phrase import Detail, Details

GAP = re.compile(r"\{(?P<name>\w+)(?:\.(?P<form>\w+)(?::(?P<number>\w+))?|(?P<plural>(?:\|[^{}|]*)+))?\}")
"""`{name}`, `{name.form}`, `{name.form:number}` or `{name|one|many}`."""


def say(key: str, details: Details, language: Language = "en", naming: Naming | None = None) -> str:
    """The words of a key in a language; KeyError where the catalogue has none."""
    text = find_text(language, key, details)
    if text is None:
        raise KeyError(key)
    speech = _Speech(details, language, naming or PlainNaming())
    return GAP.sub(speech.fill, text)


class _Speech(NamedTuple):
    """One sentence in the making."""

    details: Details
    language: Language
    naming: Naming

    def fill(self, gap: re.Match[str]) -> str:
        """What stands in a gap."""
        name, form = gap["name"], gap["form"]
        value = self.naming.wild if name == "wild" else self.details[name]
        if gap["plural"]:
            return gap["plural"].split("|")[1:][plural_form(self.language, float(value))]
        number = self.details[gap["number"]] if gap["number"] else None
        return self.one(name, value, form, number)

    def one(self, name: str, value: Detail, form: str | None, number: Detail = None) -> str:
        """A detail, in a form if one is asked for."""
        if isinstance(value, list | tuple):
            return self.listed(name, list(value), form)
        if isinstance(value, dict):
            return self.composed(value)
        if form is not None:
            return self.word(name, str(value), form, number)
        if name in SEAT_DETAILS:
            return self.naming.seat(int(value), self.language)
        if name in NAMED_DETAILS:
            return self.naming.thing(NAMED_DETAILS[name], str(value), self.language)
        return str(value)

    def listed(self, name: str, values: list[Detail], form: str | None) -> str:
        """`a, b`; `a or b`; cards of one colour together: `2 red, 1 wild`."""
        if form == "counted":
            return ", ".join(self.word(name, card, form, n) for card, n in Counter(values).items())
        between = texts(self.language)[f"list.{form}"] if form else ", "
        return between.join(self.one(name, value, None) for value in values)

    def composed(self, value: dict[str, Detail]) -> str:
        """A phrase within a phrase, a name in both languages, or cards of a payment: `3 red, 1 wild`."""
        if "words" in value:
            return say(value["words"], value.get("details", {}), self.language, self.naming)
        if self.language in value:
            return str(value[self.language])
        cards = ((value["colour"], value["plain"]), ("wild", value["wild"]))
        return ", ".join(self.word("card", card, "counted", n) for card, n in cards if n)

    def word(self, name: str, value: str, form: str, number: Detail) -> str:
        """The word of a form; a value without one stands for itself."""
        kind = "card" if name in CARD_DETAILS else name
        if kind == "card" and value == "wild":
            value = self.naming.wild
        details = self.details if number is None else {**self.details, "n": number}
        key = f"{kind}.{form}.{value}"
        if find_text(self.language, key, details) is None:
            return value if number is None else f"{number} {value}"
        return say(key, details, self.language, self.naming)
