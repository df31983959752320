"""Games in the CUDA simulator against the same games without it, byte by byte; run by `test_simulator`.

NUMBA_ENABLE_CUDASIM=1 NUMBA_DISABLE_JIT=1 python -m tests.gpu.simulated BOARD
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from semafor.arena.series import new_series
from semafor.boards import load_board
from semafor.gym.batch import Batch
from semafor.gym.device.random_games import DeviceSeries
from semafor.seeds import series_key

ARRAYS = ("observations", "masks", "words", "to_play", "done", "rewards", "scores", "points", "states")
FINALS = (*ARRAYS, "finals")


def compare_games(name: str, players: int) -> None:
    """Whole games from deal to score."""
    board, key = load_board(name), series_key("simulated")
    here = new_series(board, players, key).play(0, 2)
    there = DeviceSeries(board, players, key, chunk=2).play(0, 2)
    assert here.tobytes() == there.tobytes(), (here, there)


def compare_steps(name: str, players: int, steps: int, **options: Any) -> None:
    """A batch step by step."""
    settings: dict[str, Any] = {
        "games": 2,
        "players": players,
        "seed": 4,
        "final_observations": True,
        **options,
    }
    here, there = Batch(name, **settings), Batch(name, device="cuda", **settings)
    for step in range(steps):
        for array in ARRAYS:
            mine, other = getattr(here, array), getattr(there, array).numpy()
            assert mine.tobytes() == other.tobytes(), (name, step, array)
        actions = here.random_actions()
        assert (there.random_actions().numpy() == actions).all()
        here.step(actions)
        there.step(actions)
    assert (here.observe(0) == there.observe(0).numpy()).all()


def compare_endings(name: str, players: int) -> None:
    """The last steps of finished games: scores, rewards, final observations, and the next deal."""
    settings: dict[str, Any] = {
        "games": 2,
        "players": players,
        "seed": 5,
        "learner": [0, 1],
        "reward": "score",
    }
    here = Batch(name, **settings, final_observations=True)
    there = Batch(name, **settings, final_observations=True, device="cuda")
    while not here.scores.any():
        actions = here.random_actions()
        there.random_actions()
        here.step(actions)
        there.step(actions)
    for array in FINALS:
        assert getattr(here, array).tobytes() == getattr(there, array).numpy().tobytes(), array
    assert np.array_equal(there.scores.numpy(), here.scores)


def compare_opponents(name: str, players: int) -> None:
    """Players inside the step decide as on the processor."""
    for opponents in ("greedy", "fast") if load_board(name).routes else ():
        compare_steps(name, players, 3, learner=0, opponents=opponents)


def main() -> None:
    """Compare one board."""
    name = sys.argv[1]
    players = min(load_board(name).options.players)
    compare_games(name, players)
    compare_steps(name, max(load_board(name).options.players), 6)
    compare_endings(name, players)
    compare_opponents(name, players)
    print(f"{name}: the same bytes")


if __name__ == "__main__":
    main()
