"""How much better than expected every decision turned out, over the decisions of its own seat."""

import torch
from torch import Tensor

from semafor.learning.rollout import RolloutMemory


def advantages(memory: RolloutMemory, trace: float, scale: float) -> tuple[Tensor, Tensor]:
    """The advantage of every decision, and whether it is known.

    A seat's next value is that of its own next decision: others see another hand, so their values
    say nothing about it. Decisions with no later one of their seat, in a game that goes on, stay
    unknown. All seats are worked on at once, backwards in time.
    """
    steps, games, seats = memory.gained.shape
    device = memory.gained.device
    following, ahead, between = (torch.zeros(games, seats, device=device) for _ in range(3))
    known = torch.zeros(games, seats, dtype=torch.bool, device=device)
    last = memory.seat[steps][:, None]
    following.scatter_(1, last, memory.value[steps][:, None])
    known.scatter_(1, last, True)
    gain, sure = torch.zeros(steps, games, device=device), torch.zeros_like(memory.own)
    for step in reversed(range(steps)):
        done = memory.done[step][:, None]
        following, ahead, between = (part.masked_fill(done, 0) for part in (following, ahead, between))
        known |= done
        between = between + memory.gained[step] / scale
        seat, value = memory.seat[step][:, None], memory.value[step][:, None]
        certain = known.gather(1, seat)
        better = between.gather(1, seat) + following.gather(1, seat) - value + trace * ahead.gather(1, seat)
        better = better.masked_fill(~certain, 0)
        gain[step], sure[step] = better[:, 0], certain[:, 0]
        following, ahead = following.scatter(1, seat, value), ahead.scatter(1, seat, better)
        between = between.scatter(1, seat, 0.0)
        known = known.scatter(1, seat, True)
    return gain, sure
