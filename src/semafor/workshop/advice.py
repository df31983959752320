"""One piece of advice about a board: nothing is wrong, but its author may want to look."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from semafor.boards.faults import KeyPath
from semafor.words import Detail, Phrase, given_details, say

if TYPE_CHECKING:
    from semafor.boards.model import Board, Name, Route, Ticket
    from semafor.words import Language

About = Literal["place", "route", "ticket", "colour", "board"]
SECTIONS: dict[str, About] = {"places": "place", "routes": "route", "tickets": "ticket", "options": "colour"}


class Advice(msgspec.Struct, frozen=True):
    """What was noticed, of which thing, and what the words for it and for a remedy need."""

    path: KeyPath
    """Where the thing stands in the board file: `("tickets", 4)`; empty for the whole board."""
    code: str
    """Stable, for programs and translations."""
    details: dict[str, Detail] = {}

    @property
    def about(self) -> About:
        """The sort of thing that it speaks of."""
        return SECTIONS[str(self.path[0])] if self.path else "board"

    def noticed(self, language: Language = "en") -> str:
        """What was noticed."""
        return say(f"advice.{self.code}", self.details, language)

    def remedy(self, language: Language = "en") -> str:
        """What would be better."""
        return say(f"remedy.{self.code}", self.details, language)

    def say(self, language: Language = "en") -> str:
        """The whole advice in one line."""
        told = {
            "noticed": Phrase(f"advice.{self.code}", self.details),
            "remedy": Phrase(f"remedy.{self.code}", self.details),
        }
        return say("told.advice", given_details(told), language)

    def __str__(self) -> str:
        return self.say()


def notice(path: KeyPath, code: str, /, **details: Detail) -> Advice:
    """A piece of advice with its details; those that are None are not there."""
    return Advice(path, code, given_details(details))


def both_names(name: Name) -> dict[str, str]:
    """A name as a detail that is told in either language."""
    return {"en": name.en, "pl": name.pl}


def both_ends(board: Board, join: Route | Ticket) -> dict[str, str]:
    """`Paris – Brest` in both languages."""
    a, b = board.place(join.a).name, board.place(join.b).name
    return {"en": f"{a.en} – {b.en}", "pl": f"{a.pl} – {b.pl}"}
