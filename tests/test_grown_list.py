"""The history of a game is one list for all its copies."""

from __future__ import annotations

import pickle
from array import array
from concurrent.futures import ThreadPoolExecutor

from semafor.append_only_list import AppendOnlyList
from semafor.game import Game


def test_copies_grow_apart() -> None:
    first = AppendOnlyList([1, 2])
    second, third = first.copy(), first.copy()
    second.extend([3])
    third.extend([4, 5])
    first.extend([6])
    assert [list(one) for one in (first, second, third)] == [[1, 2, 6], [1, 2, 3], [1, 2, 4, 5]]
    assert [len(one) for one in (first, second, third)] == [3, 3, 4]


def test_items_are_counted_as_in_a_list() -> None:
    old = AppendOnlyList(range(5))
    old.copy().extend(range(5))
    assert [old.since(n) for n in (0, 3, 9, -2, -9)] == [list(range(5))[n:] for n in (0, 3, 9, -2, -9)]


def test_a_pickle_holds_no_more_than_the_list_itself() -> None:
    old = AppendOnlyList(["a"])
    old.copy().extend(["later"])
    assert b"later" not in pickle.dumps(old)
    assert list(pickle.loads(pickle.dumps(old))) == ["a"]


def test_what_it_was_begun_with_it_is_kept_in() -> None:
    first = AppendOnlyList(array("I", [7]))
    first.extend((8, 9))
    twin = first.copy()
    twin.extend((10,))
    assert (first.since(1), twin.since(1)) == (array("I", [8, 9]), array("I", [8, 9, 10]))
    assert pickle.loads(pickle.dumps(twin)).since(0) == array("I", [7, 8, 9, 10])


def test_copies_may_grow_in_several_threads() -> None:
    def grow(number: int) -> list[int]:
        twin = shared.copy()
        for _ in range(50):
            twin.extend([number])
        return list(twin)

    shared = AppendOnlyList([-1])
    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(grow, range(64))) == [[-1] + 50 * [number] for number in range(64)]


def test_a_copied_game_shares_its_history_until_it_goes_another_way() -> None:
    game = Game.new("berlin", players=2, seed="shared", first=0)
    twin = game.copy()
    for one, last in ((game, 0), (twin, -1)):
        for seat in one.pending:
            one.play(one.moves(seat)[last], seat)
    assert game.record().moves != twin.record().moves
    assert [len(one.record().moves) for one in (game, twin)] == [2, 2]
    assert game.events(viewer="all") != twin.events(viewer="all")
