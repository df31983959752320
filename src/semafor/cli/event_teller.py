"""Events as sentences, for people who read a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from semafor.boards.spoken_names import BoardNaming
from semafor.words import Phrase, given_details

if TYPE_CHECKING:
    from semafor.boards import Board
    from semafor.events import Event
    from semafor.words import Language


class Teller:
    """Tells the events of one board's games in a language."""

    def __init__(self, board: Board, language: Language = "en") -> None:
        self.naming, self.language = BoardNaming(board), language
        self._has_pieces = bool(board.options.pieces)

    def tell(self, event: Event) -> str:
        """What happened, in a sentence; what the viewer may not know is left out."""
        return self.phrase(event).say(self.language, self.naming)

    def phrase(self, event: Event) -> Phrase:
        """The words of an event: its tag, and its fields as their details."""
        details: dict[str, Any] = msgspec.to_builtins(event)
        if "plain" in details:
            details["payment"] = {key: details[key] for key in ("colour", "plain", "wild")}
        if self._has_pieces:
            details["pieces"] = True
        return Phrase(f"event.{details.pop('event')}", given_details(details))
