"""Distributions, win rates, and the finished games of a tournament by deal."""

from __future__ import annotations

from collections import defaultdict
from itertools import permutations
from math import ceil, sqrt
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from semafor.arena.series import rows_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from semafor.arena.games_file import PlayedGame
    from semafor.arena.schedule import LineUp, Tournament

    Parts = NDArray[np.int64]
    Floats = NDArray[np.float64]

BARS = 12
"""Maximum number of bars of a histogram."""


class Spread(msgspec.Struct, frozen=True):
    """The distribution of a number over many games."""

    min: int
    median: int
    mean: float
    deviation: float
    p95: int
    """The 95th percentile."""
    max: int


class Bar(msgspec.Struct, frozen=True):
    """How often a number from `first` to `last` occurred."""

    first: int
    last: int
    count: int


class Histogram:
    """Exact counts of integers, independent of the order in which they are added."""

    def __init__(self) -> None:
        self.low = 0
        self.counts = np.zeros(0, np.int64)  # of low, low + 1, …

    def add(self, values: NDArray[Any]) -> None:
        """Count all values of an array."""
        numbers = values.astype(np.int64).ravel()
        if numbers.size:
            self._make_room(int(numbers.min()), int(numbers.max()))
            self.counts += np.bincount(numbers - self.low, minlength=len(self.counts))

    def _make_room(self, lowest: int, highest: int) -> None:
        """Widen the range of the counts if necessary."""
        if not len(self.counts):
            self.low = lowest
        before = max(0, self.low - lowest)
        after = max(0, highest + 1 - self.low - len(self.counts))
        self.low -= before
        self.counts = np.pad(self.counts, (before, after))

    @property
    def values(self) -> NDArray[np.int64]:
        """Return the numbers that `counts` counts."""
        return np.arange(self.low, self.low + len(self.counts), dtype=np.int64)

    @property
    def size(self) -> int:
        """The number of values."""
        return int(self.counts.sum())

    def quantile(self, part: float) -> int:
        """Return the smallest value such that at least this part of all values is not larger."""
        reached = self.counts.cumsum() >= max(1, part * self.size)
        return self.low + int(reached.argmax())

    def mean(self) -> float:
        """Return the mean."""
        return int(self.counts @ self.values) / self.size

    def deviation(self) -> float:
        """Return the sample standard deviation; 0 for a single value."""
        total = int(self.counts @ self.values)
        squares = int(self.counts @ self.values**2)
        return sample_deviation(self.size, total, squares)

    def spread(self) -> Spread:
        """Return the summary of the distribution."""
        return Spread(
            min=self.low,
            median=self.quantile(0.5),
            mean=self.mean(),
            deviation=self.deviation(),
            p95=self.quantile(0.95),
            max=self.low + len(self.counts) - 1,
        )

    def bars(self, most: int = BARS) -> list[Bar]:
        """Return all values in at most this number of bars of equal width."""
        width = ceil(len(self.counts) / most)
        return [
            Bar(self.low + i, self.low + i + width - 1, int(self.counts[i : i + width].sum()))
            for i in range(0, len(self.counts), width)
        ]


def sample_deviation(size: int, total: int, squares: int) -> float:
    """Return the sample standard deviation from exact sums."""
    if size < 2:
        return 0.0
    return sqrt((size * squares - total * total) / (size * (size - 1)))


WHOLE = 60
"""Parts of a win; it can be shared evenly by one to six sides."""


class WinShare(msgspec.Struct, frozen=True):
    """The share of games that a side or seat won."""

    alone: int
    shared: int
    share: float
    """Wins per game; a win shared by n counts 1/n."""
    standard_error: float
    expected: float
    """The share if the seat made no difference."""


