"""Many games at once: the same as one by one, whatever the number of threads."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from semafor import BadSetup, board_names, load_board
from semafor.games.arrays import Single
from semafor.games.lookup import kind_of
from semafor.games.points import Reward
from semafor.gym import Batch
from semafor.gym.batch import FEWEST_GAMES

TABLES = [(board, players) for board in board_names() for players in load_board(board).options.players]


def stream(batch: Batch, steps: int) -> str:
    """Return a hash of everything random decisions show."""
    digest = hashlib.sha256()
    for _ in range(steps):
        batch.step(batch.random_actions())
        arrays = (batch.observations, batch.masks, batch.to_play, batch.done, batch.rewards, batch.scores)
        for array in arrays:
            digest.update(array.tobytes())
    return digest.hexdigest()


@pytest.mark.parametrize("board", board_names())
def test_the_stream_depends_on_the_seed_and_not_on_threads(board: str) -> None:
    players = max(load_board(board).options.players)
    games = 3 * FEWEST_GAMES + 1
    one, three = (Batch(board, games=games, players=players, seed="s", threads=threads) for threads in (1, 3))
    first = stream(one, 60)
    assert first == stream(three, 60)
    three.reset(seed="s")
    assert first == stream(three, 60)
    assert first != stream(Batch(board, games=games, players=players, seed="t"), 60)


@pytest.mark.parametrize(("board", "players"), TABLES)
def test_games_end_are_rewarded_and_begin_anew(board: str, players: int) -> None:
    batch = Batch(board, games=8, players=players, seed=2, reward="score")
    size = load_board(board).options.team_size
    ended = 0
    for _ in range(4000):
        batch.step(batch.random_actions())
        ended += int(batch.done.sum())
        assert not batch.rewards[~batch.done].any()
        for game in np.flatnonzero(batch.done):
            sides = batch.scores[game, ::size].astype(float)
            others = (sides.sum() - sides) / (len(sides) - 1)
            assert batch.rewards[game, ::size] == pytest.approx(sides - others, abs=1e-3)
            assert (batch.rewards[game, ::size] == batch.rewards[game, size - 1 :: size]).all()
            assert batch.to_play[game] >= 0
            assert batch.states["turns"][game] == 0
        if ended >= 6:
            return
    raise AssertionError("games do not end")


@pytest.mark.parametrize("reward", ["win", "score"])
def test_rewards_agree_with_the_result(reward: Reward) -> None:
    batch = Batch("europe", games=6, players=3, seed=3, reward=reward, auto_reset=False)
    while (batch.to_play >= 0).any():
        before = batch.done.copy()
        batch.step(batch.random_actions())
        for game in np.flatnonzero(batch.done & ~before):
            result = kind_of(batch.board).result(batch.states[game : game + 1])
            assert [side.total for side in result.sides] == batch.scores[game].tolist()
            single = Single(batch.board, 3, batch.states[game : game + 1])
            assert single.rewards(reward) == pytest.approx(batch.rewards[game], abs=1e-5)
            winners = np.flatnonzero(batch.rewards[game] == batch.rewards[game].max())
            assert set(result.winners) <= set(winners.tolist())
            assert batch.rewards[game].sum() == pytest.approx(0, abs=1e-3)


def test_finished_games_wait_until_they_are_reset() -> None:
    batch = Batch("berlin", games=4, players=2, seed=1, auto_reset=False)
    while (batch.to_play >= 0).any():
        batch.step(batch.random_actions())
    assert not batch.masks.any()
    states = batch.states.copy()
    batch.step([-1] * 4)
    assert not batch.done.any()
    batch.reset([True, False, False, True])
    assert (batch.to_play >= 0).tolist() == [True, False, False, True]
    assert (batch.states[1:3] == states[1:3]).all()


def test_a_step_shows_what_single_games_show() -> None:
    batch = Batch("iberia", games=5, players=3, seed=9)
    for _ in range(120):
        actions, seats = batch.random_actions(), batch.to_play.copy()
        singles = [Single(batch.board, 3, batch.states[n : n + 1].copy()) for n in range(5)]
        batch.step(actions)
        for game, single in enumerate(singles):
            single.apply(int(seats[game]), int(actions[game]))
            if single.over:
                assert batch.done[game]
                continue
            assert single.to_play == batch.to_play[game]
            assert (single.observation(single.to_play) == batch.observations[game]).all()
            assert (single.mask(single.to_play) == batch.masks[game]).all()
        everyone = batch.observe(batch.to_play)
        assert (everyone == batch.observations).all()


def test_only_the_learner_is_asked() -> None:
    learners = np.arange(8) % 4
    batch = Batch("europe", games=8, players=4, seed=1, learner=learners, final_observations=True)
    ended = 0
    for _ in range(400):
        batch.step(batch.random_actions())
        assert (batch.to_play == learners).all()
        assert batch.masks.any(axis=1).all()
        for game in np.flatnonzero(batch.done):
            assert batch.finals[game].any()
            ended += 1
    assert ended > 4


def test_an_illegal_action_changes_nothing() -> None:
    batch = Batch("berlin", games=3, players=2, seed=1)
    before = batch.states.tobytes(), batch.observations.tobytes()
    legal = batch.random_actions()
    for wrong in (0, 448, 10_000):
        with pytest.raises(ValueError, match=f"Action {wrong} of seat . is not legal in game 1"):
            batch.step([legal[0], wrong, legal[2]])
    with pytest.raises(ValueError, match="3 games need as many actions"):
        batch.step(legal[:2])
    assert (batch.states.tobytes(), batch.observations.tobytes()) == before


def test_bad_setups_are_refused() -> None:
    wrongs: list[dict[str, Any]] = [
        {"players": 5},
        {"games": 0},
        {"reward": "money"},
        {"learner": 2},
        {"learner": [0, 1, 0, -2]},
    ]
    for wrong in wrongs:
        with pytest.raises(BadSetup):
            Batch("berlin", **({"games": 4, "players": 2} | wrong))
    with pytest.raises(ValueError, match="from 0 to 1"):
        Batch("berlin", games=1, players=2).observe(2)


FEW_STEPS = """
import hashlib
import os
import subprocess
import sys
from semafor.gym import Batch
batch, digest = Batch("{board}", games=2, players=4, seed=1, learner=[0, -1]), hashlib.sha256()
for _ in range(30):
    batch.step(batch.random_actions())
    for array in (batch.observations, batch.masks, batch.rewards):
        digest.update(array.tobytes())
print(digest.hexdigest())
"""


@pytest.mark.parametrize("board", ["asia", "cardgame"])
def test_the_same_uncompiled(board: str) -> None:
    command = [sys.executable, "-W", "ignore", "-c", FEW_STEPS.format(board=board)]
    plain, compiled = (
        subprocess.run(command, env={**os.environ, **extra}, capture_output=True, check=True).stdout
        for extra in ({"NUMBA_DISABLE_JIT": "1"}, {})
    )
    assert plain == compiled
    assert len(plain) > 60
