"""Matches on the way: every deal on every side, the network's best choices against others."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import msgspec
import numpy as np
import torch

from semafor.boards.model import Board
from semafor.learning.acting import Actor
from semafor.learning.crowd import Array, Crowd
from semafor.learning.network import Network
from semafor.learning.opponents import LEARNER, OLDER, POLICY

SHARDS = 8
LONGEST = 1500
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
    """One crowd of games with so many players, used for match after match."""

    def __init__(
        self, board: Board, players: int, games: int, pool: ThreadPoolExecutor, device: torch.device
    ):
        self.team = 2 if board.options.teams else 1
        self.players, sides = players, players // self.team
        self.games = max(1, games // sides)
        self.sides, self.device = sides, device
        self.crowd = Crowd(board, {players: self.games}, "match", pool, shards=SHARDS)

    def play(self, network: Network, older: Network | None, seed: str) -> Match:
        """The network at one side, the playout policy or an older self at the others."""
        theirs = POLICY if older is None else OLDER
        rows: list[Array] = []
        for side in range(self.sides):
            holders = np.full((self.games, self.players), theirs, np.int8)
            holders[:, side * self.team : (side + 1) * self.team] = LEARNER
            self.crowd.seat(holders, seed)
            rows.append(self._play_to_end(network, older, side * self.team))
        table = np.concatenate(rows)
        return Match(self.players, len(table), *(round(float(mean), 3) for mean in table.mean(0)))

    def _play_to_end(self, network: Network, older: Network | None, seat: int) -> Array:
        """For every first game of a row: won, own points, the best other's points."""
        crowd = self.crowd
        actor = Actor(network, crowd.size, crowd.reading.size, greedy=True, graphs=False)
        other = older and Actor(older, crowd.size, crowd.reading.size, graphs=False)
        over, rows = np.zeros(crowd.size, np.bool_), np.zeros((crowd.size, 3))
        for _ in range(LONGEST):
            seen = torch.from_numpy(crowd.arrays.rows).to(self.device)
            choice = actor(seen)[0].cpu().numpy()
            if other:
                mine = crowd.arrays.seats // self.team == seat // self.team
                choice = np.where(mine, choice, other(seen)[0].cpu().numpy())
            crowd.step(choice)
            crowd.wait()
            ended = crowd.arrays.done & ~over
            rows[ended] = self._outcome(crowd, ended, seat)
            over |= ended
            if over.all():
                break
        return rows[over]

    def _outcome(self, crowd: Crowd, ended: Array, seat: int) -> Array:
        scores = crowd.arrays.scores[ended].astype(float)
        won = crowd.arrays.won[ended, :: self.team] > 0
        others = np.delete(scores, slice(seat, seat + self.team), axis=1).max(1)
        tied = won.sum(1) == 0  # all sides won: the reward is nothing
        share = np.where(tied, 1 / won.shape[1], won[:, seat // self.team] / np.maximum(won.sum(1), 1))
        return np.stack([share, scores[:, seat], others], 1)
