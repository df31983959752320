"""Thousands of games with several numbers of players, and input rows of the seats that must decide.

A pool consists of shards with one number of players; a shard is a `Batch` that one thread steps. The arrays
of a shard are rows of the pool's arrays, so that a GPU gets them in one piece.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from semafor.boards.model import Board
from semafor.bots.learned.features import PATHS
from semafor.bots.learned.reading import Reading, reading_of
from semafor.bots.learned.rows import RowSource, write_rows
from semafor.engine.compile import compiled
from semafor.engine.state import Facts, State
from semafor.games.arrays import extras_of
from semafor.games.points import margin_of
from semafor.gym.batch import Batch
from semafor.learning.league import Opponents

Array = NDArray[Any]


class Arrays:
    """The arrays of a pool for the network and the learner, one row per game."""

    def __init__(self, games: int, seats: int, row: int, pinned: bool) -> None:
        self.rows = allocate((games, row), np.uint8, pinned)
        self.seats = allocate((games,), np.int64, pinned)
        self.gained = allocate((games, seats), np.float32, pinned)
        self.done = allocate((games,), np.bool_, pinned)
        self.answers = allocate((games,), np.int64, pinned)
        self.scores = np.zeros((games, seats), np.int16)
        self.won = np.zeros((games, seats), np.float32)
        self.holders = np.zeros((games, seats), np.int8)

    def part(self, first: int, last: int) -> Arrays:
        """Return the same arrays for some of the games."""
        part = object.__new__(Arrays)
        for name, array in vars(self).items():
            setattr(part, name, array[first:last])
        return part


def allocate(shape: tuple[int, ...], kind: Any, pinned: bool) -> Array:
    """Return zeros; pinned ones are copied to a GPU asynchronously."""
    if not pinned:
        return np.zeros(shape, kind)
    import torch

    size = int(np.prod(shape)) * np.dtype(kind).itemsize
    held: Array = torch.zeros(size, dtype=torch.uint8, pin_memory=True).numpy()
    return np.asarray(held.view(kind).reshape(shape))


def reward_numbers(board: Board, win: float) -> Array:
    """Return the seats per side, and the value of a win in addition to the margin."""
    return np.array([board.options.team_size, win], np.float32)


class Ended(NamedTuple):
    """The games that ended with the last step, by seat."""

    scores: Array
    won: Array
    holders: Array


class Shard:
    """Games of one number of players, stepped by one thread."""

    def __init__(self, reading: Reading, players: int, seed: str, arrays: Arrays, win: float) -> None:
        games = len(arrays.rows)
        self.players, self.arrays, self.reading = players, arrays, reading
        self.batch = batch = Batch(reading.board, games=games, players=players, seed=seed, threads=1)
        kind = batch.kind
        self._points = np.zeros(players, np.float32)
        self._paid = np.zeros((games, players), np.float32)
        self._numbers = reward_numbers(reading.board, win)
        self._outcome = Outcome(batch.points, batch.done, batch.scores, batch.rewards)
        self._opponents = Opponents(batch, arrays.holders)
        self._back = np.zeros(int(reading.actions.max()) + 1, np.int64)
        self._back[reading.actions] = np.arange(len(reading.actions))
        self._sight = RowSource(
            games=np.arange(games),
            states=batch.states,
            facts=kind.table,
            prices=reading.prices,
            paths=np.zeros(1, PATHS),
            caches=reading.new_caches(games, players),
            observations=batch.observations,
            masks=batch.masks,
            to_play=batch.to_play,
            runs=reading.runs,
            rows=arrays.rows,
        )

    def begin(self, seed: str | None = None) -> None:
        """Deal all games again if a seed is given; write the rows of the first seats to decide."""
        if seed is not None:
            self.batch.reset(seed=seed)
            self._paid[:] = 0
        self._look(np.ones(len(self._paid), np.bool_) if seed is not None else self.batch.done)

    def step(self, choices: Array) -> None:
        """Apply choices, given by their index among the network's actions, and write the next rows."""
        self.batch.step(self.reading.actions[choices])
        self.settle()
        self._look(self.batch.done)

    def settle(self) -> None:
        """Write the reward of every seat in the last step."""
        batch, arrays = self.batch, self.arrays
        settle_games(
            batch.states,
            batch.kind.table,
            self._outcome,
            self._numbers,
            self._points,
            self._paid,
            arrays.gained,
        )
        arrays.done[:] = batch.done
        arrays.scores[:, : self.players] = batch.scores
        arrays.won[:, : self.players] = batch.rewards

    def _look(self, begun: Array) -> None:
        write_rows(self._sight)
        self.arrays.seats[:] = self.batch.to_play
        answers = self._opponents.answer(begun)
        self.arrays.answers[:] = np.where(answers >= 0, self._back[answers], -1)


