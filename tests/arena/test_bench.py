"""The measurements measure something; how much is nobody's promise here."""

from __future__ import annotations

import numpy as np

from semafor.arena.speed import copy_states, measure_copy, measure_pace, measure_scoring, play_for
from semafor.boards import load_board
from semafor.engine.state import STATE


def test_pace_has_the_same_ratio_of_decisions_on_one_core_and_all() -> None:
    pace = measure_pace(load_board("berlin"), 2, cores=2, rounds=1)
    games, decisions = pace.games_per_second, pace.decisions_per_second
    assert 0 < games.one_core < decisions.one_core
    assert abs(games.one_core / games.all_cores - decisions.one_core / decisions.all_cores) < 1e-9
    assert abs(pace.speed_up - games.all_cores / games.one_core) < 1e-9


def test_scoring_and_copying_take_time() -> None:
    scoring = measure_scoring(load_board("europe"), 2, games=3)
    assert 0 < scoring.median <= scoring.worst
    assert measure_copy(load_board("europe")) > 0


def test_a_copy_is_the_whole_state() -> None:
    states = np.zeros(3, STATE)
    states[0]["turn"], states[0]["deck"], states[0]["goes_to"] = 3, 7, 2
    copy_states(states, 2)
    assert states[0].tobytes() == states[1].tobytes() == states[2].tobytes()


def test_a_few_games_are_played_however_short_the_time() -> None:
    assert play_for("berlin", 2, seconds=0).games == 2
