"""Pairings and standings of a tournament: Swiss or round-robin, at tables of two or more players."""

import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations, product

import msgspec

FILLER = -1
"""Number of a bot that fills an empty seat."""
MOST_ROUNDS = 63

Round = list[tuple[int, ...]]
"""The tables of a round, each with the numbers of its entrants."""


def swiss_round(order: Sequence[int], size: int, before: Iterable[Round], dice: random.Random) -> Round:
    """Seat entrants with neighbours in the standings whom they have not met; `order` has the best first."""
    met = _meetings(before)
    waiting = list(order)
    tables: list[list[int]] = []
    for places in _sizes(len(order), size):
        table = [waiting.pop(0)]
        while len(table) < places:
            table.append(waiting.pop(_fittest(table, waiting, met)))
        tables.append(table)
    while _swap(tables, met):
        pass
    return [_seated(table, size, dice) for table in tables]


def _swap(tables: list[list[int]], met: Counter[frozenset[int]]) -> bool:
    """Swap two players if that reduces repeated meetings; return whether such a pair was found."""
    for one, other in reversed(list(combinations(tables, 2))):
        now = _again(one, met) + _again(other, met)
        for a, b in product(range(len(one)), range(len(other))):
            one[a], other[b] = other[b], one[a]
            if _again(one, met) + _again(other, met) < now:
                return True
            one[a], other[b] = other[b], one[a]
    return False


def _again(table: list[int], met: Counter[frozenset[int]]) -> int:
    return sum(met[frozenset(pair)] for pair in combinations(table, 2))


def _fittest(table: list[int], waiting: list[int], met: Counter[frozenset[int]]) -> int:
    """Index of the waiting player with the fewest past meetings at this table, ties by standing."""
    again = [sum(met[frozenset((one, other))] for one in table) for other in waiting]
    return min(range(len(waiting)), key=lambda n: (again[n], n))


def _seated(table: list[int], size: int, dice: random.Random) -> tuple[int, ...]:
    """Shuffle the seats, with bots in the empty ones."""
    seats = [*table, *([FILLER] * (size - len(table)))]
    dice.shuffle(seats)
    return tuple(seats)


def _sizes(players: int, size: int) -> list[int]:
    """Entrants per table, as even as possible, so that no table has only one."""
    tables = -(-players // size)
    return [players // tables + (n < players % tables) for n in range(tables)]


def _meetings(before: Iterable[Round]) -> Counter[frozenset[int]]:
    return Counter(
        frozenset(pair)
        for tables in before
        for table in tables
        for pair in combinations([one for one in table if one != FILLER], 2)
    )


def all_rounds(players: int, size: int) -> int:
    """Number of rounds until everyone has met everyone."""
    return len(_everyone(players, size))


def all_round(numbers: Sequence[int], size: int, played: int, dice: random.Random) -> Round:
    """The pairings of a round-robin round, counted from 0."""
    found = _everyone(len(numbers), size)[played]
    return [_seated([numbers[one] for one in table if one != FILLER], size, dice) for table in found]


@cache  # a few hundred entries at most: numbers of entrants times sizes of tables
def _everyone(players: int, size: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """The whole round-robin schedule; for many players it takes a second to compute."""
    rounds = _circle(players) if size == 2 else _until_all_met(players, size)
    return tuple(tuple(tables) for tables in rounds)


def _circle(players: int) -> list[Round]:
    """Schedule for tables of two by the circle method; an odd number of players is filled up with a bot."""
    ring = [*range(players), *([FILLER] if players % 2 else [])]
    rounds: list[Round] = []
    for _ in range(len(ring) - 1):
        rounds.append([(ring[n], ring[-1 - n]) for n in range(len(ring) // 2)])
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return rounds


def _until_all_met(players: int, size: int) -> list[Round]:
    """Schedule for larger tables: players with the fewest meetings first, until every pair has met."""
    rounds: list[Round] = []
    pairs = {frozenset(pair) for pair in combinations(range(players), 2)}
    dice = random.Random(0)
    while pairs - _meetings(rounds).keys() and len(rounds) < MOST_ROUNDS:
        met = _meetings(rounds)
        strange = sorted(
            range(players), key=lambda one: sum(met[frozenset((one, n))] > 0 for n in range(players))
        )
        rounds.append(swiss_round(strange, size, rounds, dice))
    return rounds


class SeatResult(msgspec.Struct, frozen=True):
    """The result of a seat."""

    entrant: int
    """-1 for a bot that filled an empty seat."""
    rank: int
    total: int


class EntrantStanding(msgspec.Struct, frozen=True):
    """A line of the standings."""

    entrant: int
    points: float
    """Share of opponents beaten at each table, ties counting half."""
    met: float
    """Points of all opponents (Buchholz score)."""
    total: int
    played: int


def standings(entrants: Iterable[int], tables: Sequence[Sequence[SeatResult]]) -> list[EntrantStanding]:
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
        EntrantStanding(
            one,
            round(points[one], 3),
            round(sum(points[n] for n in others[one]), 3),
            totals[one],
            played[one],
        )
        for one in entrants
    ]
    return sorted(lines, key=lambda line: (-line.points, -line.met, -line.total, line.entrant))


def _share(seat: SeatResult, table: Sequence[SeatResult]) -> float:
    others = [other for other in table if other is not seat]
    beaten = sum(
        1.0 if seat.rank < other.rank else 0.5 if seat.rank == other.rank else 0.0 for other in others
    )
    return beaten / len(others) if others else 0.0
