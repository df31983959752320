"""Numbers as a language writes them: 1,204.5 in English, 1 204,5 in Polish."""

from __future__ import annotations

from semafor.words.languages import Language

MINUS, SPACE = "\N{MINUS SIGN}", "\N{NO-BREAK SPACE}"
_SIGNS: dict[Language, dict[int, str]] = {
    "en": str.maketrans({"-": MINUS}),
    "pl": str.maketrans({"-": MINUS, ",": SPACE, ".": ","}),
}


def write_figure(value: float, form: str, language: Language) -> str:
    """A number by a format specification, with the signs of a language."""
    return format(value, form).translate(_SIGNS[language])
