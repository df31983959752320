"""A crowd in the CUDA simulator against one on the host, byte by byte; run by `test_simulator`.

NUMBA_ENABLE_CUDASIM=1 NUMBA_DISABLE_JIT=1 python -m tests.gpu.simulated_game_pool BOARD
"""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import torch

from semafor.boards import load_board
from semafor.learning.device.device_game_pool import DeviceGamePool, RecordedPlayer
from semafor.learning.game_pool import Ended, GamePool
from semafor.learning.league import OLDER
from semafor.learning.rollout import Actor, HostPlayer, NetworkSeats, RolloutMemory, RolloutPlayer, gather
from semafor.learning.torch_network import PolicyNetwork

STEPS, ROLLOUT, WIN = 30, 6, 15.0


def compare_memories(here: GamePool, there: DeviceGamePool) -> None:
    """Continue both games with a network, an older one at some seats, and compare the stored samples."""
    device, holders = torch.device("cpu"), np.zeros_like(here.arrays.holders)
    holders[:, 1] = OLDER
    network, older = (PolicyNetwork(here.reading, 8, 1) for _ in range(2))
    torch.nn.init.normal_(network.policy.weight)
    memories, noted = [], []
    for game_pool in (here, there):
        memory = RolloutMemory(ROLLOUT, game_pool.size, holders.shape[1], game_pool.reading.size, device)
        player: RolloutPlayer
        if isinstance(game_pool, GamePool):
            player = HostPlayer(game_pool, memory, 0, device)
        else:
            player = RecordedPlayer(game_pool, memory, 0, records=False)
        player.seat(holders)
        actor, other = (
            Actor(each, game_pool.size, game_pool.reading.size, greedy=True) for each in (network, older)
        )
        player.networks = [NetworkSeats(OLDER, player.games_with(OLDER), other)]
        ended: list[Ended] = []
        gather([player], [actor], ended.append, learn_all=False)
        memories.append(memory)
        noted.append(sum(len(each.scores) for each in ended))
    for name, mine in vars(memories[0]).items():
        assert torch.equal(mine, getattr(memories[1], name)), name
    assert set(memories[0].own.flatten().tolist()) == {True, False}
    assert noted[0] == noted[1] == int(memories[0].done.sum())


def main() -> None:
    """Step both by the same choices."""
    board = load_board(sys.argv[1])
    games = [(number, 1) for number in sorted(board.options.players)[:2]]
    with ThreadPoolExecutor(1) as pool:
        here = GamePool(board, games, "x", pool, win=WIN)
        there = DeviceGamePool(board, games, "x", win=WIN)
        for shard, other in zip(here.shards, there.shards, strict=True):
            shard.batch.reset(seed="same")
            other.batch.reset(seed="same")
        here.seat(np.zeros_like(here.arrays.holders))
        there.seat(np.zeros_like(here.arrays.holders))
        first, last = here.reading.features - len(here.reading.actions), here.reading.features
        dice = np.random.default_rng(1)
        for step in range(STEPS):
            for name in ("rows", "seats", "gained", "done", "scores", "won"):
                mine, other_rows = getattr(here.arrays, name), getattr(there.arrays, name).numpy()
                assert mine.tobytes() == other_rows.tobytes(), (name, step)
            legal = here.arrays.rows[:, first:last] > 0
            choices = (dice.random(legal.shape) * legal).argmax(1)
            here.step(choices)
            here.wait()
            there.step(torch.from_numpy(choices))
        compare_memories(here, there)
    print(f"{board.board}: the same bytes")


if __name__ == "__main__":
    main()
