"""Evaluation matches: every deal on every side, the network's best choices against others."""

from concurrent.futures import ThreadPoolExecutor

import msgspec
import numpy as np
import torch

from semafor.boards.model import Board
from semafor.learning.game_pool import Array, GamePool
from semafor.learning.league import LEARNER, OLDER, POLICY
from semafor.learning.rollout import Actor
from semafor.learning.torch_network import PolicyNetwork

LONGEST = 2000
"""Decisions after which unfinished games are ignored."""


class Match(msgspec.Struct, frozen=True):
    """The result of the network's side against a table of others."""

    players: int
    games: int
    won: float
    """Share of wins; a shared first place counts in part."""
    points: float
    best_other: float


class Matches:
    """A game pool with a shard for every side of every number of players: the same deals for each side."""

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
        self.game_pool = GamePool(board, shards, "match", pool)
        sides = [side for number in players for side in range(number // team)]
        self.sides = np.repeat(sides, [size for _, size in shards])

    def play(
        self, network: PolicyNetwork, other: PolicyNetwork | None, seed: str, *, sure: bool = False
    ) -> list[Match]:
        """Play the network against another one or the policy; with `sure` the other plays greedily."""
        game_pool, theirs = self.game_pool, POLICY if other is None else OLDER
        holders = np.full(game_pool.arrays.holders.shape, theirs, np.int8)
        holders[np.arange(holders.shape[1]) // self.team == self.sides[:, None]] = LEARNER
        game_pool.seat(holders, [f"{seed} {shard.players}" for shard in game_pool.shards])
        table, over = self._play_to_end(
            self._actor(network, True), self._actor(other, sure) if other else None
        )
        found = []
        for number in np.unique(game_pool.players):
            rows = table[over & (game_pool.players == number)]
            means = rows.mean(0) if len(rows) else np.zeros(3)
            found.append(Match(int(number), len(rows), *(round(float(mean), 3) for mean in means)))
        return found

    def _actor(self, network: PolicyNetwork, greedy: bool) -> Actor:
        return Actor(network, self.game_pool.size, self.game_pool.reading.size, greedy=greedy, graphs=False)

    def _play_to_end(self, actor: Actor, other: Actor | None) -> tuple[Array, Array]:
        """Return for every row's first game: win, own points, best other points, and whether it ended."""
        game_pool = self.game_pool
        over, table = np.zeros(game_pool.size, np.bool_), np.zeros((game_pool.size, 3))
        for _ in range(LONGEST):
            seen = torch.from_numpy(game_pool.arrays.rows).to(self.device)
            choice = actor(seen)[0].cpu().numpy()
            if other:
                mine = game_pool.arrays.seats // self.team == self.sides
                choice = np.where(mine, choice, other(seen)[0].cpu().numpy())
            game_pool.step(choice)
            game_pool.wait()
            for row in np.flatnonzero(game_pool.arrays.done & ~over):
                table[row] = self._outcome(int(row))
            over |= game_pool.arrays.done
            if over.all():
                break
        return table, over

    def _outcome(self, row: int) -> tuple[float, float, float]:
        """Return the share of the win of the network's side, its points, and those of the best other."""
        arrays, players = self.game_pool.arrays, int(self.game_pool.players[row])
        won = arrays.won[row, : players : self.team] > 0
        scores = arrays.scores[row, : players : self.team].astype(float)
        side = int(self.sides[row])
        winners = int(won.sum()) or len(won)  # the reward is zero if all sides win
        share = float(won[side] or not won.any()) / winners
        return share, float(scores[side]), float(np.delete(scores, side).max())
