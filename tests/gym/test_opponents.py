"""Players inside the step of a batch: they play as they should, and what is impossible is refused."""

from __future__ import annotations

import multiprocessing
import pickle
from typing import Any

import numpy as np
import pytest

from semafor import BadSetup
from semafor.gym import Batch
from semafor.gym.batch import FEWEST_GAMES


def mean_margin(opponents: str, steps: int) -> float:
    """What a random learner loses by on average."""
    batch = Batch("usa", games=64, players=2, seed=1, learner=0, opponents=opponents, reward="score")
    margins: list[float] = []
    for _ in range(steps):
        batch.step(batch.random_actions())
        assert (batch.to_play == 0).all()
        margins += batch.rewards[batch.done, 1].tolist()
    return float(np.mean(margins))


def test_better_players_win_by_more() -> None:
    by_chance, greedy, fast = (mean_margin(name, 260) for name in ("random", "greedy", "fast"))
    assert by_chance < greedy < fast
    assert fast > 60


def test_each_seat_has_its_own_player() -> None:
    batch = Batch("usa", games=6, players=3, learner=np.arange(6) % 3, opponents=("greedy", "fast"))
    assert batch.pilots.tolist() == [[0, 2, 3], [2, 0, 3], [2, 3, 0]] * 2


@pytest.mark.parametrize(
    "wrong",
    [
        {"opponents": "fast"},
        {"opponents": "planner", "learner": 0},
        {"opponents": ("fast", "fast"), "learner": 0},
        {"opponents": "greedy", "learner": 0, "board": "cardgame"},
        {"opponents": "greedy", "learner": 0, "device": "cuda"},
        {"device": "abacus"},
    ],
)
def test_what_is_impossible_is_refused(wrong: dict[str, Any]) -> None:
    setup: dict[str, Any] = {"board": "usa", "games": 1, "players": 2, **wrong}
    with pytest.raises(BadSetup):
        Batch(**setup)


def _step_once(batch: Batch) -> bytes:
    batch.step(batch.random_actions())
    return bytes(batch.observations.tobytes())


def test_a_threaded_batch_goes_through_pickle_and_works_in_a_forked_child() -> None:
    batch = Batch("usa", games=2 * FEWEST_GAMES, players=2, seed=3, threads=2)
    _step_once(batch)
    again = pickle.loads(pickle.dumps(batch))
    with multiprocessing.get_context("fork").Pool(1) as child:
        there = child.apply_async(_step_once, (batch,)).get(timeout=120)
    assert there == _step_once(again) == _step_once(batch)
