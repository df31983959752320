"""Nothing overflows on the largest boards that the checks accept."""

from __future__ import annotations

import numpy as np
import pytest

from semafor.boards.load import check_board
from semafor.boards.model import Board
from semafor.engine.cards import shuffle_discards
from semafor.engine.log import Happened
from semafor.engine.score import rank_sides
from semafor.engine.state import RESULT, STATE, Result, State, TieBreak
from semafor.games.board_facts import facts_of
from tests.engine.conservation import check_game
from tests.engine.largest import LARGEST, largest_board
from tests.engine.raw_games import BROAD, EVEN, Setup, play, result_of, work
from tests.engine.test_scores import check_score


def empty_state(players: int) -> State:
    """A table with nothing on it."""
    states = np.zeros(1, STATE)
    states["players"] = players
    state: State = states[0]
    return state


@pytest.mark.parametrize("board", LARGEST, ids=["plain", "one colour", "two teams", "three teams"])
def test_games(board: Board) -> None:
    assert check_board(board) == []
    for seed in range(4):
        setup = Setup(board, board.options.players[0], seed)
        states = play(setup, style=(EVEN, BROAD)[seed % 2])
        check_game(setup, states)
        check_score(setup, states[-1])
        check_score(setup, states[0])


def test_the_last_route_can_be_borrowed() -> None:
    board = largest_board()
    last = len(board.routes) - 1
    state = empty_state(2)
    state.owned[1, last // 64] = np.uint64(1 << last % 64)
    state.stations[0] = np.uint64(1 << board.place_index[board.routes[last].a])
    ticket = next(n for n in range(64) if board.tickets[n].points)
    facts = facts_of(board).copy()
    facts.ticket_a[ticket], facts.ticket_b[ticket] = facts.route_a[last], facts.route_b[last]
    state.tickets[0] = np.uint64(1 << ticket)
    result = result_of(state, facts)
    assert result.tickets[0] == 99
    assert result.borrowed[0].tolist() == [last + 1, 0, 0]


def test_a_large_deck_is_told_in_full() -> None:
    state = empty_state(2)
    state.discards[0], state.discards[8] = 120, 30
    work.log.count = 0
    shuffle_discards(state, work.log)
    assert work.log.rows[0, :3].tolist() == [Happened.DECK_SHUFFLED, 0, 150]


def test_the_last_tie_break_needed_is_named() -> None:
    """BASE-26: by the board's order, not by any other."""
    facts = facts_of(largest_board(players=(3,), stations=None, ties=("longest", "tickets")))
    result: Result = np.zeros(1, RESULT)[0]
    result.sides = 3
    result.longest[:3], result.completed_count[:3] = (9, 9, 8), (3, 2, 5)
    rank_sides(empty_state(3), facts, result)
    assert result.rank[:3].tolist() == [1, 2, 3]
    assert result.tie_break == TieBreak.TICKETS
