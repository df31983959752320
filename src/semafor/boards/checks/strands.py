"""Checks of parallel strands against each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from semafor.boards import limits
from semafor.boards.faults import Fault
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
        yield Fault(last, f"there are {len(strands)} parallel strands", f"at most {limits.STRANDS}")
    if strands[-1] - strands[0] >= len(strands):
        yield Fault(
            last, "this strand stands apart from its parallel ones", "parallel strands on adjacent lines"
        )
    if len(strands) == 1 and board.routes[strands[0]].always_open:
        yield Fault(
            (*last, "always_open"), "this strand has no parallel one", "`always_open` only on doubles"
        )


def _colour_faults(board: Board, strands: list[int]) -> Iterator[Fault]:
    seen: set[str] = set()
    for index in strands:
        colour = board.routes[index].colour
        if colour != GREY and colour in seen:
            yield Fault(
                ("routes", index, "colour"),
                f"two parallel strands are {colour}",
                "different colours, or grey",
            )
        seen.add(colour)


def _twin_faults(board: Board, first: int, other: int) -> Iterator[Fault]:
    for field in ALIKE:
        one, two = getattr(board.routes[first], field), getattr(board.routes[other], field)
        if one != two:
            yield Fault(("routes", other, field), f"{field} differs from the parallel strand's", _show(one))


def _show(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
