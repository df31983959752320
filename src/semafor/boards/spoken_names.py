"""How a board calls its things in a sentence: routes and tickets by their ends, in either language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from semafor.words import PlainNaming

if TYPE_CHECKING:
    from semafor.boards.model import Board, Route, Ticket
    from semafor.words import Language


class BoardNaming(PlainNaming):
    """Names things as their board does; what the board does not know keeps the name it has."""

    def __init__(self, board: Board) -> None:
        self._places = {place.id: place.name for place in board.places}
        self._by_name = {place.name.en: place.name for place in board.places} | self._places
        self._routes = dict(zip(board.route_names, board.routes, strict=True))
        self._tickets = dict(zip(board.ticket_names, board.tickets, strict=True))
        self._festivals = {festival.id: festival.name for festival in board.festivals}
        self.wild = "bicycle" if "tram" in board.options.pieces else "locomotive"

    def thing(self, kind: str, name: str, language: Language) -> str:
        """A route, place, ticket or festival in a language."""
        if kind == "festival":
            return self._festivals[name].in_language(language) if name in self._festivals else name
        if kind == "place":
            return self._by_name[name].in_language(language) if name in self._by_name else name
        joins: dict[str, Route] | dict[str, Ticket] = self._routes if kind == "route" else self._tickets
        return self._ends(joins[name], name, language) if name in joins else name

    def _ends(self, join: Route | Ticket, name: str, language: Language) -> str:
        """`Paris – Brest`; strands and tickets that differ only by a number keep it."""
        ends = " – ".join(self._places[end].in_language(language) for end in (join.a, join.b))
        _, _, strand = name.partition("/")
        return f"{ends} ({strand})" if strand.isdecimal() else ends
