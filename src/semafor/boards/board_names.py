"""Unique names of strands and tickets, made of the English names of their ends."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from semafor.words import PlainNaming

if TYPE_CHECKING:
    from collections.abc import Sequence

    from semafor.boards.model import Board, Route, Ticket
    from semafor.words import Language

FORBIDDEN_IN_NAMES = "/"
"""What a place's name must not contain: it separates the ends of a route from its strand."""


def ends(join: Route | Ticket) -> frozenset[str]:
    """Return the two places without order: parallel strands have equal ends."""
    return frozenset((join.a, join.b))


def group_by_ends(joins: Sequence[Route | Ticket]) -> dict[frozenset[str], list[int]]:
    """Return the indexes of the strands (or tickets) between each two places, in the order of the file."""
    groups: defaultdict[frozenset[str], list[int]] = defaultdict(list)
    for index, join in enumerate(joins):
        groups[ends(join)].append(index)
    return dict(groups)


def name_routes(board: Board) -> tuple[str, ...]:
    """Return `A-B` for a single strand, `A-B/red` if the parallel colours differ, otherwise `A-B/1`."""
    suffixes = [""] * len(board.routes)
    for strands in group_by_ends(board.routes).values():
        colours = [board.routes[index].colour for index in strands]
        by_colour = len(set(colours)) == len(colours)
        for number, index in enumerate(strands, start=1):
            if len(strands) > 1:
                suffixes[index] = f"/{board.routes[index].colour if by_colour else number}"
    return _join_names(board, board.routes, suffixes)


def name_tickets(board: Board) -> tuple[str, ...]:
    """Return `A-B`, or `A-B/1`, `A-B/2` if several tickets connect the same two places."""
    suffixes = [""] * len(board.tickets)
    for alike in group_by_ends(board.tickets).values():
        for number, index in enumerate(alike, start=1):
            if len(alike) > 1:
                suffixes[index] = f"/{number}"
    return _join_names(board, board.tickets, suffixes)


def _join_names(board: Board, joins: Sequence[Route | Ticket], suffixes: list[str]) -> tuple[str, ...]:
    english = {place.id: place.name.en for place in board.places}
    return tuple(
        f"{english[join.a]}-{english[join.b]}{suffix}" for join, suffix in zip(joins, suffixes, strict=True)
    )


class BoardNaming(PlainNaming):
    """Names things as their board does; unknown ones keep their names."""

    def __init__(self, board: Board) -> None:
        self._places = {place.id: place.name for place in board.places}
        self._by_name = {place.name.en: place.name for place in board.places} | self._places
        self._routes = dict(zip(board.route_names, board.routes, strict=True))
        self._tickets = dict(zip(board.ticket_names, board.tickets, strict=True))
        self._festivals = {festival.id: festival.name for festival in board.festivals}
        self.wild = "bicycle" if "tram" in board.options.pieces else "locomotive"

    def thing(self, kind: str, name: str, language: Language) -> str:
        """Return a route, place, ticket or festival in a language."""
        if kind == "festival":
            return self._festivals[name].in_language(language) if name in self._festivals else name
        if kind == "place":
            return self._by_name[name].in_language(language) if name in self._by_name else name
        joins: dict[str, Route] | dict[str, Ticket] = self._routes if kind == "route" else self._tickets
        return self._ends(joins[name], name, language) if name in joins else name

    def _ends(self, join: Route | Ticket, name: str, language: Language) -> str:
        """Return `Paris – Brest`; strands and tickets that differ only by a number keep it."""
        ends = " – ".join(self._places[end].in_language(language) for end in (join.a, join.b))
        _, _, strand = name.partition("/")
        return f"{ends} ({strand})" if strand.isdecimal() else ends
