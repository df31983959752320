"""The interface and the results of judges of positions."""

from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import count
from typing import Protocol, TypeVar

import msgspec

from semafor.moves import Move
from semafor.story.positions import PlayedPosition
from semafor.story.review_model import Shares

Progress = Callable[[int, int], None]
"""Called with what is done and all there is to do."""


class Glance(msgspec.Struct, frozen=True):
    """What a position is worth before its decision."""

    own: float
    """The chance of the seat's side, from what the seat knows."""
    table: Shares
    """The chances of all sides, from what all know together."""
    points: Shares


class MoveVerdict(msgspec.Struct, frozen=True):
    """What the strongest player would do, and what the decision made of the seat's chance."""

    best: Move
    cost: float
    """How much better its move is than the played one; 0 where it is the same or no better."""
    cards: float | None
    """What was drawn at the end of a turn, as far as it changed the chance; None where nothing was."""


class Judge(Protocol):
    """Values positions of one game."""

    name: str
    doubt: float
    """By how much two of its chances can differ because it has dice."""

    def glance(self, positions: Sequence[PlayedPosition]) -> list[Glance]:
        """The curve: what every position was worth."""

    def judge(self, positions: Sequence[PlayedPosition], progress: Progress) -> list[MoveVerdict]:
        """What would have been better, for every position."""


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
