"""The languages, and how each of them counts."""

from __future__ import annotations

from typing import Literal, get_args

Language = Literal["en", "pl"]
LANGUAGES: tuple[Language, ...] = get_args(Language)

PLURALS: dict[Language, int] = {"en": 2, "pl": 3}
"""How many forms a counted word has: one and many, in Polish one, few and many."""


def plural_form(language: Language, number: float) -> int:
    """Which of the forms goes with a number, counted from 0."""
    if number == 1:
        return 0
    if language == "en":
        return 1
    few = number % 10 in (2, 3, 4) and number % 100 not in (12, 13, 14)
    return 1 if few else 2
