"""Gymnasium's checks on every board, against bots and in vectors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from semafor import BadSetup, Board, IllegalMove, Move, View, board_names, load_board
from semafor.bots import Bot
from semafor.games.lookup import kind_of
from semafor.gym import SeatEnv, VectorEnv
from semafor.gym.spaces import environment_name


def legal_action(info: dict[str, np.ndarray], chance: np.random.Generator) -> np.int64:
    return np.int64(chance.choice(np.flatnonzero(info["action_mask"])))


@pytest.mark.parametrize("board", board_names())
def test_gymnasium_finds_nothing_in_a_seat(board: str) -> None:
    check_env(gymnasium.make(environment_name(board), opponents=["random"]).unwrapped, skip_render_check=True)


@pytest.mark.parametrize(
    ("board", "players", "opponents"),
    [("berlin", 2, ["greedy"]), ("asia", 4, ["random", "greedy", "random"]), ("cardgame", 3, ["random"])],
)
def test_a_seat_plays_to_the_end(board: str, players: int, opponents: list[str]) -> None:
    env = SeatEnv(board, players, opponents, reward="score", render_mode="ansi")
    chance = np.random.default_rng(1)
    _observation, info = env.reset(seed=1)
    over, reward = False, 0.0
    while not over:
        assert reward == 0
        _observation, reward, over, _cut, info = env.step(legal_action(info, chance))
    assert not info["action_mask"].any()
    text = env.render()
    assert text is not None
    assert "over" in text


@pytest.mark.parametrize("board", ["berlin", "cardgame", "asia"])
def test_a_seat_sees_its_own_cards_as_text(board: str) -> None:
    env = SeatEnv(board, seat=1, render_mode="ansi")
    env.reset(seed=3)
    view = kind_of(env.board).view(env.table.states, 1)
    assert view.own is not None
    text = str(view)
    assert env.render() == text
    assert all(ticket in text for ticket in view.own.offer)
    assert all(f"{number} {card}" in text for card, number in view.own.hand.items())
    spectator = str(kind_of(env.board).view(env.table.states, None))
    assert text.startswith(spectator)
    assert not any(ticket in spectator for ticket in view.own.offer)


def test_without_a_seat_it_changes_from_game_to_game() -> None:
    env = SeatEnv("berlin", 4, ["random"])
    seats = {env.reset(seed=seed)[1]["seat"] for seed in range(20)}
    assert seats == {0, 1, 2, 3}
    fixed = SeatEnv("berlin", 4, ["random"], seat=2)
    assert {fixed.reset(seed=seed)[1]["seat"] for seed in range(5)} == {2}


def test_an_illegal_action_ends_the_game() -> None:
    env = SeatEnv("berlin")
    env.reset(seed=1)
    _observation, reward, over, _cut, info = env.step(np.int64(0))
    assert (reward, over, info["illegal"]) == (-1.0, True, True)


@pytest.mark.parametrize(
    "wrong", [{"players": 7}, {"seat": 2}, {"seat": True}, {"opponents": ["greedy"] * 3}]
)
def test_bad_seats_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(BadSetup):
        SeatEnv("berlin", **({"players": 2} | wrong))  # type: ignore[arg-type]  # wrong on purpose


def first_move(_board: Board, _seed: int) -> Bot:
    """A bot that takes the first of its moves."""
    return ChoosesFirst()


class ChoosesFirst:
    def choose(self, view: View, moves: Sequence[Move]) -> Move:  # noqa: ARG002  # the names of the protocol
        return moves[0]


@pytest.mark.parametrize("opponents", ["random", first_move, [first_move], ("random", first_move)])
def test_opponents_are_names_or_what_makes_bots(opponents: Any) -> None:
    env = SeatEnv("berlin", 3, opponents, seat=1)
    _observation, info = env.reset(seed=2)
    assert env.step(legal_action(info, np.random.default_rng(1)))[4]["seat"] == 1


class Stumbles:
    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        raise TypeError(f"{len(moves)} moves at {view.turn}")


def test_a_bot_that_raises_is_named_and_its_error_kept() -> None:
    env = SeatEnv("berlin", 3, ["random", lambda _board, _seed: Stumbles()], seat=1)
    _observation, info = env.reset(seed=2)
    with pytest.raises(TypeError, match=r"moves at") as caught:
        env.step(legal_action(info, np.random.default_rng(1)))
    assert caught.value.__notes__ == ["raised by the bot <lambda> at seat 2"]
    assert caught.traceback[-1].name == "choose"


@pytest.mark.parametrize("opponents", ["random", "self"])
@pytest.mark.parametrize("board", board_names())
def test_a_vector_keeps_gymnasium_s_promises(board: str, opponents: str) -> None:
    """Check shapes, types, spaces and determinism, and that returned arrays do not change later."""
    name = environment_name(board)
    one, two = (gymnasium.make_vec(name, 6, "vector_entry_point", opponents=opponents) for _ in range(2))
    chance = np.random.default_rng(2)
    observation, info = one.reset(seed=5)
    assert one.num_envs == 6
    assert one.metadata["autoreset_mode"] is gymnasium.vector.AutoresetMode.SAME_STEP
    assert (two.reset(seed=5)[0] == observation).all()
    for _ in range(100):
        assert observation in one.observation_space
        kept = observation.copy()
        actions = np.array([chance.choice(np.flatnonzero(row)) for row in info["action_mask"]])
        assert actions in one.action_space
        answer, again = one.step(actions), two.step(actions)
        assert (observation == kept).all()
        observation, rewards, over, cut, info = answer
        for mine, other in zip(answer[:4], again[:4], strict=True):
            assert (mine == other).all()
        assert rewards.shape == over.shape == cut.shape == (6,)
        assert over.dtype == cut.dtype == np.bool_
    one.close()
    two.close()


def test_vector_wrappers_count_episodes() -> None:
    env = RecordEpisodeStatistics(VectorEnv(8, "berlin", 2))
    chance = np.random.default_rng(3)
    _observation, info = env.reset(seed=1)
    episodes = 0
    for _ in range(150):
        actions = np.array([chance.choice(np.flatnonzero(row)) for row in info["action_mask"]])
        _observation, rewards, over, _cut, info = env.step(actions)
        if over.any():
            assert (info["_final_obs"] == over).all()
            assert (np.abs(rewards[over]) <= 1).all()
            assert (info["episode"]["r"][over] == rewards[over]).all()
            episodes += int(over.sum())
    assert episodes > 8


def test_names_of_all_boards() -> None:
    for board in board_names():
        spec = gymnasium.spec(environment_name(board))
        assert spec.kwargs == {"board": load_board(board).board}


def test_nothing_happens_after_the_end() -> None:
    env = SeatEnv("berlin", opponents=["random"])
    _observation, info = env.reset(seed=1)
    over, chance = False, np.random.default_rng(1)
    while not over:
        assert (env.action_masks() == info["action_mask"]).all()
        _observation, _reward, over, _cut, info = env.step(legal_action(info, chance))
    assert len(info["scores"]) == 2
    with pytest.raises(IllegalMove):
        env.step(np.int64(0))


@pytest.mark.parametrize("maker", [SeatEnv, lambda: VectorEnv(2, "berlin")])
def test_unknown_options_are_refused(maker: Any) -> None:
    with pytest.raises(BadSetup, match="speed"):
        maker().reset(seed=1, options={"speed": 3})


def test_a_vector_s_opponents_are_those_that_are_named() -> None:
    env = VectorEnv(4, "berlin", players=2, opponents=("greedy",))
    assert env.batch.controllers.tolist() == [[0, 2], [2, 0]] * 2
    with pytest.raises(BadSetup, match="planner"):
        VectorEnv(4, "berlin", players=2, opponents="planner")
    for function in (first_move, [first_move]):
        with pytest.raises(BadSetup, match="'first_move' cannot play in a batch; random or greedy"):
            VectorEnv(4, "berlin", players=2, opponents=function)  # type: ignore[arg-type]  # refused
