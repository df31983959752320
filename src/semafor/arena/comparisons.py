"""The finished games of a tournament by deal: who ended above whom, and who won against which table."""

from __future__ import annotations

from collections import defaultdict
from itertools import permutations
from math import sqrt
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from semafor.arena.histogram import sample_deviation
from semafor.arena.series import rows_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Parts = NDArray[np.int64]

WHOLE = 60
"""A win has so many parts: it can be shared evenly by one to six sides."""


class WinShare(msgspec.Struct, frozen=True):
    """The part of all games that somebody won."""

    alone: int
    shared: int
    share: float
    """Wins by all games, a victory shared by n counting 1/n."""
    standard_error: float
    expected: float
    """The share if it made no difference where one sits."""


def parts_of_wins(ranks: NDArray[Any]) -> Parts:
    """[game, side]: the part of each game's victory that each side has, in WHOLE parts."""
    winners = (ranks == 1).astype(np.int64)
    parts: Parts = winners * (WHOLE // winners.sum(axis=1, keepdims=True))
    return parts


class WinCounts:
    """Wins of a few rivals over many games."""

    def __init__(self, rivals: int) -> None:
        self.games = 0
        self.alone = np.zeros(rivals, np.int64)
        self.shared = np.zeros(rivals, np.int64)
        self.parts = np.zeros(rivals, np.int64)
        self.squares = np.zeros(rivals, np.int64)

    def add(self, parts: Parts) -> None:
        """Count games: [game, rival] the part of the victory."""
        self.games += len(parts)
        self.alone += (parts == WHOLE).sum(axis=0)
        self.shared += ((parts > 0) & (parts < WHOLE)).sum(axis=0)
        self.parts += parts.sum(axis=0)
        self.squares += (parts * parts).sum(axis=0)

    def share(self, rival: int, expected: float) -> WinShare:
        """What one of the rivals won."""
        parts, squares = int(self.parts[rival]), int(self.squares[rival])
        deviation = sample_deviation(self.games, parts, squares) / WHOLE
        return WinShare(
            alone=int(self.alone[rival]),
            shared=int(self.shared[rival]),
            share=parts / (WHOLE * self.games),
            standard_error=deviation / sqrt(self.games),
            expected=expected,
        )


if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from semafor.arena.games_file import PlayedGame
    from semafor.arena.schedule import LineUp, Tournament

    Floats = NDArray[np.float64]

Matchup = tuple[int, tuple[int, ...]]
"""A bot that sits alone at a table, and the others there in ascending order."""


class Deals:
    """Games by deal and line-up; what is asked about whole deals comes in their order."""

    def __init__(self, tournament: Tournament, games: Iterable[PlayedGame]) -> None:
        self.tournament = tournament
        self.line_ups = tournament.line_ups
        self.by_deal: dict[int, dict[int, PlayedGame]] = defaultdict(dict)
        for game in games:
            self.add(game)

    def add(self, game: PlayedGame) -> None:
        """Take in one more game."""
        self.by_deal[game.deal][game.order] = game

    def is_whole(self, deal: int) -> bool:
        """Whether a deal was played in every line-up."""
        return deal in self.by_deal and len(self.by_deal[deal]) == len(self.line_ups)

    def whole(self) -> list[int]:
        """The deals that were played in every line-up."""
        return sorted(deal for deal in self.by_deal if self.is_whole(deal))

    def games(self, deals: Iterable[int]) -> list[PlayedGame]:
        """All games of some deals."""
        orders = range(len(self.line_ups))
        return [self.by_deal[deal][order] for deal in deals for order in orders]

    def compared(self, deals: list[int]) -> Floats:
        """[deal, i, j]: how often bot i ended above bot j, the same rank counting half."""
        bots = len(self.tournament.bots)
        wins = np.zeros((len(deals), bots, bots))
        for place, deal in enumerate(deals):
            for order, line_up in enumerate(self.line_ups):
                _compare(wins[place], line_up, self.by_deal[deal][order])
        return wins

    def won(self, deals: list[int]) -> Floats:
        """[deal, line-up, side]: the part of each victory that each side has."""
        ranks = rows_of(self.games(deals))["rank"][:, : len(self.line_ups[0])]
        parts: Floats = parts_of_wins(ranks) / WHOLE
        return parts.reshape(len(deals), len(self.line_ups), -1)

    def matchups(self) -> dict[Matchup, list[tuple[int, int]]]:
        """For every bot alone against others: the (line-up, side) pairs where it sits so."""
        found: dict[Matchup, list[tuple[int, int]]] = defaultdict(list)
        for order, line_up in enumerate(self.line_ups):
            for side, bot in enumerate(line_up):
                if line_up.count(bot) == 1:
                    others = tuple(sorted(other for other in line_up if other != bot))
                    found[bot, others].append((order, side))
        return dict(found)


def _compare(wins: Floats, line_up: LineUp, game: PlayedGame) -> None:
    """Add a game's comparisons between sides of different bots."""
    for one, other in permutations(range(len(line_up)), 2):
        if line_up[one] != line_up[other]:
            above, below = game.sides[one].rank, game.sides[other].rank
            wins[line_up[one], line_up[other]] += 1.0 if above < below else 0.5 * (above == below)


if TYPE_CHECKING:
    from numpy.typing import NDArray


Z = 1.959964
"""Standard deviations from the middle to the ends of a 95 % interval."""


class Rate(msgspec.Struct, frozen=True):
    """A part of all games, and its 95 % interval."""

    rate: float
    low: float
    high: float
    games: int


def rate_of(wins: Floats, games_a_deal: float | None = None) -> Rate:
    """The rate of [deal, game] parts of wins; sums of several games where `games_a_deal` says so."""
    deals = len(wins)
    in_deal = wins.shape[1] if games_a_deal is None else games_a_deal
    means = wins.sum(axis=1) / in_deal
    rate = float(means.mean())
    games = round(deals * in_deal)
    low, high = wilson(rate, _independent(means, rate, games))
    return Rate(rate, low, high, games)


def _independent(means: Floats, rate: float, games: int) -> float:
    """How many independent games tell as much as these deals."""
    if len(means) < 2:
        return 1.0  # nothing is known of how deals differ
    spread = float(means.var(ddof=1))
    chance = rate * (1 - rate)
    return min(games, max(1.0, chance * len(means) / spread)) if spread > 0 else games


def wilson(rate: float, games: float) -> tuple[float, float]:
    """The ends of Wilson's 95 % interval."""
    base = 1 + Z * Z / games
    middle = (rate + Z * Z / (2 * games)) / base
    half = Z / base * sqrt(rate * (1 - rate) / games + Z * Z / (4 * games * games))
    return max(0.0, min(rate, middle - half)), min(1.0, max(rate, middle + half))
