"""The latest opinion of every seat, put together by sides: partners speak as one."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import count
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


def own_chances(opinions: Sequence[tuple[int, float]], weak: Collection[int], even: float) -> list[float]:
    """What every seat thought of its own chance, given seats with what they think.

    At the numbers in `weak` what it thought before holds, and `even` where it had not thought anything yet.
    """
    found, latest = list[float](), dict[int, float]()
    for number, (seat, chance) in enumerate(opinions):
        if number not in weak:
            latest[seat] = chance
        found.append(latest.get(seat, even))
    return found


def first_turn(weak: Collection[int]) -> int:
    """The number of the first opinion that is not weak."""
    return next(number for number in count() if number not in weak)
