"""Unique texts for strands and tickets, made of the English names of their ends."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from semafor.boards.model import Board, Route, Ticket

FORBIDDEN_IN_NAMES = "-/,0123456789"
"""What a place's name may not contain, so that the texts can be taken apart again."""


def ends(join: Route | Ticket) -> frozenset[str]:
    """The two places, in no order: parallel strands have equal ends."""
    return frozenset((join.a, join.b))


def group_by_ends(joins: Sequence[Route | Ticket]) -> dict[frozenset[str], list[int]]:
    """The indexes of the strands (or tickets) between each two places, in the order of the file."""
    groups: defaultdict[frozenset[str], list[int]] = defaultdict(list)
    for index, join in enumerate(joins):
        groups[ends(join)].append(index)
    return dict(groups)


def name_routes(board: Board) -> tuple[str, ...]:
    """`A-B` for a single strand; `A-B/red` where the parallel colours differ, else `A-B/1`."""
    suffixes = [""] * len(board.routes)
    for strands in group_by_ends(board.routes).values():
        colours = [board.routes[index].colour for index in strands]
        by_colour = len(set(colours)) == len(colours)
        for number, index in enumerate(strands, start=1):
            if len(strands) > 1:
                suffixes[index] = f"/{board.routes[index].colour if by_colour else number}"
    return _join_names(board, board.routes, suffixes)


def name_tickets(board: Board) -> tuple[str, ...]:
    """`A-B`; `A-B/1`, `A-B/2` where several tickets join the same two places."""
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
