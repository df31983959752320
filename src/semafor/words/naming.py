"""How the things of a game are called in a sentence: by their ids, or as a board calls them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from semafor.words.catalogue import texts

if TYPE_CHECKING:
    from semafor.words.languages import Language

CARD_DETAILS = frozenset({"card", "cards", "colours", "rack_card", "wild"})
"""Details that are cards."""
NAMED_DETAILS = {
    "route": "route",
    "place": "place",
    "ticket": "ticket",
    "tickets": "ticket",
    "festival": "festival",
}
"""Details that a board has names for."""
SEAT_DETAILS = frozenset({"seat", "victim"})


class Naming(Protocol):
    """Calls things by their names."""

    @property
    def wild(self) -> str:
        """Which word of the catalogue's cards is used for wild cards."""

    def seat(self, number: int, language: Language) -> str:
        """Who sits there."""

    def thing(self, kind: str, name: str, language: Language) -> str:
        """A route, place, ticket or festival."""


class PlainNaming:
    """Seats by their numbers, things by the English names that moves use, wild cards as wild cards."""

    wild = "wild"

    def seat(self, number: int, language: Language) -> str:
        """`Seat 2`."""
        return texts(language)["seat.seat"].replace("{n}", str(number))

    def thing(self, kind: str, name: str, language: Language) -> str:
        """The name as it is."""
        del kind, language
        return name
