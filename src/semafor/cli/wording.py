"""The command line's own words, from the catalogue, in the language of whoever sits at the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from semafor.words import say
from semafor.words.languages import MINUS, language_here, write_figure

if TYPE_CHECKING:
    from collections.abc import Iterable


def word(key: str, **details: Any) -> str:
    """The words of a key of the catalogue's section `command`."""
    return say(f"command.{key}", details, language_here())


def headings(*keys: str) -> tuple[str, ...]:
    """The headings of a table."""
    return tuple(say(f"heading.{key}", {}, language_here()) for key in keys)


def figure(value: float, form: str) -> str:
    """A number by a format specification, as the terminal's language writes it, in any code page."""
    return write_figure(value, form, language_here()).replace(MINUS, "-")


def joined(seats: Iterable[int]) -> str:
    """Seats as in `1 and 3`."""
    return word("and").join(map(str, seats))
