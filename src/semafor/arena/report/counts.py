"""What the pictures of a tournament show, counted: scores, victories by turn, tickets, routes."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from semafor.arena.rating.comparisons import Deals
from semafor.arena.rating.intervals import Rate, wilson
from semafor.arena.rating.standings import sides_of
from semafor.arena.rating.wins import WHOLE, parts_of_wins
from semafor.arena.simulate.bot_rows import rows_of

if TYPE_CHECKING:
    from semafor.arena.rating.standings import Standings
    from semafor.arena.tournament.played_game import PlayedGame, PlayedSide
    from semafor.arena.tournament.schedule import Tournament


class TicketCount(msgspec.Struct, frozen=True):
    """How often a ticket was held to the end, and what came of it."""

    name: str
    points: int
    held: int
    completed: int

    @property
    def rate(self) -> float:
        """The part of its holders who completed it."""
        return self.completed / self.held

    @property
    def mean(self) -> float:
        """Points it brought on average."""
        return self.points * (2 * self.completed - self.held) / self.held


class Counts:
    """The counted games of a tournament, by bot."""

    def __init__(self, tournament: Tournament, games: list[PlayedGame], found: Standings) -> None:
        deals = Deals(tournament, games)
        self.tournament = tournament
        self.games = deals.games(deals.whole()[: found.deals])
        self.sides: dict[str, list[PlayedSide]] = {
            bot: sides_of(tournament, number, self.games) for number, bot in enumerate(tournament.bots)
        }

    def scores(self) -> dict[str, list[int]]:
        """Every final score."""
        return {bot: [side.score for side in sides] for bot, sides in self.sides.items()}

    def turns(self) -> list[int]:
        """The length of every game."""
        return [game.turns for game in self.games]

    def wins_by_place(self) -> dict[str, list[Rate]]:
        """Each bot's part of the victories, by the place of its side in the order of turns."""
        ranks = rows_of(self.games)["rank"][:, : len(self.games[0].sides)]
        parts = parts_of_wins(ranks) / WHOLE
        line_ups = np.array([self.tournament.line_ups[game.order] for game in self.games])
        places = np.array([self._places(game) for game in self.games])
        return {
            bot: [_plain_rate(parts[(line_ups == n) & (places == place)]) for place in range(ranks.shape[1])]
            for n, bot in enumerate(self.tournament.bots)
        }

    def _places(self, game: PlayedGame) -> list[int]:
        """For each side how many sides have their first turn before it."""
        players, size = self.tournament.players, self.tournament.team_size
        turns = [(seat - game.first) % players for seat in range(players)]
        soonest = [min(turns[side * size : (side + 1) * size]) for side in range(players // size)]
        return [sorted(soonest).index(turn) for turn in soonest]

    def routes(self, bot: str | None = None) -> list[float]:
        """How often each route was claimed by a bot, a side and game; by anyone in a game without one."""
        bots = self.tournament.bots if bot is None else (bot,)
        claimed = Counter(route for name in bots for side in self.sides[name] for route in side.routes)
        chances = len(self.games) if bot is None else len(self.sides[bot])
        return [claimed[route] / max(1, chances) for route in range(len(self.tournament.board.routes))]

    def tickets(self, bot: str | None = None) -> list[TicketCount]:
        """All tickets that a bot, or anyone, held to the end, the most profitable first."""
        held, done = Counter[int](), Counter[int]()
        for side in (side for name, sides in self.sides.items() if bot in (None, name) for side in sides):
            held.update(list(side.tickets))
            done.update(ticket for ticket, completed in side.tickets.items() if completed)
        board = self.tournament.board
        found = [TicketCount(board.ticket_names[n], board.tickets[n].points, held[n], done[n]) for n in held]
        return sorted(found, key=lambda ticket: (-ticket.mean, ticket.name))


def _plain_rate(wins: np.ndarray[tuple[int], np.dtype[np.float64]]) -> Rate:
    """A rate of games of different deals."""
    if not len(wins):
        return Rate(0.0, 0.0, 1.0, 0)
    rate = float(wins.mean())
    return Rate(rate, *wilson(rate, len(wins)), len(wins))
