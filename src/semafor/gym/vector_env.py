"""Gymnasium: many games of a batch as one vector environment."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from semafor.boards.model import Board
from semafor.engine.actions import ACTIONS
from semafor.errors import missing
from semafor.games.points import Reward
from semafor.gym.batch import Batch
from semafor.gym.environments import (
    RENDER_MODES,
    Frame,
    board_of,
    no_options,
    players_of,
    render_game,
    render_mode_of,
)
from semafor.gym.spaces import slots_space
from semafor.seeds import new_seed

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector.utils import batch_space
except ModuleNotFoundError as error:
    raise missing(error, "gym") from None

Bytes = NDArray[np.uint8]
Answer = tuple[Bytes, NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]

SELF = "self"
"""The value of `opponents` with which all seats are asked."""


class VectorEnv(gymnasium.vector.VectorEnv[Bytes, NDArray[np.int64], Any]):
    """`num_envs` games, stepped in one compiled call; finished ones begin anew in the same step.

    The environment plays all seats but one, and game g's own seat is g modulo the number of players;
    `opponents` is `random`, `greedy`, `fast` or `network`, or a name for each other seat (see `Batch`),
    and any other bot is refused. With `opponents="self"` every decision of every seat is asked for, and a
    reward is that of the seat that decided last (`info["seat"]` says who decides next).
    `info["action_mask"]` says what is legal; an illegal action is a ValueError that changes nothing. After
    a game's end `info["final_obs"]` is its last observation, `info["scores"]` the points.
    """

    metadata = {  # noqa: RUF012  # Gymnasium's own way
        "render_modes": RENDER_MODES,
        "render_fps": 2,
        "autoreset_mode": gymnasium.vector.AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1024,
        board: str | Path | Board = "berlin",
        players: int | None = None,
        opponents: str | Sequence[str] = "random",
        reward: Reward = "win",
        threads: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        loaded = board_of(board)
        players = players_of(loaded, players)
        self.num_envs, self.render_mode = num_envs, render_mode_of(render_mode)
        self.single_observation_space = slots_space(loaded)
        self.single_action_space = spaces.Discrete(ACTIONS)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.batch = Batch(
            loaded,
            games=num_envs,
            players=players,
            seed=new_seed(),
            reward=reward,
            learner=None if opponents == SELF else np.arange(num_envs) % players,
            opponents=None if opponents == SELF else opponents,
            final_observations=True,
            threads=threads,
        )

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Bytes, dict[str, Any]]:
        """Restart all games; one seed, or a list of them together, determines the whole stream."""
        no_options(options)
        self.batch.reset(seed=str(seed) if isinstance(seed, list) else seed)
        return self.batch.observations.copy(), self._info()

    def step(self, actions: NDArray[np.int64]) -> Answer:
        """Apply one decision in every game."""
        batch = self.batch
        seats = batch.to_play.copy()
        batch.step(actions)
        rewards = batch.rewards[np.arange(self.num_envs), seats]
        info, done = self._info(), batch.done.copy()
        if done.any():
            info |= {"final_obs": batch.finals.copy(), "_final_obs": done}
            info |= {"scores": batch.scores.copy(), "_scores": done}
        return batch.observations.copy(), rewards, done, np.zeros(self.num_envs, np.bool_), info

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the legal actions, as libraries with action masking expect them."""
        return np.asarray(self.batch.masks, np.bool_)

    def render(self) -> tuple[Frame | None, ...]:  # type: ignore[override]  # Gymnasium knows no text
        """Return what a spectator of each game sees: text, a picture as SVG, or its pixels."""
        games = range(self.num_envs)
        return tuple(render_game(self.batch.board, self.batch.states[g:], self.render_mode) for g in games)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.batch.masks.copy(), "seat": self.batch.to_play.copy()}
