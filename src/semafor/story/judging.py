"""The interface of judges, which evaluate the positions of a game, and their results."""

from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import count
from typing import Protocol, TypeVar

import msgspec

from semafor.moves import Move
from semafor.story.positions import PlayedPosition
from semafor.story.review_model import Shares

Progress = Callable[[int, int], None]
"""Called with the work done and the total."""


class PositionValue(msgspec.Struct, frozen=True):
    """The value of a position before its decision."""

    own: float
    """The win probability of the seat's side, from what the seat knows."""
    table: Shares
    """The win probabilities of all sides, from the common knowledge of all seats."""
    points: Shares


class MoveVerdict(msgspec.Struct, frozen=True):
    """The best move, and what the decision changed."""

    best: Move
    cost: float
    """How much better the best move is than the played one; 0 if it is the same or not better."""
    cards: float | None
    """How much a draw at the end of the turn changed the probability; None if nothing was drawn."""


class Judge(Protocol):
    """Evaluates the positions of one game."""

    name: str
    doubt: float
    """By how much two of its probabilities can differ by chance."""

    def evaluate(self, positions: Sequence[PlayedPosition]) -> list[PositionValue]:
        """Return the value of every position."""

    def judge(self, positions: Sequence[PlayedPosition], progress: Progress) -> list[MoveVerdict]:
        """Return the best move for every position."""


T = TypeVar("T")


def by_side(latest: Mapping[int, T], team: int) -> list[list[T]]:
    """Return the opinions of each side's seats, given one per seat."""
    sides = sorted({seat // team for seat in latest})
    return [[latest[seat] for seat in sorted(latest) if seat // team == side] for side in sides]


def latest_of_sides(
    opinions: Sequence[tuple[int, T]], weak: Collection[int], team: int
) -> list[list[list[T]]]:
    """Return for each decision the latest opinions of every side's seats, or their first ones.

    `opinions` are pairs of a seat and its opinion. Those at the indexes in `weak` count only for seats
    without any other.
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
    """Return what every seat thought of its own chances, given pairs of a seat and its opinion.

    At the indexes in `weak` its previous opinion counts, or `even` if it had none.
    """
    found, latest = list[float](), dict[int, float]()
    for number, (seat, chance) in enumerate(opinions):
        if number not in weak:
            latest[seat] = chance
        found.append(latest.get(seat, even))
    return found


def first_turn(weak: Collection[int]) -> int:
    """Return the index of the first opinion that is not weak."""
    return next(number for number in count() if number not in weak)
