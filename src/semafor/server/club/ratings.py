"""Ratings with uncertainty, for two and more players and for teams, computed from all rated games.

They are not stored but computed from the results, in the order in which the games finished. So all servers
of a club have the same ratings, and the ratings of a season are those of its games alone.
"""

from collections.abc import Iterable
from statistics import fmean

import msgspec
from openskill.models import PlackettLuce, PlackettLuceRating

SCALE = 60.0
"""Points per unit of the model; everyone starts with 1500."""
SPREAD = 2.0
"""Standard deviations within which the true strength lies with a probability of 95 %."""


class RatedGame(msgspec.Struct, frozen=True):
    """The players of each side, and the rank of each side (1 is the best)."""

    sides: tuple[tuple[str, ...], ...]
    ranks: tuple[int, ...]


class Rating(msgspec.Struct):
    """The rating of a player."""

    mu: float
    sigma: float
    games: int = 0
    wins: int = 0

    @property
    def rating(self) -> int:
        """The rating in points."""
        return round(self.mu * SCALE)

    @property
    def spread(self) -> int:
        """How far the true strength may be from the rating, in points."""
        return round(SPREAD * self.sigma * SCALE)


def rate(games: Iterable[RatedGame]) -> dict[str, Rating]:
    """Return everyone's rating after these games."""
    ratings: dict[str, Rating] = {}
    for game in games:
        add_game(ratings, game)
    return ratings


_model = PlackettLuce()


def add_game(ratings: dict[str, Rating], game: RatedGame) -> None:
    """Change the ratings of the players of a game."""
    for player in {player for side in game.sides for player in side} - ratings.keys():
        fresh = _model.rating()
        ratings[player] = Rating(fresh.mu, fresh.sigma)
    teams = [[_rating(ratings[player]) for player in side] for side in game.sides]
    after = _model.rate(teams, ranks=[float(rank) for rank in game.ranks])
    changes: dict[str, list[PlackettLuceRating]] = {}
    for side, rated in zip(game.sides, after, strict=True):
        for player, one in zip(side, rated, strict=True):
            changes.setdefault(player, []).append(one)
    best = min(game.ranks)
    winners = {
        player for side, rank in zip(game.sides, game.ranks, strict=True) if rank == best for player in side
    }
    for player, found in changes.items():  # a bot of one level may sit on several seats
        rating = ratings[player]
        rating.mu, rating.sigma = fmean(one.mu for one in found), fmean(one.sigma for one in found)
        rating.games += 1
        rating.wins += player in winners


def _rating(rating: Rating) -> PlackettLuceRating:
    return _model.rating(mu=rating.mu, sigma=rating.sigma)