def parts_of_wins(ranks: NDArray[Any]) -> Parts:
    """Return [game, side]: each side's part of the win, in WHOLE parts."""
    winners = (ranks == 1).astype(np.int64)
    parts: Parts = winners * (WHOLE // winners.sum(axis=1, keepdims=True))
    return parts


class WinCounts:
    """Wins of several sides or seats over many games."""

    def __init__(self, rivals: int) -> None:
        self.games = 0
        self.alone = np.zeros(rivals, np.int64)
        self.shared = np.zeros(rivals, np.int64)
        self.parts = np.zeros(rivals, np.int64)
        self.squares = np.zeros(rivals, np.int64)

    def add(self, parts: Parts) -> None:
        """Add games: [game, side] the part of the win."""
        self.games += len(parts)
        self.alone += (parts == WHOLE).sum(axis=0)
        self.shared += ((parts > 0) & (parts < WHOLE)).sum(axis=0)
        self.parts += parts.sum(axis=0)
        self.squares += (parts * parts).sum(axis=0)

    def share(self, rival: int, expected: float) -> WinShare:
        """Return the share of wins of one of them."""
        parts, squares = int(self.parts[rival]), int(self.squares[rival])
        deviation = sample_deviation(self.games, parts, squares) / WHOLE
        return WinShare(
            alone=int(self.alone[rival]),
            shared=int(self.shared[rival]),
            share=parts / (WHOLE * self.games),
            standard_error=deviation / sqrt(self.games),
            expected=expected,
        )


Matchup = tuple[int, tuple[int, ...]]
"""A bot that sits alone at a table, and the other bots there in ascending order."""


class Deals:
    """Games by deal and line-up."""

    def __init__(self, tournament: Tournament, games: Iterable[PlayedGame]) -> None:
        self.tournament = tournament
        self.line_ups = tournament.line_ups
        self.by_deal: dict[int, dict[int, PlayedGame]] = defaultdict(dict)
        for game in games:
            self.add(game)

    def add(self, game: PlayedGame) -> None:
        """Add a game."""
        self.by_deal[game.deal][game.order] = game

    def is_whole(self, deal: int) -> bool:
        """Return whether a deal was played in every line-up."""
        return deal in self.by_deal and len(self.by_deal[deal]) == len(self.line_ups)

    def whole(self) -> list[int]:
        """Return the deals that were played in every line-up."""
        return sorted(deal for deal in self.by_deal if self.is_whole(deal))

    def games(self, deals: Iterable[int]) -> list[PlayedGame]:
        """Return all games of some deals."""
        orders = range(len(self.line_ups))
        return [self.by_deal[deal][order] for deal in deals for order in orders]

    def compared(self, deals: list[int]) -> Floats:
        """Return [deal, i, j]: how often bot i ended above bot j; equal ranks count half."""
        bots = len(self.tournament.bots)
        wins = np.zeros((len(deals), bots, bots))
        for place, deal in enumerate(deals):
            for order, line_up in enumerate(self.line_ups):
                _compare(wins[place], line_up, self.by_deal[deal][order])
        return wins

    def won(self, deals: list[int]) -> Floats:
        """Return [deal, line-up, side]: each side's part of the win."""
        ranks = rows_of(self.games(deals))["rank"][:, : len(self.line_ups[0])]
        parts: Floats = parts_of_wins(ranks) / WHOLE
        return parts.reshape(len(deals), len(self.line_ups), -1)

    def matchups(self) -> dict[Matchup, list[tuple[int, int]]]:
        """Return for every bot alone against others the (line-up, side) pairs where it sits."""
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


Z = 1.959964
"""Half the width of a 95 % interval, in standard deviations."""


class Rate(msgspec.Struct, frozen=True):
    """A share of games with its 95 % interval."""

    rate: float
    low: float
    high: float
    games: int


def rate_of(wins: Floats, games_a_deal: float | None = None) -> Rate:
    """Return the rate from [deal, game] parts of wins, or from sums over `games_a_deal` games."""
    deals = len(wins)
    in_deal = wins.shape[1] if games_a_deal is None else games_a_deal
    means = wins.sum(axis=1) / in_deal
    rate = float(means.mean())
    games = round(deals * in_deal)
    low, high = wilson(rate, _independent(means, rate, games))
    return Rate(rate, low, high, games)


def _independent(means: Floats, rate: float, games: int) -> float:
    """Return the number of independent games with the same information as these deals."""
    if len(means) < 2:
        return 1.0  # the variance of deals is unknown
    spread = float(means.var(ddof=1))
    chance = rate * (1 - rate)
    return min(games, max(1.0, chance * len(means) / spread)) if spread > 0 else games


def wilson(rate: float, games: float) -> tuple[float, float]:
    """Return the bounds of Wilson's 95 % interval."""
    base = 1 + Z * Z / games
    middle = (rate + Z * Z / (2 * games)) / base
    half = Z / base * sqrt(rate * (1 - rate) / games + Z * Z / (4 * games * games))
    return max(0.0, min(rate, middle - half)), min(1.0, max(rate, middle + half))
