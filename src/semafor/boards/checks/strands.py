"""Checks of parallel strands against each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from semafor.boards import limits
from semafor.boards.faults import Fault, fault
from semafor.boards.model import GREY
from semafor.boards.names import group_by_ends

if TYPE_CHECKING:
    from collections.abc import Iterator

    from semafor.boards.model import Board

ALIKE = ("length", "kind", "cards", "ferry", "tunnel", "always_open")
"""What parallel strands have in common; only their colours may differ."""


def check_strands(board: Board) -> Iterator[Fault]:
    """Parallel strands stand together, are alike but for their colours, and are three at most."""
    for strands in group_by_ends(board.routes).values():
        yield from _number_faults(board, strands)
        yield from _colour_faults(board, strands)
        for index in strands[1:]:
            yield from _twin_faults(board, strands[0], index)


def _number_faults(board: Board, strands: list[int]) -> Iterator[Fault]:
    last = ("routes", strands[-1])
    if len(strands) > limits.STRANDS:
        yield fault(last, "too-many-strands", n=len(strands), most=limits.STRANDS)
    if strands[-1] - strands[0] >= len(strands):
        yield fault(last, "strand-apart")
    if len(strands) == 1 and board.routes[strands[0]].always_open:
        yield fault((*last, "always_open"), "single-always-open")


def _colour_faults(board: Board, strands: list[int]) -> Iterator[Fault]:
    seen: set[str] = set()
    for index in strands:
        colour = board.routes[index].colour
        if colour != GREY and colour in seen:
            yield fault(("routes", index, "colour"), "same-colour-strands", card=colour)
        seen.add(colour)


def _twin_faults(board: Board, first: int, other: int) -> Iterator[Fault]:
    for field in ALIKE:
        one, two = getattr(board.routes[first], field), getattr(board.routes[other], field)
        if one != two:
            yield fault(("routes", other, field), "strand-differs", key=field, value=_show(one))


def _show(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
