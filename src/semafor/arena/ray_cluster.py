"""The same games on a Ray cluster: the one that RAY_ADDRESS names or that runs here, else a local one."""

from __future__ import annotations

import logging
import os
import sys
from contextlib import contextmanager
from importlib.util import find_spec
from itertools import islice
from typing import TYPE_CHECKING, Any

import msgspec

from semafor.arena.game_workers import HEARTBEAT, OUTCOME, WorkerLost

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Sequence

    from semafor.arena.game_workers import BotGames
    from semafor.arena.games_file import Outcome

AHEAD = 2
"""Games asked for at the same time, for each core of the cluster: nobody waits for the next one."""


def has_ray() -> bool:
    """Whether Ray is installed."""
    return find_spec("ray") is not None


@contextmanager
def connected(cores: int | None) -> Iterator[Any]:
    """Ray, connected; whoever was connected before stays so."""
    import ray

    ours = not ray.is_initialized()
    if ours:
        os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # older ones warn until it is said
        ray.init(num_cpus=cores, include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
    try:
        yield ray
    finally:
        if ours:
            ray.shutdown()


def play_on_ray(
    games: BotGames, numbers: Sequence[int], cores: int | None = None
) -> Generator[Outcome | None, None, None]:
    """What came of games as they are finished, in any order, and None now and then."""
    with connected(cores) as ray:
        play, shared = ray.remote(_play), ray.put(games)
        todo = ((play.remote(shared, number, sys.path), number) for number in numbers)
        running = dict(islice(todo, AHEAD * int(ray.cluster_resources().get("CPU", 1))))
        try:
            while running:
                ready, _ = ray.wait(list(running), timeout=HEARTBEAT)
                yield from (_outcome(ray, done, running.pop(done)) for done in ready)
                running.update(islice(todo, len(ready)))
                if not ready:
                    yield None
        finally:
            for left in running:
                ray.cancel(left, force=True)


def _outcome(ray: Any, done: Any, number: int) -> Outcome:
    try:
        return OUTCOME.decode(ray.get(done))
    except ray.exceptions.RayError:  # Ray has tried again a few times before it says so
        raise WorkerLost(number) from None


def _play(games: BotGames, number: int, path: list[str]) -> bytes:
    """Play a game on some machine of the cluster, with modules found as here: bots may be `module:Class`."""
    sys.path += [folder for folder in path if folder not in sys.path]
    return msgspec.json.encode(games.play(number))
