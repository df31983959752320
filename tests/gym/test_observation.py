"""What a seat is shown as bytes: named, documented, right, and nothing that it cannot know."""

from __future__ import annotations

import runpy
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from mixes import random_board

from cardgame.games import OPTIONS
from cardgame.scramble import other_world
from properties.scramble import Scrambler
from semafor import Game, load_board
from semafor.boards.model import Board
from semafor.engine.state import Ask
from semafor.gym import Batch, observation_names, observation_ranges, used_slots
from semafor.gym.single import Single

ROOT = Path(__file__).parents[2]
SHIPPED = ("europe", "berlin", "iberia", "asia", "usa", "cardgame")
LEAK_TABLES: dict[str, tuple[Board, int]] = {
    **{name: (load_board(name), max(load_board(name).options.players)) for name in SHIPPED},
    "berlin for 2": (load_board("berlin"), 2),
    "open track": (OPTIONS["open_track"], 3),
    **{f"mix {n}": (random_board(n), random_board(n).options.players[0]) for n in range(6)},
}


def positions(board: Board, players: int, seed: int, every: int) -> Iterator[tuple[Game, Random]]:
    """Positions of a random game, within moves too: every so many small decisions."""
    game, chance = Game.new(board, players=players, seed=seed), Random(seed)
    table = Single(board, players, game._states)
    number = 0
    while not table.over:
        if number % every == 0 or number < 2 * players:
            yield game, chance
        seat = chance.choice(game.pending)
        table.apply(seat, int(chance.choice(np.flatnonzero(table.mask(seat)).tolist())))
        number += 1


def other(game: Game, viewer: int, chance: Random) -> Game:
    """A world that the viewer cannot tell from this one."""
    if game.board.options.card_game is None:
        return Scrambler(game, viewer, chance).scramble()
    return other_world(game, viewer, chance)


def shown(game: Game, viewer: int) -> tuple[list[int], list[int]]:
    """Observation and mask of a seat."""
    table = Single(game.board, game.players, game._states)
    return table.observation(viewer).tolist(), table.mask(viewer).tolist()


@pytest.mark.parametrize("table", LEAK_TABLES)
def test_nothing_hidden_is_shown(table: str) -> None:
    board, players = LEAK_TABLES[table]
    names = observation_names(board)
    for game, chance in positions(board, players, 7, 11):
        for viewer in range(players):
            here, there = shown(game, viewer), shown(other(game, viewer, chance), viewer)
            differ = [names[n] for n, (a, b) in enumerate(zip(here[0], there[0], strict=True)) if a != b]
            assert not differ, (viewer, game)
            assert here[1] == there[1], (viewer, game)


def test_a_step_in_progress_is_its_seat_s_own() -> None:
    """Which route one is about to pay for is nobody's business before it is paid."""
    board = load_board("berlin")
    names = observation_names(board)
    seen = 0
    for game, _chance in positions(board, 2, 3, 1):
        state = game._states[0]
        if state.ask[state.turn] == Ask.PAYMENT:
            mine, others = (shown(game, (int(state.turn) + n) % 2)[0] for n in range(2))
            targets = [n for n, name in enumerate(names) if name.startswith("TARGET_ROUTE")]
            assert [mine[n] for n in targets].index(1) == state.target
            assert not any(others[n] for n in targets)
            seen += 1
    assert seen > 10


@pytest.mark.parametrize("name", SHIPPED)
def test_every_slot_has_a_name_of_its_own(name: str) -> None:
    board = load_board(name)
    names = observation_names(board)
    assert len(set(names)) == len(names)
    ranges = observation_ranges(board)
    assert [r.first + r.size for r in ranges[:-1]] == [r.first for r in ranges[1:]]
    assert ranges[0].first == 0
    assert ranges[-1].first + ranges[-1].size <= len(names)


@pytest.mark.parametrize("name", SHIPPED)
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
    """What is not zero, by name."""
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
