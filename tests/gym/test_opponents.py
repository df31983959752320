"""Players inside the step of a batch: they play as they should, and what is impossible is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from semafor import BadSetup
from semafor.gym import Batch


def mean_margin(opponents: str, steps: int) -> float:
    """Return the average margin by which a random learner loses."""
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
    assert batch.controllers.tolist() == [[0, 2, 3], [2, 0, 3], [2, 3, 0]] * 2


@pytest.mark.parametrize(
    "wrong",
    [
        {"opponents": "fast"},
        {"opponents": "planner", "learner": 0},
        {"opponents": ("fast", "fast"), "learner": 0},
        {"opponents": "greedy", "learner": 0, "board": "cardgame"},
        {"opponents": "network", "learner": 0, "device": "cuda"},
        {"opponents": "fast", "learner": 0, "device": "cuda", "board": "cardgame"},
        {"device": "abacus"},
    ],
)
def test_what_is_impossible_is_refused(wrong: dict[str, Any]) -> None:
    setup: dict[str, Any] = {"board": "usa", "games": 1, "players": 2, **wrong}
    with pytest.raises(BadSetup):
        Batch(**setup)
