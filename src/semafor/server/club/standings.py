"""Who leads a tournament: points, then the points of those one met, then what was scored at the tables."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

import msgspec


class Seated(msgspec.Struct, frozen=True):
    """The result of a seat."""

    entrant: int
    """-1 for a bot that filled an empty seat."""
    rank: int
    total: int


class Standing(msgspec.Struct, frozen=True):
    """A line of the standings."""

    entrant: int
    points: float
    """Share of opponents beaten at each table, ties counting half."""
    met: float
    """Points of all opponents (Buchholz score)."""
    total: int
    played: int


def standings(entrants: Iterable[int], tables: Sequence[Sequence[Seated]]) -> list[Standing]:
    """The standings, best first. Bots that fill seats give points but are not listed."""
    points: dict[int, float] = defaultdict(float)
    totals: dict[int, int] = defaultdict(int)
    others: dict[int, list[int]] = defaultdict(list)
    played: dict[int, int] = defaultdict(int)
    for table in tables:
        for seat in table:
            points[seat.entrant] += _share(seat, table)
            totals[seat.entrant] += seat.total
            played[seat.entrant] += 1
            others[seat.entrant] += [
                other.entrant for other in table if other is not seat and other.entrant >= 0
            ]
    lines = [
        Standing(
            one,
            round(points[one], 3),
            round(sum(points[n] for n in others[one]), 3),
            totals[one],
            played[one],
        )
        for one in entrants
    ]
    return sorted(lines, key=lambda line: (-line.points, -line.met, -line.total, line.entrant))


def _share(seat: Seated, table: Sequence[Seated]) -> float:
    others = [other for other in table if other is not seat]
    beaten = sum(
        1.0 if seat.rank < other.rank else 0.5 if seat.rank == other.rank else 0.0 for other in others
    )
    return beaten / len(others) if others else 0.0
