"""Playing on: what a crowd shows is noted before its games go on."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import torch

from semafor.learning.game_pool import Arrays, GamePool
from semafor.learning.rollout import Actor, Decided, HostPlayer, RolloutMemory

ROW = 3


def choose_first(rows: torch.Tensor) -> Decided:
    """A network that always takes the first action."""
    return torch.zeros(len(rows), dtype=torch.int64), torch.zeros(len(rows)), torch.ones(len(rows))


def test_games_are_noted_before_they_go_on() -> None:
    """A started step overwrites the arrays of the last one."""
    calls: list[str] = []
    game_pool: Any = SimpleNamespace(
        size=2,
        arrays=Arrays(2, 2, ROW, pinned=False),
        reading=SimpleNamespace(size=ROW),
        wait=lambda: calls.append("wait"),
        ended=lambda: calls.append("ended"),
        step=lambda _choices: calls.append("step"),
    )
    game_pool.arrays.gained[:] = 5
    game_pool.arrays.answers[:] = (-1, 4)
    memory = RolloutMemory(2, 2, 2, ROW, torch.device("cpu"))
    player = HostPlayer(cast("GamePool", game_pool), memory, 0, torch.device("cpu"))
    player.see(1, cast("Actor", choose_first), lambda _ended: calls.append("note"), learn_all=False)
    assert calls == ["wait", "ended", "note", "step"]
    assert memory.choice[1].tolist() == [0, 4]
    assert (memory.gained[0] == 5).all()
    assert memory.own[1].all()
