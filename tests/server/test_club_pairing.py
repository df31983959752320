"""Rounds of a tournament: nobody meets twice before they must, all against all is all, ties are broken."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from semafor.server.club import pairing
from semafor.server.club.pairing import (
    FILLER,
    Round,
    SeatResult,
    all_round,
    all_rounds,
    standings,
    swiss_round,
)


def pairs_of(rounds: list[Round]) -> list[frozenset[int]]:
    return [frozenset(two) for tables in rounds for table in tables for two in combinations(table, 2)]


@pytest.mark.parametrize(("players", "size"), [(2, 2), (5, 2), (8, 2), (6, 3), (7, 3), (9, 4)])
def test_all_against_all_is_all(players: int, size: int) -> None:
    numbers = list(range(1, players + 1))
    rounds = [all_round(numbers, size, n, random.Random(n)) for n in range(all_rounds(players, size))]
    for tables in rounds:
        seated = [one for table in tables for one in table if one != FILLER]
        assert sorted(seated) == numbers
        assert all(len(table) == size for table in tables)
    met = pairs_of(rounds)
    wanted = {frozenset(two) for two in combinations(numbers, 2)}
    assert wanted <= set(met)
    if size == 2:
        assert sorted(map(sorted, wanted)) == sorted(sorted(two) for two in met if FILLER not in two)


def test_who_meets_whom_is_found_once() -> None:
    pairing._everyone.cache_clear()
    for n in range(all_rounds(9, 4)):
        all_round(range(9), 4, n, random.Random(n))
    assert pairing._everyone.cache_info().misses == 1


def test_in_a_swiss_round_neighbours_meet_and_nobody_twice() -> None:
    order = [3, 1, 4, 2, 5, 6]
    first = swiss_round(order, 2, [], random.Random(1))
    assert [set(table) for table in first] == [{3, 1}, {4, 2}, {5, 6}]
    second = swiss_round(order, 2, [first], random.Random(1))
    assert not set(pairs_of([first])) & set(pairs_of([second]))


def test_bots_fill_tables_evenly() -> None:
    tables = swiss_round(list(range(1, 6)), 4, [], random.Random(1))
    assert sorted(table.count(FILLER) for table in tables) == [1, 2]


def test_points_then_whom_one_met_then_the_score() -> None:
    first = [[SeatResult(1, 1, 90), SeatResult(2, 2, 50)], [SeatResult(3, 1, 60), SeatResult(4, 2, 55)]]
    second = [[SeatResult(1, 2, 40), SeatResult(3, 1, 80)], [SeatResult(2, 1, 70), SeatResult(4, 2, 20)]]
    order = standings([1, 2, 3, 4], [*first, *second])
    assert [line.entrant for line in order] == [3, 1, 2, 4]
    assert [line.points for line in order] == [2.0, 1.0, 1.0, 0.0]
    assert order[1].met > order[2].met


def test_a_shared_place_is_half_a_point_and_a_filler_has_none() -> None:
    (line,) = standings([1], [[SeatResult(1, 1, 9), SeatResult(FILLER, 1, 9), SeatResult(FILLER, 3, 1)]])
    assert (line.points, line.met, line.played) == (0.75, 0.0, 1)
