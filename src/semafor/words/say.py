"""Messages: texts of the catalogue with their gaps filled (in the browser: `web/src/lib/i18n/say.ts`)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import msgspec

from semafor.words.catalogue import find_text, texts
from semafor.words.languages import plural_form, write_number

if TYPE_CHECKING:
    from semafor.words.languages import Language

Detail = Any
"""A text, number, name, card, payment, phrase, or a list of these, as in JSON; its key says which."""
Details = Mapping[str, Detail]

GAP = re.compile(r"\{(?P<name>\w+)(?:\.(?P<form>\w+)(?::(?P<number>\w+))?|(?P<plural>(?:\|[^{}|]*)+))?\}")
"""`{name}`, `{name.form}`, `{name.form:number}` or `{name|one|many}`."""
CARD_DETAILS = frozenset({"card", "cards", "colours", "rack_card", "wild"})
"""Details that are cards."""
NAMED_DETAILS = {
    "route": "route",
    "place": "place",
    "ticket": "ticket",
    "tickets": "ticket",
    "festival": "festival",
}
"""Details for which a board has names."""
SEAT_DETAILS = frozenset({"seat", "victim"})
PLAIN_NUMBERS = frozenset(
    {"line", "port", "seed", "value", "given", "lowest", "highest"}
    | {"lat", "lon", "west", "south", "east", "north"}
)
"""Numbers that are written as in files and commands, without group separators."""


class Naming(Protocol):
    """Names for the things of a game."""

    @property
    def wild(self) -> str:
        """Which card word of the catalogue is used for wild cards."""

    def seat(self, number: int, language: Language) -> str:
        """Return the name of the player on a seat."""

    def thing(self, kind: str, name: str, language: Language) -> str:
        """Return the name of a route, place, ticket or festival."""


class PlainNaming:
    """Seats by number, things by the English names used in moves, wild cards as wild cards."""

    wild = "wild"

    def seat(self, number: int, language: Language) -> str:
        """`Seat 2`."""
        return texts(language)["seat.seat"].replace("{n}", str(number))

    def thing(self, kind: str, name: str, language: Language) -> str:
        """Return the name unchanged."""
        del kind, language
        return name


def given_details(details: Details) -> dict[str, Detail]:
    """Return the details that are not None, as JSON values."""
    present = {key: value for key, value in details.items() if value is not None}
    given: dict[str, Detail] = msgspec.to_builtins(present)
    return given


class Phrase(msgspec.Struct, frozen=True, omit_defaults=True):
    """A key of the catalogue with its details; never a finished sentence."""

    words: str
    """The key: `form.one-of`."""
    details: dict[str, Detail] = {}

    def say(self, language: Language = "en", naming: Naming | None = None) -> str:
        """Return the phrase in a language."""
        return say(self.words, self.details, language, naming)

    def __str__(self) -> str:
        return self.say()


def say(key: str, details: Details, language: Language = "en", naming: Naming | None = None) -> str:
    """Return the message of a key in a language; KeyError if the catalogue has none."""
    text = find_text(language, key, details)
    if text is None:
        raise KeyError(key)
    return fill(text, details, language, naming)


def fill(text: str, details: Details, language: Language, naming: Naming | None = None) -> str:
    """Return a text with its gaps filled."""
    return GAP.sub(_Filler(details, language, naming or PlainNaming()).fill, text)


class _Filler(NamedTuple):
    """Fills the gaps of one message."""

    details: Details
    language: Language
    naming: Naming

    def fill(self, gap: re.Match[str]) -> str:
        """Return the text for a gap."""
        name, form = gap["name"], gap["form"]
        value = self.naming.wild if name == "wild" else self.details[name]
        if gap["plural"]:
            return gap["plural"].split("|")[1:][plural_form(self.language, float(value))]
        number = self.details[gap["number"]] if gap["number"] else None
        return self.one(name, value, form, number)

    def one(self, name: str, value: Detail, form: str | None, number: Detail = None) -> str:
        """Return a detail as text, in a form if one is given."""
        if isinstance(value, list | tuple):
            return self.listed(name, list(value), form)
        if isinstance(value, dict):
            return self.composed(value)
        if form is not None:
            return self.word(name, str(value), form, number)
        if isinstance(value, int | float):
            return self.number(name, value)
        if name in NAMED_DETAILS:
            return self.naming.thing(NAMED_DETAILS[name], str(value), self.language)
        return str(value)

    def number(self, name: str, value: float) -> str:
        """Return the name of a seat, or a number as the language writes it."""
        if name in SEAT_DETAILS:
            return self.naming.seat(int(value), self.language)
        return str(value) if name in PLAIN_NUMBERS else write_number(value, self.language)

    def listed(self, name: str, values: list[Detail], form: str | None) -> str:
        """`a, b`; `a or b`; cards of one colour together: `2 red, 1 wild`."""
        if form == "counted":
            return ", ".join(self.word(name, card, form, n) for card, n in Counter(values).items())
        between = texts(self.language)[f"list.{form}"] if form else ", "
        return between.join(self.one(name, value, None) for value in values)

    def composed(self, value: dict[str, Detail]) -> str:
        """Return a nested phrase, a name in this language, or the cards of a payment: `3 red, 1 wild`."""
        if "words" in value:
            return say(value["words"], value.get("details", {}), self.language, self.naming)
        if self.language in value:
            return str(value[self.language])
        cards = ((value["colour"], value["plain"]), ("wild", value["wild"]))
        return ", ".join(self.word("card", card, "counted", n) for card, n in cards if n)

    def word(self, name: str, value: str, form: str, number: Detail) -> str:
        """Return the word of a form; a value without one is returned unchanged."""
        kind = "card" if name in CARD_DETAILS else name
        if kind == "card" and value == "wild":
            value = self.naming.wild
        details = self.details if number is None else {**self.details, "n": number}
        key = f"{kind}.{form}.{value}"
        if find_text(self.language, key, details) is None:
            return value if number is None else f"{number} {value}"
        return say(key, details, self.language, self.naming)