class GamePool:
    """Games with all numbers of players that are stepped together.

    `shards` are pairs of a number of players and a number of games.
    """

    def __init__(
        self,
        board: Board,
        shards: Sequence[tuple[int, int]],
        seed: str,
        pool: ThreadPoolExecutor,
        *,
        win: float = 0.0,
        pinned: bool = False,
    ) -> None:
        self.reading = reading_of(board)
        self.players = np.repeat(*(np.array(column) for column in zip(*shards, strict=True)))
        self.size = len(self.players)
        self.arrays = Arrays(self.size, int(self.players.max()), self.reading.size, pinned)
        self.shards: list[Shard] = []
        first = 0
        for number, (players, games) in enumerate(shards):
            part = self.arrays.part(first, first + games)
            self.shards.append(Shard(self.reading, players, f"{seed} {number}", part, win))
            first += games
        self._pool = pool
        self._calls: list[Future[None]] = []

    def seat(self, holders: Array, seeds: Sequence[str] | None = None) -> None:
        """Set who plays every seat; with seeds, one per shard, all games are dealt again."""
        self.wait()
        self.arrays.holders[:] = holders
        dealt: Sequence[str | None] = seeds or [None] * len(self.shards)
        self._calls = [
            self._pool.submit(shard.begin, seed) for shard, seed in zip(self.shards, dealt, strict=True)
        ]
        self.wait()

    def step(self, choices: Array) -> None:
        """Apply one choice in every game in the background; opponents' choices replace the network's."""
        answers = self.arrays.answers
        chosen = np.where(answers >= 0, answers, choices)
        first = 0
        for shard in self.shards:
            last = first + len(shard.arrays.rows)
            self._calls.append(self._pool.submit(shard.step, chosen[first:last]))
            first = last

    def ended(self) -> Ended:
        """Return the games that ended with the last step."""
        arrays = self.arrays
        rows = np.flatnonzero(arrays.done)
        return Ended(arrays.scores[rows], arrays.won[rows], arrays.holders[rows])

    def wait(self) -> None:
        """Wait for the last step."""
        for call in self._calls:
            call.result()
        self._calls = []


def split(games: dict[int, int], shards: int) -> list[tuple[int, int]]:
    """Split games by number of players into about this number of shards of similar size."""
    found: list[tuple[int, int]] = []
    for players, number in games.items():
        parts = min(number, max(1, round(shards * number / sum(games.values()))))
        edges = [number * part // parts for part in range(parts + 1)]
        found += [(players, last - first) for first, last in pairwise(edges)]
    return found


class Outcome(NamedTuple):
    """The results of a batch's last step, by game and seat."""

    running: Array
    """Running points."""
    done: Array
    """By game alone."""
    scores: Array
    won: Array


@compiled
def settle_game(
    state: State,
    facts: Facts,
    outcome: Outcome,
    game: int,
    numbers: Array,
    points: Array,
    paid: Array,
    gained: Array,
) -> None:
    """Write the reward of every seat in the last step: the change of its margin, at the end the rest.

    `numbers` are the seats per side and the value of a win in addition to the margin, in points; `points` is
    working space. What was paid in advance is subtracted at the end: the sum over a game is its final margin
    plus the value of the win.
    """
    team = int(numbers[0])
    for seat in range(points.size):
        points[seat] = outcome.running[game, seat] + extras_of(state, facts, seat // team)
    for seat in range(points.size):
        if outcome.done[game]:
            due = margin_of(outcome.scores[game], seat, team) + numbers[1] * outcome.won[game, seat]
            gained[seat] = due - paid[seat]
            paid[seat] = 0.0
        else:
            due = margin_of(points, seat, team)
            gained[seat] = due - paid[seat]
            paid[seat] = due


@compiled
def settle_games(
    states: Array, facts: Array, outcome: Outcome, numbers: Array, points: Array, paid: Array, gained: Array
) -> None:
    """Do the same for every game; `points` is working space for one."""
    for game in range(states.size):
        settle_game(states[game], facts[0], outcome, game, numbers, points, paid[game], gained[game])
