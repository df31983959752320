"""The latest opinion of every seat, put together by sides: partners speak as one."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TypeVar

T = TypeVar("T")


def by_side(latest: Mapping[int, T], team: int) -> list[list[T]]:
    """The opinions of each side's seats, given one a seat."""
    sides = sorted({seat // team for seat in latest})
    return [[latest[seat] for seat in sorted(latest) if seat // team == side] for side in sides]


def latest_of_sides(
    opinions: Sequence[tuple[int, T]], weak: Collection[int], team: int
) -> list[list[list[T]]]:
    """For each decision the latest opinions of every side's seats, the first ones where there are none yet.

    `opinions` are seats with what they think; those at the numbers in `weak` count for seats only that never
    think anything else.
    """
    latest: dict[int, T] = {}
    for number in sorted(range(len(opinions)), key=lambda number: (number not in weak, -number)):
        seat, opinion = opinions[number]
        latest[seat] = opinion
    found = []
    for number, (seat, opinion) in enumerate(opinions):
        if number not in weak:
            latest[seat] = opinion
        found.append(by_side(latest, team))
    return found
