"""A phrase: which words, and the typed details that fill their gaps; never a finished sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from semafor.words.languages import Language
    from semafor.words.naming import Naming

Detail = Any
"""A text, number, name, card, payment, list of these, or a phrase, as JSON has it; its key says which."""
Details = Mapping[str, Detail]


def given_details(details: Details) -> dict[str, Detail]:
    """The details that are there, as JSON has them."""
    there = {key: value for key, value in details.items() if value is not None}
    given: dict[str, Detail] = msgspec.to_builtins(there)
    return given


class Phrase(msgspec.Struct, frozen=True, omit_defaults=True):
    """Words of the catalogue with their details."""

    words: str
    """The key of the catalogue: `form.one-of`."""
    details: dict[str, Detail] = {}

    def say(self, language: Language = "en", naming: Naming | None = None) -> str:
        """The phrase in a language."""
        from semafor.words.say import say  # phrases are details of others, so each needs the other

        return say(self.words, self.details, language, naming)

    def __str__(self) -> str:
        return self.say()
