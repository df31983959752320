"""The languages: their plural forms, how they write numbers, and which one the terminal uses."""

import os
from typing import Literal, get_args

Language = Literal["en", "pl"]
LANGUAGES: tuple[Language, ...] = get_args(Language)

PLURALS: dict[Language, int] = {"en": 2, "pl": 3}
"""Plural forms of a counted word: one and other; in Polish one, few and many."""
LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Environment variables that set the language of a terminal, in order of precedence."""
MINUS, SPACE = "\N{MINUS SIGN}", "\N{NO-BREAK SPACE}"
SMALLEST_GROUPED = 10_000
"""Numbers in messages are written with group separators from here on."""
_SIGNS: dict[Language, dict[int, str]] = {
    "en": str.maketrans({"-": MINUS}),
    "pl": str.maketrans({"-": MINUS, ",": SPACE, ".": ","}),
}


def plural_form(language: Language, number: float) -> int:
    """Return the index of the plural form for a number; fractions have the last form."""
    if number == 1:
        return 0
    if language == "en":
        return 1
    few = number % 10 in (2, 3, 4) and number % 100 not in (12, 13, 14)
    return 1 if few else 2


def write_figure(value: float, form: str, language: Language) -> str:
    """Format a number by a format specification: 1,204.5 in English, 1 204,5 in Polish."""
    return format(value, form).translate(_SIGNS[language])


def write_number(value: float, language: Language) -> str:
    """Format a number for a sentence: at most two decimals, groups from five digits on."""
    value = round(value, 2)
    text = f"{value:,.2f}".rstrip("0").rstrip(".")
    if abs(value) < SMALLEST_GROUPED:
        text = text.replace(",", "")
    return text.translate(_SIGNS[language])


def language_here() -> Language:
    """Return the language of the terminal's locale; English if we do not have it."""
    asked = next((os.environ[name] for name in LOCALE if os.environ.get(name)), "")
    return next((language for language in LANGUAGES if asked.startswith(language)), "en")
