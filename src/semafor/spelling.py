"""Names as people write them: any case, without diacritics, ends in any order, in English or Polish.

A spelling that fits exactly one name of a board means that name; the name itself is what is printed back.
"""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import lru_cache

from semafor.boards.model import Board, Route, Ticket

_LETTERS = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ß": "ss", "æ": "ae", "œ": "oe", "þ": "th", "ı": "i"})
_DASHES = str.maketrans(dict.fromkeys("‐‑‒–—−", "-"))


def fold(text: str) -> str:
    """A text without case, diacritics, kinds of dashes and needless spaces."""
    folded = unicodedata.normalize("NFKD", text.casefold()).translate(_LETTERS).translate(_DASHES)
    bare = "".join(letter for letter in folded if not unicodedata.combining(letter))
    return "-".join(" ".join(part.split()) for part in bare.split("-"))


class Spellings:
    """The names of one sort of thing, by every spelling that fits one of them alone."""

    def __init__(self, spellings: Mapping[str, Iterable[str]]) -> None:
        self.names = tuple(spellings)
        self._exact = frozenset(self.names)
        found: dict[str, set[str]] = {}
        for name, others in spellings.items():
            for spelling in (name, *others):
                found.setdefault(fold(spelling), set()).add(name)
        self._by_spelling = {text: names.pop() for text, names in found.items() if len(names) == 1}

    def find(self, text: str) -> str | None:
        """The name that a text means, or None where it means none or several."""
        return text if text in self._exact else self._by_spelling.get(fold(text))

    def close(self, text: str) -> list[str] | None:
        """Names that look like the text, or None where none does."""
        close = get_close_matches(fold(text), self._by_spelling, n=6, cutoff=0.5)
        return list(dict.fromkeys(self._by_spelling[spelling] for spelling in close))[:3] or None


@lru_cache(maxsize=64)
def place_spellings(board: Board) -> Spellings:
    """Places go by their English names; their Polish names and ids mean them too."""
    return Spellings({place.name.en: (place.name.pl, place.id) for place in board.places})


@lru_cache(maxsize=64)
def route_spellings(board: Board) -> Spellings:
    """Routes go by the English names of their ends, in the order of the board."""
    return _joins(board, board.routes, board.route_names)


@lru_cache(maxsize=64)
def ticket_spellings(board: Board) -> Spellings:
    """Tickets go by the English names of their ends, in the order of the board."""
    return _joins(board, board.tickets, board.ticket_names)


@lru_cache(maxsize=64)
def festival_spellings(board: Board) -> Spellings:
    """Festivals go by their ids; their names and the names of their places mean them too."""
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
