"""PettingZoo: the table as an environment in which seats decide one after the other (AEC)."""

from pathlib import Path
from typing import Any

import numpy as np

from semafor.boards.model import Board
from semafor.engine.actions import ACTIONS
from semafor.errors import missing
from semafor.games.points import Reward
from semafor.gym.batch import Batch
from semafor.gym.environments import RENDER_MODES, Frame, board_of, players_of, render_game, render_mode_of
from semafor.gym.spaces import observation_space
from semafor.seeds import Seed, new_seed

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv  # type: ignore[import-untyped]  # it has no types
    from pettingzoo.utils import wrappers  # type: ignore[import-untyped]  # it has no types
except ModuleNotFoundError as error:
    raise missing(error, "gym") from None

ILLEGAL_REWARD = -1.0


def env(
    board: str | Path | Board = "europe",
    *,
    players: int | None = None,
    render_mode: str | None = None,
    reward: Reward = "win",
    max_cycles: int | None = None,
) -> AECEnv:
    """Return the environment with PettingZoo's usual wrappers; an illegal action ends the game."""
    raw = TableEnv(board, players=players, render_mode=render_mode, reward=reward, max_cycles=max_cycles)
    legal = wrappers.TerminateIllegalWrapper(raw, illegal_reward=ILLEGAL_REWARD)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(legal))


class TableEnv(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """One game; its agents are `seat_0`, `seat_1` and so on.

    An observation is a dict of `observation` (bytes, see `observation_names`) and `action_mask`
    (of the 448 actions; all zero for a seat that has nothing to decide). Rewards come at the end and
    sum to zero over sides (see `Batch`); partners get the same. Choices that all seats make at once
    are asked seat by seat, and nobody sees the others' answers. Without `players` the fewest the
    board is made for sit down; after `max_cycles` decisions a seat on average the game is cut off.
    When the game is over, every seat's info has the `scores`.
    """

    metadata = {  # noqa: RUF012  # PettingZoo's own way
        "name": "semafor_v0",
        "render_modes": RENDER_MODES,
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        board: str | Path | Board = "europe",
        *,
        players: int | None = None,
        render_mode: str | None = None,
        reward: Reward = "win",
        max_cycles: int | None = None,
        seed: Seed | None = None,
    ) -> None:
        super().__init__()
        self.render_mode = render_mode_of(render_mode)
        loaded = board_of(board)
        players = players_of(loaded, players)
        stream = new_seed() if seed is None else seed
        self._batch = Batch(loaded, games=1, players=players, seed=stream, reward=reward, auto_reset=False)
        self._most_decisions = None if max_cycles is None else max_cycles * players
        self._decisions = 0
        self.board = loaded
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self.agents = list(self.possible_agents)
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._spaces = {agent: observation_space(loaded) for agent in self.possible_agents}
        self._actions = {agent: spaces.Discrete(ACTIONS) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space, the same for every seat."""
        return self._spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space, the same for every seat and board."""
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Start a new game: the first of the seed's stream, or the next of the present one.

        PettingZoo's own tests pass meaningless options, so options are ignored.
        """
        self._batch.reset(seed=seed)
        self._decisions = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return the seat's observation and legal actions."""
        seat, batch = self._seats[agent], self._batch
        asked = batch.to_play[0] == seat
        mask = batch.masks[0].copy() if asked else np.zeros(ACTIONS, np.int8)
        return {"observation": batch.observe(seat)[0], "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Apply the selected seat's decision; raise ValueError if it is illegal."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._batch.step(np.array([action], np.int64))
        self._decisions += 1
        self._take_stock()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _take_stock(self) -> None:
        """Update rewards, terminations and the next agent."""
        done = bool(self._batch.done[0])
        cut = not done and self._decisions == self._most_decisions
        for agent, seat in self._seats.items():
            self.rewards[agent] = float(self._batch.rewards[0, seat])
            self.terminations[agent], self.truncations[agent] = done, cut
        if done:
            scores = self._batch.scores[0].tolist()
            self.infos = {agent: {"scores": list(scores)} for agent in self.agents}
        else:
            self._select()

    def _select(self) -> None:
        self.agent_selection = self.possible_agents[int(self._batch.to_play[0])]

    def render(self) -> Frame | None:
        """Return what a spectator sees: text, a picture as SVG, or its pixels."""
        return render_game(self.board, self._batch.states, self.render_mode)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""
