"""Exact answers have a limit of work, by which boards are refused; the longest line never overflows."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from msgspec.structs import replace

from semafor import Game
from semafor.boards import board_names, load_board
from semafor.boards.limits import OPEN_PLACES
from semafor.boards.load import check_board
from semafor.boards.model import Board, Route, Stations
from semafor.boards.tangle import line_order, neighbours
from semafor.engine.deal import deal
from semafor.engine.linegraph import SLOTS
from semafor.engine.longest import longest_line
from semafor.engine.score import count_totals, score_game
from semafor.engine.state import LOG, NOBODY, QUIET_LOG, RESULT, STATE
from semafor.engine.work import WORK, fields_of
from semafor.games.board_facts import facts_of
from tests.engine.largest import largest_board
from tests.engine.raw_games import work


def board_of(pairs: list[tuple[int, int]], **options: object) -> Board:
    """The largest board with other routes, all of one space."""
    board = largest_board(**options)
    ids = [place.id for place in board.places]
    return replace(board, routes=tuple(Route(ids[a], ids[b], 1, "grey") for a, b in pairs))


def line_of(board: Board, routes: int) -> int:
    """The longest line of the board's first routes."""
    owned = (1 << routes) - 1
    words = np.array([owned & (1 << 64) - 1, owned >> 64], np.uint64)
    return int(longest_line(facts_of(board), words, np.zeros(2, np.uint64), work.graph))


def codes(board: Board) -> set[str]:
    return {fault.code for fault in check_board(board)}


def test_the_limit_is_the_room_of_the_engine() -> None:
    assert OPEN_PLACES == SLOTS


@pytest.mark.parametrize("name", board_names())
def test_shipped_maps_are_far_from_the_limit(name: str) -> None:
    board = load_board(name)
    assert line_order(neighbours(board.places, board.routes))[1] <= 8


@pytest.mark.rule("BASE-25")
def test_a_star_of_many_routes_has_a_line() -> None:
    star = [(0, end) for end in range(1, 41)]
    board = board_of(star)
    assert "tangled" not in codes(board)
    assert line_of(board, 40) == 2


@pytest.mark.adds_no_line
@pytest.mark.rule("BASE-25")
def test_a_tangled_map_with_few_open_places_has_a_line() -> None:
    """Return a ladder of hubs: eleven places, all connected, each with leaves."""
    pairs = [*combinations(range(11), 2), *((hub, 11 + hub) for hub in range(11))]
    board = board_of(pairs)
    assert "tangled" not in codes(board)
    assert line_of(board, 55) == 55  # an odd number of places, all joined: every route in one line
    assert line_of(board, 66) == 55 + 1  # and one leaf, where it begins


def test_a_map_beyond_the_limit_is_refused() -> None:
    assert "tangled" in codes(board_of([*combinations(range(14), 2)]))


def test_stations_that_could_borrow_in_too_many_ways_are_refused() -> None:
    hubs = [(hub, end) for hub in range(6) for end in range(6, 26)]
    assert "too-many-borrowings" not in codes(board_of(hubs, players=(4,), stations=Stations(3, 4)))
    teams = board_of(hubs, players=(4,), teams=True, stations=Stations(3, 4))
    assert "too-many-borrowings" in codes(teams)


@pytest.mark.parametrize("board", ["europe", "usa", "berlin"])
def test_totals_alone_are_those_of_the_whole_score(board: str) -> None:
    """BASE-26: playouts count only the totals; on a board without the bonus no line is searched."""
    routes = list(Game.new(board, players=2, seed=1).view(None).routes)
    game = Game.position({"board": board, "players": 2, "routes": dict.fromkeys(routes[:1], 0)})
    facts = facts_of(game.board)
    whole, totals = np.zeros(1, RESULT)[0], np.zeros(1, RESULT)[0]
    score_game(game.states[0], facts, whole, work)
    count_totals(game.states[0], facts, totals, work)
    assert totals["total"].tolist() == whole["total"].tolist()


def test_a_quiet_log_stays_empty() -> None:
    """The same game is played, and no event is kept."""
    states, logs = np.zeros(2, STATE), (np.zeros(1, LOG), np.zeros(1, QUIET_LOG))
    for number, log in enumerate(logs):
        deal(states[number], facts_of(load_board("iberia")), 3, NOBODY, log[0])
    assert states[0] == states[1]
    assert logs[0]["count"] > 0
    assert not any(logs[1].tobytes())


def test_fields_of_a_record_make_up_other_records() -> None:
    names = [name for name, _ in fields_of(WORK)]
    assert "graph" in names
    assert "spare" not in names
    assert [name for name, _ in fields_of(WORK, "graph")] == ["graph"]
