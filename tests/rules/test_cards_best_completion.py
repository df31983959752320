"""The best choice of tickets, against trying all subsets."""

from __future__ import annotations

from itertools import chain, combinations
from random import Random
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from semafor import Game
from semafor.engine.cardgame.completion import CHOICE, POINT_WORTH, best_completion, completion_of
from semafor.moves import Complete, Done
from semafor.view import Completion
from tests.card_games import deal_table, play_on
from tests.card_position import BOARD, Table, complete, ticket_set

if TYPE_CHECKING:
    from semafor.engine.state import Array

FACTS = Table().facts
ROOM = np.zeros(1, CHOICE)[0]
NEEDS, POINTS = FACTS.ticket_needs[:46], FACTS.ticket_points[:46]

piles = st.tuples(*[st.integers(0, 5)] * 8, st.integers(0, 6)).map(lambda cards: np.array(cards, np.int8))
hands = st.sets(st.integers(0, 45), max_size=11).map(sorted)


def worth(points: Array, chosen: tuple[int, ...]) -> tuple[int, int]:
    return sum(int(points[ticket]) for ticket in chosen), len(chosen)


def can_pay(needs: Array, have: Array, chosen: tuple[int, ...]) -> bool:
    lacking = [max(0, sum(int(needs[ticket, c]) for ticket in chosen) - int(have[c])) for c in range(8)]
    return sum(lacking) <= int(have[8])


def try_all(needs: Array, points: Array, have: Array) -> tuple[int, int]:
    """Return the value of the best subset, by trying all of them."""
    tickets = range(len(points))
    subsets = chain.from_iterable(combinations(tickets, size) for size in range(len(points) + 1))
    return max(worth(points, chosen) for chosen in subsets if can_pay(needs, have, chosen))


def best_set(needs: Array, points: Array, have: Array) -> tuple[np.uint64, bool]:
    """The best completion of these tickets."""
    ROOM.tickets = len(points)
    ROOM.needs[: len(points)] = needs
    ROOM.worth[: len(points)] = np.array(points, np.int64) * POINT_WORTH + 1
    ROOM.have = have
    return best_completion(ROOM)


def members(chosen: np.uint64) -> tuple[int, ...]:
    return tuple(ticket for ticket in range(64) if int(chosen) >> ticket & 1)


@pytest.mark.adds_no_line
@given(hand=hands, have=piles)
@settings(max_examples=150, deadline=None)
def test_equal_to_trying_all_subsets(hand: list[int], have: Array) -> None:
    """CRD-14: real tickets, any pile."""
    needs, points = NEEDS[hand], POINTS[hand]
    chosen = members(best_set(needs, points, have)[0])
    assert can_pay(needs, have, chosen)
    assert worth(points, chosen) == try_all(needs, points, have)


@given(
    needs=st.lists(st.tuples(*[st.integers(0, 3)] * 8), min_size=1, max_size=9),
    points=st.lists(st.integers(0, 6), min_size=9, max_size=9),
    have=piles,
)
@settings(max_examples=150, deadline=None)
def test_equal_for_invented_tickets(needs: list[tuple[int, ...]], points: list[int], have: Array) -> None:
    """CRD-14: many equal points, tickets for nothing and without points."""
    table, values = np.array(needs, np.int8), np.array(points[: len(needs)], np.int16)
    chosen = members(best_set(table, values, have)[0])
    assert can_pay(table, have, chosen)
    assert worth(values, chosen) == try_all(table, values, have)


def test_all_tickets_at_once() -> None:
    """CRD-14: with enough cards all tickets are completed, with no cards none."""
    plenty = np.array([NEEDS[:, c].sum() for c in range(8)] + [0], np.int16)
    assert members(best_set(NEEDS, POINTS, plenty)[0]) == tuple(range(46))
    assert members(best_set(NEEDS, POINTS, np.zeros(9, np.int16))[0]) == ()
    assert members(best_set(NEEDS[:0], POINTS[:0], plenty)[0]) == ()


def test_points_first_then_tickets() -> None:
    """CRD-14: one ticket of twelve points beats two of five; two of six beat one of twelve."""
    needs = np.array([[2] + [0] * 7, [1] + [0] * 7, [1] + [0] * 7], np.int8)
    have = np.array([2] + [0] * 8, np.int8)
    assert members(best_set(needs, np.array([12, 5, 5], np.int16), have)[0]) == (0,)
    assert members(best_set(needs, np.array([12, 6, 6], np.int16), have)[0]) == (1, 2)


def test_best_of_a_seat() -> None:
    """CRD-14: the numbers are those of the board's tickets, and what was chosen stays chosen."""
    names = ("New York-Chicago/2", "Los Angeles-Pittsburgh", "Seattle-Denver")
    table = Table().tickets(0, *names).track(0, "2 blue, 1 violet, 1 white, 1 black")
    table.score_round()
    assert completion_of(table.state, table.facts, 0, ROOM) == ticket_set([names[1]])
    table.play(0, complete(names[0]))
    assert completion_of(table.state, table.facts, 0, ROOM) == ticket_set([names[0]])
    assert len(BOARD.tickets) == 46


def best_of(game: Game, seat: int) -> Completion:
    """What the table offers to a seat in a scoring round."""
    view = game.view(seat).card_game
    assert view is not None
    assert view.own is not None
    assert view.own.best is not None
    return view.own.best


@pytest.mark.adds_no_line
def test_best_completion_can_be_played_step_by_step() -> None:
    """CRD-14: the tickets of `best`, sent one by one, are accepted, and as good a choice stays offered."""
    for seed in range(12):
        game, chance = deal_table(3, "plain", seed), Random(seed)
        while len(game.pending) != 3 or game.version < 4:
            play_on(game, chance, 1)
        for seat in range(3):
            best = best_of(game, seat)
            for ticket in chance.sample(best.tickets, len(best.tickets)):
                game.play(Complete(ticket), seat)
                after = best_of(game, seat)
                assert (after.points, len(after.tickets)) == (best.points, len(best.tickets))
                assert ticket in after.tickets
            assert game.moves(seat) == [Done()]
            game.play(Done(), seat)
        assert game.over


@pytest.mark.adds_no_line
def test_the_search_is_proven_for_the_shipped_tickets() -> None:
    """CRD-14: all 46 tickets in one hand and piles of every size stay far below the limit of work."""
    chance = Random(3)
    for cards in range(4, 97, 4):
        for _ in range(3):
            deck = [kind for kind in range(9) for _ in range(int(FACTS.cards[kind]))]
            have = np.bincount(chance.sample(deck, cards), minlength=9).astype(np.int8)
            assert best_set(NEEDS, POINTS, have)[1]


@pytest.mark.adds_no_line
def test_a_poisoned_board_costs_no_more_than_the_limit() -> None:
    """CRD-14: for nearly equal tickets the bound is weak; the best choice found so far is offered."""
    chance = Random(7)
    needs = np.array([[chance.randint(2, 5) for _ in range(8)] for _ in range(64)], np.int8)
    points = needs.sum(axis=1).astype(np.int16)
    have = np.array([16] * 8 + [0], np.int8)
    chosen, proven = best_set(needs, points, have)
    assert can_pay(needs, have, members(chosen))
    assert len(members(chosen)) >= 4
    assert not proven
