"""The finished games of a tournament by deal: who ended above whom, and who won against which table."""

from __future__ import annotations

from collections import defaultdict
from itertools import permutations
from typing import TYPE_CHECKING

import numpy as np

from semafor.arena.rating.wins import WHOLE, parts_of_wins
from semafor.arena.simulate.bot_rows import rows_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from semafor.arena.tournament.lineups import LineUp
    from semafor.arena.tournament.played_game import PlayedGame
    from semafor.arena.tournament.schedule import Tournament

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
