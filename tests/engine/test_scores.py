"""The final score of random games against the slow recount (BASE-21, BASE-25, BASE-26, EUR-10..13 …)."""

from __future__ import annotations

import pytest

from semafor.boards.load import load_board
from semafor.engine.state import Result, State, TieBreak
from semafor.games.board_facts import facts_of
from tests.engine.mixes import SHIPPED, random_board
from tests.engine.naive_lines import components, is_trail, longest_by_subsets
from tests.engine.networks import edges_of, members
from tests.engine.raw_games import BROAD, EVEN, Setup, play, result_of
from tests.engine.recount import Score, completed, deciding_tie, parts_of, recount, sides_of

TANGLED = 15
"""Routes of a component beyond which the slow twin of the longest line takes too long."""


def check_lines(setup: Setup, state: State, result: Result) -> list[int]:
    """BASE-25: every side's line is a trail of its routes and, where it can be checked, the longest."""
    edges = edges_of(facts_of(setup.board))
    for number, side in enumerate(sides_of(setup.board, state)):
        network = {route: edges[route] for route in side.routes}
        line = {route: network[route] for route in members(result.line[number])}
        assert is_trail(line)
        assert sum(edge.length for edge in line.values()) == result.longest[number]
        if max(map(len, components(network)), default=0) <= TANGLED:
            assert result.longest[number] == longest_by_subsets(network)
    return [int(result.longest[number]) for number in range(result.sides)]


def check_borrowing(setup: Setup, state: State, result: Result) -> None:
    """EUR-10: the borrowed routes are opponents' at the stations, and they complete what is said."""
    sides = sides_of(setup.board, state)
    for number, side in enumerate(sides):
        borrowed = [int(route) - 1 for seat in side.seats for route in result.borrowed[seat] if route > 0]
        rivals = set().union(*(other.routes for other in sides if other is not side))
        assert set(borrowed) <= rivals
        stations = iter(side.stations)
        for route in borrowed:  # each at a station of its own, in their order
            ends = {setup.board.routes[route].a, setup.board.routes[route].b}
            assert any(station in ends for station in stations)
        parts = parts_of(setup.board, [*side.routes, *borrowed])
        held = sorted(side.tickets)
        done = completed(parts, [setup.board.tickets[n] for n in held])
        assert {n for n, is_done in zip(held, done, strict=True) if is_done} == {
            n for n in range(64) if int(result.completed[number]) >> n & 1
        }


def check_score(setup: Setup, state: State) -> None:
    """The engine's result is the recount."""
    result = result_of(state, setup.facts)
    lines = check_lines(setup, state, result)
    scores = recount(setup.board, state, lines)
    assert result.sides == len(scores)
    for number, score in enumerate(scores):
        assert score == Score(
            routes=result.routes[number],
            tickets=result.tickets[number],
            completed=result.completed_count[number],
            stations=result.stations[number],
            festivals=result.festivals[number],
            longest_bonus=result.longest_bonus[number],
            most_tickets_bonus=result.most_tickets_bonus[number],
            total=result.total[number],
            rank=result.rank[number],
        )
    check_borrowing(setup, state, result)
    tie = deciding_tie(setup.board, sides_of(setup.board, state), scores, lines)
    assert result.tie_break == (TieBreak[tie.upper()] if tie else TieBreak.NONE)


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_boards(name: str) -> None:
    board = load_board(name)
    for players in board.options.players:
        for seed in range(50):
            setup = Setup(board, players, seed)
            check_score(setup, play(setup, style=(EVEN, BROAD)[seed % 2])[-1])


@pytest.mark.parametrize("block", range(8))
def test_mixes_of_options(block: int) -> None:
    for seed in range(40 * block, 40 * block + 40):
        board = random_board(seed)
        for players in board.options.players:
            setup = Setup(board, players, seed)
            check_score(setup, play(setup, style=(EVEN, BROAD)[seed % 2])[-1])


@pytest.mark.parametrize("name", SHIPPED)
def test_half_way(name: str) -> None:
    """Scores of unfinished games are exact, too."""
    board = load_board(name)
    for seed in range(15):
        setup = Setup(board, board.options.players[-1], seed)
        states = play(setup)
        check_score(setup, states[len(states) // 2])
