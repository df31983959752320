"""Environments can be copied and pickled in the middle of a game, and both go on alike."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from semafor.gym import Batch, SeatEnv, VectorEnv, env
from semafor.gym import batch_steps as steps
from semafor.gym.batch import FEWEST_GAMES

WAYS = [copy.deepcopy, lambda thing: pickle.loads(pickle.dumps(thing))]
Way = Callable[[Any], Any]
step_games: Any = steps.step_games  # a dispatcher
each_way = pytest.mark.parametrize("again", WAYS, ids=["deepcopy", "pickle"])


def seat_steps(seat: SeatEnv, decisions: int) -> Iterator[Any]:
    """Return everything a seat is told while it always takes its last legal action."""
    for _ in range(decisions):
        observation, reward, _over, _cut, info = seat.step(np.flatnonzero(seat.action_masks())[-1])
        yield observation.tolist(), reward, info["seat"]


@each_way
@pytest.mark.parametrize("board", ["berlin", "cardgame"])
def test_a_seat_goes_on_in_its_copy(board: str, again: Way) -> None:
    seat = SeatEnv(board, opponents=("greedy",))
    seat.reset(seed=4)
    list(seat_steps(seat, 5))
    twin = again(seat)
    assert list(seat_steps(twin, 5)) == list(seat_steps(seat, 5))
    assert twin.reset()[0].tolist() == seat.reset()[0].tolist(), "and the next deal is the same"


def table_steps(table: Any, decisions: int) -> Iterator[Any]:
    """Return everything the table shows while each seat takes its last legal action."""
    for _ in range(decisions):
        seen = table.observe(table.agent_selection)
        yield table.agent_selection, seen["observation"].tolist()
        table.step(int(np.flatnonzero(seen["action_mask"])[-1]))


@each_way
@pytest.mark.parametrize("board", ["berlin", "cardgame"])
def test_a_table_goes_on_in_its_copy(board: str, again: Way) -> None:
    table = env(board)
    table.reset(seed=4)
    list(table_steps(table, 9))
    twin = again(table)
    assert list(table_steps(twin, 9)) == list(table_steps(table, 9))


def vector_steps(games: VectorEnv, decisions: int) -> Iterator[Any]:
    """Return everything many games show while each takes its last legal action."""
    for _ in range(decisions):
        answer = games.step(np.array([np.flatnonzero(row)[-1] for row in games.action_masks()]))
        yield answer[0].tobytes(), answer[1].tolist(), answer[4]["seat"].tolist()


@each_way
@pytest.mark.parametrize("opponents", ["random", "greedy"])
def test_a_vector_goes_on_in_its_copy(opponents: str, again: Way) -> None:
    games = VectorEnv(3, "berlin", opponents=opponents)
    games.reset(seed=4)
    list(vector_steps(games, 9))
    twin = again(games)
    assert list(vector_steps(twin, 9)) == list(vector_steps(games, 9))


@each_way
def test_a_threaded_batch_goes_on_in_its_copy(again: Way) -> None:
    batch = threaded_batch()
    twin = again(batch)
    compiled = len(step_games.dispatcher.signatures)
    assert step_once(twin) == step_once(batch)
    assert twin.observations is not batch.observations
    assert len(step_games.dispatcher.signatures) == compiled, "a copy waits for no compiler"


def test_a_threaded_batch_works_on_in_a_child_that_inherits_it() -> None:
    """A forked child gets no pickle; it inherits the thread objects of its parent, but not the threads."""
    batch, context = threaded_batch(), multiprocessing.get_context("fork")
    answers = context.Queue()
    child = context.Process(target=lambda: answers.put(step_once(batch)))
    child.start()
    there = answers.get(timeout=120)
    child.join(60)
    assert child.exitcode == 0
    assert there == step_once(batch)


def threaded_batch() -> Batch:
    """Return a batch whose two threads have already been used."""
    batch = Batch("usa", games=2 * FEWEST_GAMES, players=2, seed=3, threads=2)
    step_once(batch)
    return batch


def step_once(batch: Batch) -> bytes:
    """The observations after a random step."""
    batch.step(batch.random_actions())
    return bytes(batch.observations.tobytes())
