"""PettingZoo's own tests on every board, and what they do not look at."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterator
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, performance_benchmark, seed_test  # type: ignore[import-untyped]  # it has no types
from pettingzoo.test.max_cycles_test import max_cycles_test  # type: ignore[import-untyped]  # it has no types
from pettingzoo.utils.conversions import aec_to_parallel  # type: ignore[import-untyped]  # it has no types

from semafor import board_names, load_board
from semafor.gym import TableEnv, env

TABLES = [(board, players) for board in board_names() for players in load_board(board).options.players]

pytestmark = [
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros:UserWarning"),  # not asked now
    # A dict with an action mask is what PettingZoo's own board games have.
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
]


def play_randomly(table: Any, seed: int) -> Iterator[str]:
    """Random legal decisions to the end; each agent before it decides."""
    table.reset(seed=seed)
    chance = np.random.default_rng(seed)
    for agent in table.agent_iter():
        observation, _reward, terminated, truncated, _info = table.last()
        yield agent
        legal = np.flatnonzero(observation["action_mask"])
        table.step(None if terminated or truncated else int(chance.choice(legal)))


@pytest.mark.parametrize(("board", "players"), TABLES)
def test_pettingzoo_finds_nothing(board: str, players: int) -> None:
    api_test(env(board, players=players), num_cycles=30)


@pytest.mark.parametrize("board", board_names())
def test_the_seed_decides_everything(board: str) -> None:
    seed_test(lambda: env(board), num_cycles=40)


@pytest.mark.parametrize("board", board_names())
def test_speed_is_measured(board: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """PettingZoo's benchmark runs for five seconds; here its clock runs faster."""
    module, clock = sys.modules["pettingzoo.test.performance_benchmark"], itertools.count(0.0, 0.02)
    monkeypatch.setattr(module, "time", SimpleNamespace(time=lambda: next(clock)))
    monkeypatch.setattr(module, "random", Random(1))
    performance_benchmark(env(board))


class DraftEnv(TableEnv):
    """A table that starts with a draft: everyone picks in turns, as PettingZoo's test of cycles expects."""

    metadata = TableEnv.metadata | {"is_parallelizable": True}  # as long as the draft lasts

    def __init__(self, max_cycles: int) -> None:
        super().__init__("iberia", players=4, max_cycles=max_cycles)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        super().reset(seed=FIRST_SEAT_BEGINS if seed is None else seed, options=options)

    def action_space(self, agent: str) -> Any:
        """Samples only legal actions, because that test does not know masks."""
        space, mask = super().action_space(agent), self.observe(agent)["action_mask"]
        picks = mask if mask.any() else self.observe(self.agent_selection)["action_mask"]
        return SimpleNamespace(sample=lambda: space.sample(picks))


FIRST_SEAT_BEGINS = 5


def test_games_are_cut_off_after_max_cycles() -> None:
    """PettingZoo's own test, in the one phase where all seats decide in turns: a draft."""
    module = SimpleNamespace(
        env=DraftEnv, parallel_env=lambda max_cycles: aec_to_parallel(DraftEnv(max_cycles))
    )
    max_cycles_test(module)


@pytest.mark.parametrize("board", board_names())
def test_a_cut_off_game_is_truncated_and_a_finished_one_rewarded(board: str) -> None:
    cut = env(board, max_cycles=3)
    agents = list(play_randomly(cut, 1))
    players = len(cut.unwrapped.possible_agents)
    assert len(agents) == 4 * players  # and every seat is told so
    whole = env(board)
    whole.reset(seed=1)
    rewards = dict.fromkeys(whole.agents, 0.0)
    for agent in play_randomly(whole, 1):
        rewards[agent] = whole.last()[1]
    assert sum(rewards.values()) == pytest.approx(0)
    assert any(rewards.values())


def test_partners_share_the_reward() -> None:
    """ASI-1: a team wins or loses together."""
    table = TableEnv("asia", players=6)
    rewards = {}
    for agent in play_randomly(table, 3):
        rewards[agent] = table.last()[1]
    assert rewards["seat_0"] == rewards["seat_1"]
    assert rewards["seat_4"] == rewards["seat_5"]
    assert sorted({round(reward, 3) for reward in rewards.values()}) == [-0.5, 1.0]


def test_an_illegal_action_ends_the_game_for_its_seat() -> None:
    table = env("berlin")
    table.reset(seed=1)
    agent = table.agent_selection
    table.step(0)  # a claim, while tickets are to be chosen
    assert all(table.terminations.values())
    assert table.rewards[agent] == -1


@pytest.mark.parametrize("board", board_names())
def test_a_table_renders_as_text(board: str, capsys: pytest.CaptureFixture[str]) -> None:
    table = env(board, render_mode="ansi")
    list(itertools.islice(play_randomly(table, 2), 60))
    assert table.render().startswith(f"{board}: ")
    table = env(board, render_mode="human")
    list(itertools.islice(play_randomly(table, 2), 3))
    assert "market" in capsys.readouterr().out


def test_a_table_renders_as_a_picture() -> None:
    table = env("cardgame", render_mode="svg")
    list(itertools.islice(play_randomly(table, 2), 60))
    assert table.render().startswith("<svg")
