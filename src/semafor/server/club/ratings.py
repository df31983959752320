"""Ratings with uncertainty, for two and more players and for teams: always the sum of all games that count.

They are not stored but counted anew from the results, in the order in which the games ended. So every server
has the same ones, and a season is nothing but its own games.
"""

from __future__ import annotations

from collections.abc import Iterable
from statistics import fmean

import msgspec
from openskill.models import PlackettLuce, PlackettLuceRating

SCALE = 60.0
"""Points a unit of the model: everyone begins with 1500."""
SPREAD = 2.0
"""The true strength lies within so many deviations, nineteen times in twenty."""


class RatedGame(msgspec.Struct, frozen=True):
    """Who played with whom, and in which order the sides ended (1 is the best)."""

    sides: tuple[tuple[str, ...], ...]
    ranks: tuple[int, ...]


class Standing(msgspec.Struct):
    """A player in the table."""

    mu: float
    sigma: float
    games: int = 0
    wins: int = 0

    @property
    def rating(self) -> int:
        """For people."""
        return round(self.mu * SCALE)

    @property
    def spread(self) -> int:
        """How far from it the true strength may be."""
        return round(SPREAD * self.sigma * SCALE)


def rate(games: Iterable[RatedGame]) -> dict[str, Standing]:
    """Everyone's standing after these games."""
    model = PlackettLuce()
    standings: dict[str, Standing] = {}
    for game in games:
        _play(model, standings, game)
    return standings


def _play(model: PlackettLuce, standings: dict[str, Standing], game: RatedGame) -> None:
    for player in {player for side in game.sides for player in side} - standings.keys():
        fresh = model.rating()
        standings[player] = Standing(fresh.mu, fresh.sigma)
    teams = [[_rating(model, standings[player]) for player in side] for side in game.sides]
    after = model.rate(teams, ranks=[float(rank) for rank in game.ranks])
    changes: dict[str, list[PlackettLuceRating]] = {}
    for side, rated in zip(game.sides, after, strict=True):
        for player, one in zip(side, rated, strict=True):
            changes.setdefault(player, []).append(one)
    best = min(game.ranks)
    winners = {
        player for side, rank in zip(game.sides, game.ranks, strict=True) if rank == best for player in side
    }
    for player, found in changes.items():  # a bot of one level may sit on several seats
        standing = standings[player]
        standing.mu, standing.sigma = fmean(one.mu for one in found), fmean(one.sigma for one in found)
        standing.games += 1
        standing.wins += player in winners


def _rating(model: PlackettLuce, standing: Standing) -> PlackettLuceRating:
    return model.rating(mu=standing.mu, sigma=standing.sigma)
