"""Whoever answers first: choices that all make at once have the same result in any order (BASE-23)."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from semafor.boards.load import load_board
from semafor.engine.actions import MASK_WORDS
from semafor.engine.state import SEATS, Array, Ask
from semafor.engine.turn import apply, legal
from tests.engine.mixes import SHIPPED, random_board
from tests.engine.networks import members
from tests.engine.raw_games import Setup, dealt, play, work

ORDERS = 5


def asked_together(states: Array) -> list[int]:
    """The seats that answer a question put to all."""
    return [seat for seat in range(SEATS) if states[0]["ask"][seat] >= Ask.START_KEEP]


def answer_in_random_order(setup: Setup, states: Array, order: Random) -> bytes:
    """Let the seats decide in an order that does not affect their choices, and return the final state."""
    minds = [Random(f"{setup.seed} {seat}") for seat in range(SEATS)]
    game = states.copy()
    mask = np.zeros(MASK_WORDS, np.uint64)
    while asked := asked_together(game):
        seat = order.choice(asked)
        legal(game[0], setup.facts, seat, mask)
        apply(game[0], setup.facts, seat, minds[seat].choice(members(mask)), work.log)
    return game.tobytes()


def check_orders(setup: Setup, states: Array) -> None:
    """All orders lead to the same bytes."""
    outcomes = {answer_in_random_order(setup, states, Random(n)) for n in range(ORDERS)}
    assert len(outcomes) == 1


@pytest.mark.parametrize("name", SHIPPED)
def test_starting_choices(name: str) -> None:
    board = load_board(name)
    for players in board.options.players:
        for seed in range(5):
            setup = Setup(board, players, seed)
            check_orders(setup, dealt(setup))


def test_starting_choices_of_mixes() -> None:
    for seed in range(120):
        board = random_board(seed)
        setup = Setup(board, board.options.players[-1], seed)
        check_orders(setup, dealt(setup))


def test_second_drafts() -> None:
    boards = [load_board("iberia"), *(random_board(seed) for seed in range(150))]
    drafts = 0
    for seed, board in enumerate(board for board in boards if board.options.draft):
        setup = Setup(board, board.options.players[-1], seed)
        states = play(setup)
        picking = (states["ask"] == Ask.PICK).all(axis=1, where=np.arange(SEATS) < setup.players)
        for n in np.flatnonzero(picking & (states["drafts"] == 1) & (states["draft_round"] == 0)):
            check_orders(setup, states[n : n + 1])
            drafts += 1
    assert drafts > 10
