"""What a seat is shown as bytes: named, documented, and right."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from semafor import Game, board_names, load_board
from semafor.boards.model import Board
from semafor.engine.state import Ask
from semafor.games.observation_writing import spread, widen
from semafor.gym import Batch, observation_names, observation_ranges, used_slots
from tests.engine.small_decisions import positions, shown

ROOT = Path(__file__).parents[2]


def test_a_step_in_progress_is_its_seat_s_own() -> None:
    """A route chosen for a claim is hidden from others until it is paid."""
    board = load_board("berlin")
    names = observation_names(board)
    seen = 0
    for game, _chance in positions(board, 2, 3, 1):
        state = game.states[0]
        if state.ask[state.turn] == Ask.PAYMENT:
            mine, others = (shown(game, (int(state.turn) + n) % 2)[0] for n in range(2))
            targets = [n for n, name in enumerate(names) if name.startswith("TARGET_ROUTE")]
            assert [mine[n] for n in targets].index(1) == state.target
            assert not any(others[n] for n in targets)
            seen += 1
    assert seen > 10


@pytest.mark.parametrize("name", board_names())
def test_every_slot_has_a_name_of_its_own(name: str) -> None:
    board = load_board(name)
    names = observation_names(board)
    assert len(set(names)) == len(names)
    ranges = observation_ranges(board)
    assert [r.first + r.size for r in ranges[:-1]] == [r.first for r in ranges[1:]]
    assert ranges[0].first == 0
    assert ranges[-1].first + ranges[-1].size <= len(names)


@pytest.mark.parametrize("name", board_names())
def test_unused_slots_stay_zero_and_used_ones_do_not(name: str) -> None:
    board = load_board(name)
    players = board.options.players[-1]
    batch = Batch(board, games=256, players=players, seed=4)
    most = np.zeros_like(batch.observations[0])
    for _ in range(500):
        batch.step(batch.random_actions())
        most = np.maximum(most, batch.observations.max(axis=0))
    used = used_slots(board, players)
    unused = np.setdiff1d(np.arange(most.size), used)
    assert not most[unused].any()
    never = [observation_names(board)[slot] for slot in used if not most[slot]]
    assert len(never) < len(used) / 4, never


def slots(board: Board, observation: Any) -> dict[str, int]:
    """Return the nonzero values by name."""
    names = observation_names(board)
    return {names[n]: int(observation[n]) for n in np.flatnonzero(observation)}


def test_an_observation_says_what_the_view_says() -> None:
    board = load_board("europe")
    for game, _chance in positions(board, 3, 2, 29):
        for viewer in range(3):
            view, said = game.view(viewer), slots(board, shown(game, viewer)[0])
            assert view.own is not None
            hand = {name[5:]: number for name, number in said.items() if name.startswith("HAND ")}
            assert hand == view.own.hand
            held = {name[13:] for name in said if name.startswith("TICKETS_HELD ")}
            assert held == set(view.own.tickets)
            for seat in view.seats:
                far = (seat.seat - viewer) % 3
                assert said.get(f"SEAT +{far} cards", 0) == seat.cards
                assert said.get(f"SEAT +{far} stations left", 0) == seat.stations
                assert said.get(f"SEAT +{far} score", 0) == view.sides[seat.side].score
            owned = {name[6:] for name in said if name.startswith("OWNED ")}
            assert owned == {f"+{(owner - viewer) % 3} {route}" for route, owner in view.routes.items()}


def test_done_tickets_are_those_that_would_score() -> None:
    """BASE-21: without stations the slots agree with the result."""
    board = load_board("berlin")
    game = Game.new(board, players=2, seed=5)
    for late, _chance in positions(board, 2, 5, 5):
        game = late
    result = game.result()
    for seat in range(2):
        said = slots(board, shown(game, seat)[0])
        done = {name[13:] for name in said if name.startswith("TICKETS_DONE ")}
        assert done == {t.ticket for t in result.sides[seat].tickets if t.completed}


def test_the_page_of_slots_is_up_to_date() -> None:
    made = runpy.run_path(str(ROOT / "tools" / "make_observation_table.py"))["observation_page"]()
    assert (ROOT / "docs" / "observation.md").read_text(encoding="utf-8") == made


def test_a_processor_widens_sets_as_a_gpu_does() -> None:
    bytes_of_a_word = np.arange(256, dtype=np.uint8)
    out = np.full(8 * 256 + 1, 9, np.uint8)
    widen(bytes_of_a_word.view(np.uint64), out)
    assert [int(spread(np.uint64(byte))) for byte in range(256)] == out[:-1].view(np.uint64).tolist()
    assert (out[:-1] == np.unpackbits(bytes_of_a_word, bitorder="little")).all()
    assert out[-1] == 9
