"""Thousands of games at once: one compiled call steps them all, on every core, without the GIL."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from semafor.boards.model import Board
from semafor.cores import count_cores
from semafor.engine.actions import ACTIONS, MASK_WORDS
from semafor.engine.compile import announce_first_compile
from semafor.engine.state import NOBODY
from semafor.errors import BadSetup
from semafor.gym.action_words import illegal_action
from semafor.gym.compiled import steps
from semafor.gym.compiled.tables import Tables, first_illegal
from semafor.gym.kinds import kind_of
from semafor.gym.setup import Reward, board_of, players_of, reward_number
from semafor.seeds import Seed, series_key

Array = NDArray[Any]

FEWEST_GAMES = 64
"""Games that are worth a thread of their own."""


class Batch:
    """Many games of one board, stepped together.

    Row g of every array is game g; all arrays are allocated once and written in place:

    - `observations` (games, slots) bytes: what the seat that must decide next may know (see
      `observation_names`);
    - `masks` (games, 448) int8: 1 for each action that it may take;
    - `to_play` (games) the seat that must decide next, -1 in a finished game that was not reset;
    - `done` (games) whether the game ended with the last step;
    - `rewards` (games, players) float32: zero until a game ends, then summing to zero over sides:
      with `reward="win"` the winners share 1 and the others lose it in equal parts (draws among
      all: 0), with `reward="score"` it is a side's points less the average points of the other
      sides. Partners in Asia get the same;
    - `scores` (games, players) the final points of the last finished game.

    Choices that all seats make at once are asked seat by seat, and nobody sees the others' answers.
    Finished games begin anew at once unless `auto_reset` is False. With `learner` (a seat, or one for
    each game) the other seats choose at random inside the step, and only that seat decides. The same
    seed gives the same stream of games whatever the number of threads.
    """

    def __init__(
        self,
        board: str | Path | Board,
        *,
        games: int,
        players: int,
        seed: Seed = 0,
        reward: Reward = "win",
        auto_reset: bool = True,
        learner: ArrayLike | None = None,
        final_observations: bool = False,
        threads: int | None = None,
    ) -> None:
        announce_first_compile()
        self.board = board_of(board)
        self.games, self.players = games, players_of(self.board, players)
        if games < 1:
            raise BadSetup("games", n=games)
        self.kind = kind_of(self.board)
        shape = (games, self.kind.observation_size)
        self.observations: NDArray[np.uint8] = np.zeros(shape, np.uint8)
        self.masks: NDArray[np.int8] = np.zeros((games, ACTIONS), np.int8)
        self.to_play: NDArray[np.int8] = np.full(games, NOBODY, np.int8)
        self.done: NDArray[np.bool_] = np.zeros(games, np.bool_)
        self.rewards: NDArray[np.float32] = np.zeros((games, players), np.float32)
        self.scores: NDArray[np.int16] = np.zeros((games, players), np.int16)
        self.states: Array = np.zeros(games, self.kind.state)
        self.finals: NDArray[np.uint8] = np.zeros(shape if final_observations else (0, 0), np.uint8)
        self.learner: NDArray[np.int8] = np.full(games, NOBODY, np.int8)
        if learner is not None:
            self.learner[:] = learner
        if not ((self.learner >= NOBODY) & (self.learner < players)).all():
            raise BadSetup("seat", case="learners", last=players - 1)
        self._threads = max(1, min(threads or count_cores(), games // FEWEST_GAMES))
        self._pool = ThreadPoolExecutor(self._threads) if self._threads > 1 else None
        self._works = np.zeros(self._threads, self.kind.work)
        self._spans = _spans(games, self._threads)
        self._tables = self._bind(seed, auto_reset, reward_number(reward))
        self.reset()

    def _bind(self, seed: Seed, auto_reset: bool, reward: int) -> Tables:
        return Tables(
            states=self.states,
            facts=self.kind.facts,
            key=series_key(seed),
            numbers=np.arange(self.games),
            dice=np.zeros((self.games, 1), np.uint64),
            words=np.zeros((self.games, MASK_WORDS), np.uint64),
            learner=self.learner,
            options=np.array([self.players, auto_reset, reward]),
            observations=self.observations,
            masks=self.masks,
            to_play=self.to_play,
            done=self.done,
            rewards=self.rewards,
            scores=self.scores,
            finals=self.finals,
        )

    def reset(self, which: ArrayLike | None = None, *, seed: Seed | None = None) -> None:
        """Begin all games anew, or those where `which` is true; a seed begins another stream of games."""
        if seed is not None:
            self._tables.key[:] = series_key(seed)
            self._tables.numbers[:] = np.arange(self.games)
        chosen = np.ones(self.games, np.bool_) if which is None else np.asarray(which, np.bool_)
        self._run(steps.reset_games, chosen)

    def step(self, actions: ArrayLike) -> None:
        """One decision in every game by the seat `to_play`; a negative action leaves its game as it is.

        Every array is written anew. ValueError, with nothing changed, where an action is not legal.
        """
        chosen = np.ascontiguousarray(actions, np.int64)
        if chosen.shape != (self.games,):
            raise ValueError(f"{self.games} games need as many actions, not {chosen.shape}.")
        game = first_illegal(self._tables.words, chosen)
        if game >= 0:
            seat = self.to_play[game]
            raise illegal_action(self.board, chosen[game], f"of seat {seat} is not legal in game {game}")
        self._run(steps.step_games, chosen)

    def observe(self, seats: ArrayLike, out: NDArray[np.uint8] | None = None) -> NDArray[np.uint8]:
        """What the given seat (one, or one for each game) may know now, asked or not."""
        out = np.empty_like(self.observations) if out is None else out
        seats = np.ascontiguousarray(np.broadcast_to(np.asarray(seats, np.int8), (self.games,)))
        if ((seats < 0) | (seats >= self.players)).any():
            raise ValueError(f"Seats are numbered from 0 to {self.players - 1}.")
        self._run(steps.observe_games, seats, out)
        return out

    def random_actions(self, out: NDArray[np.int64] | None = None) -> NDArray[np.int64]:
        """A legal action for every game, each equally likely, by dice that follow from the seed."""
        out = np.empty(self.games, np.int64) if out is None else out
        self._run(steps.roll_actions, out)
        return out

    def _run(self, step: Callable[..., None], *arguments: Array) -> None:
        """Call a compiled function for all games, each thread for its share."""
        if self._pool is None:
            step(self._tables, self._works, *arguments, self._spans[0])
            return
        calls = [self._pool.submit(step, self._tables, self._works, *arguments, span) for span in self._spans]
        for call in calls:
            call.result()


def _spans(games: int, threads: int) -> list[Array]:
    """The rows of each thread."""
    edges = [games * thread // threads for thread in range(threads + 1)]
    return [np.array([thread, edges[thread], edges[thread + 1]]) for thread in range(threads)]
