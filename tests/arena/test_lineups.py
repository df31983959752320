from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from semafor.arena.schedule import line_ups


@pytest.mark.parametrize(("bots", "sides"), [(n, k) for n in range(2, 7) for k in range(2, 7)])
def test_every_bot_sits_everywhere_equally_often(bots: int, sides: int) -> None:
    found = line_ups(bots, sides)
    assert len(set(found)) == len(found)
    for side in range(sides):
        seen = Counter(line_up[side] for line_up in found)
        assert set(seen) == set(range(bots))
        assert len(set(seen.values())) == 1


@pytest.mark.parametrize(("bots", "sides"), [(n, k) for n in range(2, 7) for k in range(2, 7)])
def test_every_two_bots_meet_equally_often_on_both_sides(bots: int, sides: int) -> None:
    met = Counter[tuple[int, int]]()
    for line_up in line_ups(bots, sides):
        met.update((a, b) for a, b in combinations(line_up, 2) if a != b)
    assert set(met) == {(a, b) for a in range(bots) for b in range(bots) if a != b}
    assert len(set(met.values())) == 1


def test_two_bots_at_a_table_of_four() -> None:
    found = line_ups(2, 4)
    assert len(found) == 8
    assert found[:4] == ((0, 1, 1, 1), (1, 0, 1, 1), (1, 1, 0, 1), (1, 1, 1, 0))


def test_as_many_bots_as_sides_in_all_orders() -> None:
    assert len(line_ups(3, 3)) == 6
    assert len(line_ups(4, 2)) == 12


@pytest.mark.parametrize("sides", [2, 3, 4])
def test_only_the_challenger_meets_the_others(sides: int) -> None:
    found = line_ups(4, sides, challenger=2)
    assert len(found) == 3 * sides
    for line_up in found:
        assert line_up.count(2) == 1
        assert len(set(line_up)) == 2
    assert Counter(line_up.index(2) for line_up in found) == dict.fromkeys(range(sides), 3)
