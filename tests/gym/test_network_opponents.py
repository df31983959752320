"""Learned players inside the step of a batch: they play as the bot `network`, no outcome is lost."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest

import semafor.gym
from semafor import BadSetup, load_board
from semafor.bots.learned.network_bot import RowWriter, network_of
from semafor.bots.learned.reading import reading_of
from semafor.bots.learned.weights import shipped_weights
from semafor.games.arrays import Single
from semafor.gym import Batch, VectorEnv
from semafor.gym.step_players import FIRST_NETWORK

TINY = Path(semafor.gym.__file__).parent / "boards" / "tiny.toml"


def test_a_network_beats_the_greedy_player_beside_it() -> None:
    setup: dict[str, Any] = {"learner": 0, "opponents": ("network", "greedy"), "reward": "score"}
    batch = Batch("berlin", games=16, players=3, seed=1, auto_reset=False, **setup)
    won = 0
    while (batch.to_play == 0).any():
        assert np.isin(batch.to_play, (0, -1)).all(), "only the learner is asked"
        batch.step(batch.random_actions())
        assert np.allclose(batch.rewards.sum(1), 0, atol=1e-4)
        assert (batch.rewards[batch.done].any(1)).all()
        won += int((batch.scores[batch.done, 1] > batch.scores[batch.done, 2]).sum())
    assert (batch.to_play == -1).all()
    assert won >= 13


def _answer(table: Single, seat: int, writer: RowWriter) -> int:
    """What the bot's network prefers, one position at a time."""
    reading = reading_of(table.board)
    network = network_of(shipped_weights(table.board), table.board)
    among = np.flatnonzero(table.mask(seat)[reading.actions])
    best = network.preferences(writer.row(table, seat), among).argmax()
    return int(reading.actions[among[best]])


@pytest.mark.parametrize("board", ["berlin", "cardgame"])
def test_network_opponents_answer_as_the_bot_does(board: str) -> None:
    loaded = load_board(board)
    batch = Batch(loaded, games=2, players=2, seed=5, learner=(0, 1), opponents="network")
    writer = RowWriter(reading_of(loaded))
    for _ in range(25):
        before, seats, actions = batch.states.copy(), batch.to_play.copy(), batch.random_actions()
        batch.step(actions)
        for game in np.flatnonzero(~batch.done):
            table, own = Single(loaded, 2, before[game : game + 1]), int(seats[game])
            table.apply(own, int(actions[game]))
            while not table.over and not table.states["ask"][0, own]:
                table.apply(1 - own, _answer(table, 1 - own, writer))
            assert table.states[0] == batch.states[game]
            assert (batch.masks[game] == table.mask(own)).all()
            assert (batch.observations[game] == table.observation(own)).all()


def test_the_learner_is_told_the_end_that_a_guest_made() -> None:
    setup: dict[str, Any] = {"auto_reset": False, "final_observations": True}
    batch = Batch("berlin", games=8, players=2, seed=2, learner=1, opponents="network", **setup)
    while (batch.to_play == 1).any():
        batch.step(batch.random_actions())
        assert (batch.finals[batch.done] == batch.observe(1)[batch.done]).all()
    assert batch.finals.any(1).all()


def play_on(batch: Batch, steps: int) -> tuple[bytes, list[int], float]:
    """Return observations, ended games and rewards of a random learner."""
    seen, ended, won = b"", [], 0.0
    for _ in range(steps):
        batch.step(batch.random_actions())
        seen, won = batch.observations.tobytes(), won + float(batch.rewards[:, 0].sum())
        ended += np.flatnonzero(batch.done).tolist()
    return seen, ended, won


def test_the_same_seed_gives_the_same_games_whatever_the_threads_and_in_copies(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("semafor.gym.batch.FEWEST_GAMES", 2)
    setup: dict[str, Any] = {"learner": 0, "opponents": ("network", "fast"), "seed": 3, "players": 3}
    one, two = (Batch("berlin", games=6, threads=threads, **setup) for threads in (1, 2))
    assert play_on(one, 20) == play_on(two, 20)
    twins = pickle.loads(pickle.dumps(two)), copy.deepcopy(two)
    later = play_on(one, 30)
    assert later[1], "games ended"
    assert all(play_on(twin, 30) == later for twin in twins)
    one.reset(seed=3)
    assert play_on(one, 5) == play_on(Batch("berlin", games=6, **setup), 5)


def test_vectors_take_networks() -> None:
    env: Any = gymnasium.make_vec("semafor/Berlin-v0", 4, "vector_entry_point", opponents=("network",))
    assert env.unwrapped.batch.controllers.tolist() == [[0, FIRST_NETWORK], [FIRST_NETWORK, 0]] * 2
    _seen, info = env.reset(seed=1)
    assert info["seat"].tolist() == [0, 1, 0, 1]
    _seen, _rewards, _done, _cut, info = env.step(info["action_mask"].argmax(1))
    assert info["seat"].tolist() == [0, 1, 0, 1]
    assert VectorEnv(4, "berlin", opponents="network").batch.controllers.min() == FIRST_NETWORK


def test_weights_of_one_s_own_sit_beside_the_shipped_ones() -> None:
    file = shipped_weights(load_board("berlin"))
    names = (f"network@{file}", "network")
    batch = Batch("berlin", games=2, players=3, learner=0, opponents=names)
    assert batch.controllers.tolist() == [[0, FIRST_NETWORK, FIRST_NETWORK - 1]] * 2
    batch.step(batch.random_actions())
    assert (batch.to_play == 0).all()


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"device": "cuda"}, "on a GPU"),
        ({"board": TINY}, "no trained network for tiny"),
        ({"opponents": "network@nowhere.npz"}, "nowhere.npz is not a weight file"),
        ({"opponents": "networks"}, "fast or network can"),
        ({"learner": None}, "learner"),
    ],
)
def test_what_is_impossible_is_refused(wrong: dict[str, Any], words: str) -> None:
    setup: dict[str, Any] = {"board": "berlin", "opponents": "network", "learner": 0, **wrong}
    with pytest.raises(BadSetup, match=words):
        Batch(games=1, players=2, **setup)
