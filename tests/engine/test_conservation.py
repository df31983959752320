"""Random games on every board and on mixes of options: after every decision nothing is lost or doubled."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from semafor.boards.load import load_board
from semafor.engine.deal import deal
from semafor.engine.state import NOBODY, STATE, Array, Ask
from tests.engine.conservation import check_all, check_game
from tests.engine.mixes import SHIPPED, random_board
from tests.engine.raw_games import BROAD, EVEN, Setup, dealt, play, try_everything, work

BRANCHES = 20_000
"""Actions tried from one game at most."""


def branches(setup: Setup, states: Array) -> Array:
    """What every legal action in these states leads to."""
    after = np.zeros(BRANCHES, STATE)
    return after[: try_everything(states, setup.facts, after, work)]


@pytest.mark.parametrize("style", [EVEN, BROAD])
@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_boards(name: str, style: int) -> None:
    board = load_board(name)
    for players in board.options.players:
        for seed in range(8):
            setup = Setup(board, players, seed)
            check_game(setup, play(setup, style))


@pytest.mark.parametrize("block", range(8))
def test_mixes_of_options(block: int) -> None:
    for seed in range(25 * block, 25 * block + 25):
        board = random_board(seed)
        for players in board.options.players:
            setup = Setup(board, players, seed)
            check_game(setup, play(setup, style=(EVEN, BROAD)[seed % 2]))


def test_mixes_ask_everything() -> None:
    """The mixes are broad enough: every question is put in some game, and games end in both ways."""
    asked: set[int] = set()
    stuck = set()
    for seed in range(80):
        board = random_board(seed)
        setup = Setup(board, board.options.players[0], seed)
        states = play(setup, BROAD)
        asked |= set(np.unique(states["ask"]).tolist())
        stuck.add(bool(states[-1]["passes"] == setup.players))
    assert asked == set(Ask)
    assert stuck == {True, False}


@pytest.mark.parametrize("name", SHIPPED)
def test_the_end_of_many_games(name: str) -> None:
    board = load_board(name)
    for players in board.options.players:
        ends = [play(Setup(board, players, 100 + seed))[-1:] for seed in range(100)]
        check_all(Setup(board, players, 100), np.concatenate(ends))


@given(st.integers(0, 2**31), st.sampled_from([EVEN, BROAD]))
@settings(max_examples=25, deadline=None, derandomize=True)
def test_other_mixes(seed: int, style: int) -> None:
    board = random_board(seed)
    setup = Setup(board, board.options.players[0], seed)
    check_game(setup, play(setup, style))


@pytest.mark.parametrize("seed", range(24))
def test_every_listed_action_can_be_carried_out(seed: int) -> None:
    board = load_board(SHIPPED[seed]) if seed < len(SHIPPED) else random_board(1000 + seed)
    setup = Setup(board, board.options.players[-1], seed)
    states = play(setup, BROAD)
    sample = states[:: max(1, len(states) // 100)].copy()
    before = sample.tobytes()
    after = branches(setup, sample)
    assert len(after) > len(sample)
    assert sample.tobytes() == before, "an action changed more than its own copy"
    for start in range(0, len(after), 2000):
        check_all(setup, after[start : start + 2000])


@pytest.mark.parametrize("name", SHIPPED)
def test_a_deal_leaves_nothing_of_the_last_game(name: str) -> None:
    board = load_board(name)
    setup = Setup(board, board.options.players[0], 5)
    used = play(Setup(board, board.options.players[-1], 6))[-1:].copy()
    used[0]["key"] = dealt(setup)[0]["key"]
    deal(used[0], setup.facts, setup.players, NOBODY, work.log)
    assert used.tobytes() == dealt(setup).tobytes()


def test_the_first_seat_may_be_named() -> None:
    setup = Setup(load_board("usa"), 4, 3)
    states = dealt(setup)
    drawn = states.copy()
    for first in range(4):
        deal(states[0], setup.facts, 4, first, work.log)
        assert (states[0]["first"], states[0]["turn"]) == (first, first)
        states[0]["first"] = states[0]["turn"] = drawn[0]["first"]
        assert states.tobytes() == drawn.tobytes(), "the deal depends on who is first"
