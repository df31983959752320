"""Lines of the engine that no rule's test comes to: full logs, tangled networks, games played at random."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

import numpy as np
import pytest

from semafor import Game, load_board
from semafor.engine import compile as compiling
from semafor.engine.actions import ACTIONS, MASK_WORDS
from semafor.engine.cards import hand_size
from semafor.engine.connections import FAR
from semafor.engine.linegraph import SLOTS, give_slots, graph_record
from semafor.engine.log import Happened, note
from semafor.engine.longest import GAVE_UP, longest_line
from semafor.engine.play import PLAYED, random_action
from semafor.engine.rng import fair
from semafor.engine.state import LOG, LOG_ROWS, NOBODY, STATE, WORDS, Ask, Goes
from semafor.engine.stations import BORROWING, write_borrowed
from semafor.engine.ticket_needs import REMAINING, claim_step
from semafor.engine.tickets import next_to_decide
from semafor.games.lookup import kind_of
from semafor.knowledge.rollouts import play_random
from tests.engine.naive_lines import Edge, is_trail, longest_by_subsets
from tests.engine.networks import facts_of_edges, members, route_set


@pytest.mark.parametrize(("board", "players"), [("berlin", 2), ("cardgame", 2)])
def test_a_random_game_leaves_a_row(board: str, players: int) -> None:
    kind, row = kind_of(load_board(board)), np.zeros(1, PLAYED)
    key, numbers = np.array([1, 2, 3, 4], np.uint32), np.array([0, 1, players])
    work = kind.new_work()
    play_random(work, kind.facts, key, numbers, row)
    assert row["decisions"][0] > row["turns"][0] > 0
    assert row["rank"][0, :players].min() == 1
    assert [int(total) for total in row["total"][0, :players]] == [
        side.total for side in kind.result(np.array([work.state])).sides
    ]


def test_where_nothing_is_legal_nothing_is_chosen() -> None:
    dice = np.array([1], np.uint64)
    assert random_action(np.zeros(MASK_WORDS, np.uint64), dice) == ACTIONS
    only = np.zeros(MASK_WORDS, np.uint64)
    only[MASK_WORDS - 1] = np.uint64(1) << np.uint64(5)
    assert random_action(only, dice) == 64 * (MASK_WORDS - 1) + 5


def test_a_full_log_counts_one_row_more_than_it_has() -> None:
    log = np.zeros(1, LOG)[0]
    for _ in range(LOG_ROWS + 3):
        note(log, Happened.PASSED, 0, 0, 0, 0, 0)
    assert log["count"] == LOG_ROWS + 1


def test_stations_of_partners_are_counted_for_each_seat() -> None:
    """In a team game with stations, each partner has an own set of stations."""
    plan, borrowed = np.zeros(1, BORROWING)[0], np.zeros((4, 4), np.int16)
    plan.stations = 3
    plan.seat[:3] = 0, 0, 1
    plan.best_chosen[:3] = 0, -1, 0
    plan.option[0, 0], plan.option[2, 0] = 7, 9
    write_borrowed(plan, borrowed)
    assert borrowed[:2, :2].tolist() == [[8, 0], [10, 0]]


def test_a_rim_without_room_tells_of_more_slots_than_there_are() -> None:
    graph = np.zeros(1, graph_record(4, 4))[0]
    assert give_slots(graph, np.uint64(1), np.uint64((1 << SLOTS) - 1)) == (1 << (SLOTS + 1)) - 1


GRID = [Edge(4 * y + x, 4 * y + x + 1, 1 + (x + y) % 3) for y in range(3) for x in range(3)] + [
    Edge(4 * y + x, 4 * y + x + 4, 1 + x % 2) for y in range(2) for x in range(4)
]
FEW_SHAPES = graph_record(5, 4)


@pytest.mark.rule("BASE-25")
def test_a_network_with_too_many_shapes_is_searched_in_parts() -> None:
    """The longest line is exact even with very little working memory."""
    graph, line = np.zeros(1, FEW_SHAPES)[0], np.zeros(WORDS, np.uint64)
    facts, chance = facts_of_edges(GRID), Random(1)
    for left_out in range(4):
        network = {n: GRID[n] for n in sorted(chance.sample(range(len(GRID)), len(GRID) - left_out))}
        length = longest_line(facts, route_set(network), line, graph)
        assert length == longest_by_subsets(network)
        assert is_trail({route: network[route] for route in members(line)})
    whole = route_set(dict(enumerate(GRID)))
    graph.patience = 10**6
    assert longest_line(facts, whole, line, graph) == GAVE_UP


@pytest.mark.rule("BASE-25")
def test_a_search_gives_up_when_it_has_looked_at_enough_shapes() -> None:
    """With small integers the line is the same if the limit of work is high enough, else there is none."""
    graph, line = np.zeros(1, graph_record(512, 64, narrow=True))[0], np.zeros(WORDS, np.uint64)
    facts, whole = facts_of_edges(GRID), route_set(dict(enumerate(GRID)))
    graph.patience = 10
    assert longest_line(facts, whole, line, graph) == GAVE_UP
    graph.patience = 10**6
    assert longest_line(facts, whole, line, graph) == longest_by_subsets(dict(enumerate(GRID)))


@pytest.mark.rule("ASI-6")
@pytest.mark.parametrize("place", ["hand", "rack"])
def test_a_card_after_a_draw_that_found_none_goes_anywhere(place: str) -> None:
    """In a team game with festival cards, the first draw may turn up only festival cards."""
    game = Game.position({"board": "asia", "players": 4, "deck": ["red"] * 8})
    state = game.states[0]
    state.ask[0], state.goes_to = Ask.SECOND_CARD, Goes.ALONE
    game.play("draw deck")
    assert [str(move) for move in game.moves()] == ["put hand", "put rack"]
    game.play(f"put {place}")
    own = game.view(0).own
    assert own is not None
    assert {"hand": own.hand, "rack": own.rack}[place] == {"red": 1}
    assert game.pending == (1,)


def test_a_hand_is_counted() -> None:
    game = Game.position({"board": "usa", "players": 2, "hands": {0: {"red": 2, "wild": 3}}})
    assert hand_size(game.states[0], 0) == 5


# ---- where compiled code is kept ---------------------------------------------------------------


def test_a_folder_that_cannot_be_written_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path))
    folder = compiling.cache_folder("rules")
    assert folder.is_dir()
    assert tmp_path in folder.parents


@pytest.mark.parametrize("state", ["open to others", "of another user", "a link"])
def test_a_temporary_folder_that_others_can_write_to_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, state: str
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path))
    user = os.getuid() + (state == "of another user")
    monkeypatch.setattr("os.getuid", lambda: user)
    (tmp_path / "elsewhere").mkdir(mode=0o700)
    prepared = tmp_path / f"semafor-{user}"
    if state == "a link":
        prepared.symlink_to(tmp_path / "elsewhere")
    else:
        prepared.mkdir()
        prepared.chmod(0o777 if state == "open to others" else 0o700)
    folder = compiling.cache_folder("rules")
    assert folder.is_dir()
    assert prepared not in folder.parents
    assert folder.parent.stat().st_mode & 0o077 == 0


# ---- rare words, seats and paths ------------------------------------------------------------------


def test_a_word_that_would_favour_some_numbers_is_thrown_away() -> None:
    assert fair(np.uint64(0), 3) == -1
    assert fair(np.uint64(2**32 - 1), 3) == 2


def test_nobody_decides_where_nobody_is_asked() -> None:
    states = np.zeros(1, STATE)
    states["players"] = 2
    assert next_to_decide(states[0]) == NOBODY


def test_more_pieces_of_the_second_kind_than_layers_are_not_counted() -> None:
    """BER-4: with many pieces, a path over many of them stays in its layer."""
    board = load_board("berlin")
    facts, work = kind_of(board).facts, np.zeros(1, REMAINING)[0]
    route = next(n for n in range(len(board.routes)) if facts.route_kind[n] == 1)
    work.width, work.limit[1] = 1, 5
    work.dist[:] = FAR
    work.dist[0, work.here] = 0
    claim_step(facts, work, route, 3)
    assert work.dist[0, 3] == 1
