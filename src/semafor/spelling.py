"""Names as people write them: any case, without diacritics, ends in any order, in English or Polish.

A spelling that matches exactly one name of a board means that name, which is what is printed.
"""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import lru_cache

from semafor.boards.model import Board, Route, Ticket

_LETTERS = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ß": "ss", "æ": "ae", "œ": "oe", "þ": "th", "ı": "i"})
_DASHES = str.maketrans(dict.fromkeys("‐‑‒–—−", "-"))


def fold(text: str) -> str:
    """Return a text without case, diacritics, kinds of dashes and needless spaces."""
    folded = unicodedata.normalize("NFKD", text.casefold()).translate(_LETTERS).translate(_DASHES)
    bare = "".join(letter for letter in folded if not unicodedata.combining(letter))
    return "-".join(" ".join(part.split()) for part in bare.split("-"))


class Spellings:
    """The names of one kind of thing, by every spelling that matches only one of them."""

    def __init__(self, spellings: Mapping[str, Iterable[str]]) -> None:
        self.names = tuple(spellings)
        self._exact = frozenset(self.names)
        found: dict[str, set[str]] = {}
        for name, others in spellings.items():
            for spelling in (name, *others):
                found.setdefault(fold(spelling), set()).add(name)
        self._by_spelling = {text: names.pop() for text, names in found.items() if len(names) == 1}

    def find(self, text: str) -> str | None:
        """Return the name that a text means, or None if it matches none or several."""
        return text if text in self._exact else self._by_spelling.get(fold(text))

    def close(self, text: str) -> list[str] | None:
        """Return similar names, or None if there are none."""
        close = get_close_matches(fold(text), self._by_spelling, n=6, cutoff=0.5)
        return list(dict.fromkeys(self._by_spelling[spelling] for spelling in close))[:3] or None


@lru_cache(maxsize=64)
def place_spellings(board: Board) -> Spellings:
    """Return the spellings of places: English names, Polish names and ids."""
    return Spellings({place.name.en: (place.name.pl, place.id) for place in board.places})


@lru_cache(maxsize=64)
def route_spellings(board: Board) -> Spellings:
    """Return the spellings of routes: names of their ends, in either order."""
    return _joins(board, board.routes, board.route_names)


@lru_cache(maxsize=64)
def ticket_spellings(board: Board) -> Spellings:
    """Return the spellings of tickets: names of their ends, in either order."""
    return _joins(board, board.tickets, board.ticket_names)


@lru_cache(maxsize=64)
def festival_spellings(board: Board) -> Spellings:
    """Return the spellings of festivals: ids, names, and names of their places."""
    places = {place.id: (place.name.en, place.name.pl) for place in board.places}
    return Spellings(
        {
            festival.id: (
                festival.name.en,
                festival.name.pl,
                *(name for place in festival.places for name in places[place]),
            )
            for festival in board.festivals
        }
    )


def _joins(board: Board, joins: Sequence[Route | Ticket], names: tuple[str, ...]) -> Spellings:
    spelt = {place.id: {place.name.en, place.name.pl, place.id} for place in board.places}
    return Spellings(
        {
            name: [
                f"{first}-{second}{slash}{strand}"
                for start, end in ((join.a, join.b), (join.b, join.a))
                for first in spelt[start]
                for second in spelt[end]
            ]
            for join, name in zip(joins, names, strict=True)
            for _, slash, strand in [name.partition("/")]
        }
    )
