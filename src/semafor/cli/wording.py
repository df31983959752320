"""The command line's own words, from the catalogue, in the language of whoever sits at the terminal."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from semafor.words import LANGUAGES, say

if TYPE_CHECKING:
    from collections.abc import Iterable

    from semafor.words import Language

LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Where a terminal says its language; the first that is set counts."""


def language_here() -> Language:
    """The language that the environment asks for, English for any that we do not speak."""
    asked = next((os.environ[name] for name in LOCALE if os.environ.get(name)), "")
    return next((language for language in LANGUAGES if asked.startswith(language)), "en")


def word(key: str, **details: Any) -> str:
    """The words of a key of the catalogue's section `command`."""
    return say(f"command.{key}", details, language_here())


def headings(*keys: str) -> tuple[str, ...]:
    """The headings of a table."""
    return tuple(say(f"heading.{key}", {}, language_here()) for key in keys)


def joined(seats: Iterable[int]) -> str:
    """Seats as in `1 and 3`."""
    return word("and").join(map(str, seats))
