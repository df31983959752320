"""What a side earns by a finished game."""

from __future__ import annotations

from typing import Literal

from semafor.engine.compile import compiled
from semafor.engine.state import Result
from semafor.errors import BadSetup

Reward = Literal["win", "score"]
REWARDS: tuple[Reward, ...] = ("win", "score")
WIN, SCORE = 0, 1
"""How a finished game is rewarded: places in `REWARDS`."""


def reward_number(reward: str) -> int:
    """The number of a reward; BadSetup where there is none of that name."""
    if reward not in REWARDS:
        raise BadSetup("reward", rewards=list(REWARDS), reward=reward)
    return REWARDS.index(reward)


@compiled
def reward_of(result: Result, side: int, kind: int) -> float:
    """The reward of a side; those of all sides sum to zero.

    SCORE: its points less the average of the other sides. WIN: 1 shared by the winners, and what
    they gain taken from the others in equal parts; nothing where all sides win.
    """
    sides = int(result.sides)
    points, winners = 0, 0
    for other in range(sides):
        points += int(result.total[other])
        winners += result.rank[other] == 1
    if kind == SCORE:
        return float(result.total[side]) - float(points - result.total[side]) / (sides - 1)
    if winners == sides:
        return 0.0
    return 1.0 / winners if result.rank[side] == 1 else -1.0 / (sides - winners)
