"""Matches on the way: every deal on every side, the network's best choices against others."""

from concurrent.futures import ThreadPoolExecutor

import msgspec
import numpy as np
import torch

from semafor.boards.model import Board
from semafor.learning.crowd import Array, Crowd
from semafor.learning.league import LEARNER, OLDER, POLICY
from semafor.learning.rollout import Actor
from semafor.learning.torch_network import PolicyNetwork

LONGEST = 2000
"""Decisions after which the rest of the games is left out."""


class Match(msgspec.Struct, frozen=True):
    """What came of the network's side against a table of others."""

    players: int
    games: int
    won: float
    """Share of the games; a shared first place counts in part."""
    points: float
    best_other: float


class Matches:
    """A crowd with a shard for every side of every number of players: the same deals for each side."""

    def __init__(
        self,
        board: Board,
        players: tuple[int, ...],
        games: int,
        pool: ThreadPoolExecutor,
        device: torch.device,
    ) -> None:
        team = board.options.team_size
        self.device, self.team = device, team
        shards = [
            (number, max(1, games * team // number)) for number in players for _ in range(number // team)
        ]
        self.crowd = Crowd(board, shards, "match", pool)
        sides = [side for number in players for side in range(number // team)]
        self.sides = np.repeat(sides, [size for _, size in shards])

    def play(
        self, network: PolicyNetwork, other: PolicyNetwork | None, seed: str, *, sure: bool = False
    ) -> list[Match]:
        """The network at one side, another or the policy at the rest; `sure`: the other takes its best."""
        crowd, theirs = self.crowd, POLICY if other is None else OLDER
        holders = np.full(crowd.arrays.holders.shape, theirs, np.int8)
        holders[np.arange(holders.shape[1]) // self.team == self.sides[:, None]] = LEARNER
        crowd.seat(holders, [f"{seed} {shard.players}" for shard in crowd.shards])
        table, over = self._play_to_end(
            self._actor(network, True), self._actor(other, sure) if other else None
        )
        found = []
        for number in np.unique(crowd.players):
            rows = table[over & (crowd.players == number)]
            means = rows.mean(0) if len(rows) else np.zeros(3)
            found.append(Match(int(number), len(rows), *(round(float(mean), 3) for mean in means)))
        return found

    def _actor(self, network: PolicyNetwork, greedy: bool) -> Actor:
        return Actor(network, self.crowd.size, self.crowd.reading.size, greedy=greedy, graphs=False)

    def _play_to_end(self, actor: Actor, other: Actor | None) -> tuple[Array, Array]:
        """For every row's first game: won, own points, the best other's points; and whether it ended."""
        crowd = self.crowd
        over, table = np.zeros(crowd.size, np.bool_), np.zeros((crowd.size, 3))
        for _ in range(LONGEST):
            seen = torch.from_numpy(crowd.arrays.rows).to(self.device)
            choice = actor(seen)[0].cpu().numpy()
            if other:
                mine = crowd.arrays.seats // self.team == self.sides
                choice = np.where(mine, choice, other(seen)[0].cpu().numpy())
            crowd.step(choice)
            crowd.wait()
            for row in np.flatnonzero(crowd.arrays.done & ~over):
                table[row] = self._outcome(int(row))
            over |= crowd.arrays.done
            if over.all():
                break
        return table, over

    def _outcome(self, row: int) -> tuple[float, float, float]:
        """The part of the win that the network's side has, its points, and those of the best other."""
        arrays, players = self.crowd.arrays, int(self.crowd.players[row])
        won = arrays.won[row, : players : self.team] > 0
        scores = arrays.scores[row, : players : self.team].astype(float)
        side = int(self.sides[row])
        winners = int(won.sum()) or len(won)  # nobody gains where all sides win
        share = float(won[side] or not won.any()) / winners
        return share, float(scores[side]), float(np.delete(scores, side).max())
