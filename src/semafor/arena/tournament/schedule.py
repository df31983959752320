"""A tournament: which games it consists of, each known by its number alone."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

import msgspec

from semafor.arena.tournament.bot_game import Table
from semafor.arena.tournament.lineups import LineUp, line_ups
from semafor.arena.tournament.played_game import FailedGame
from semafor.boards.model import Board
from semafor.errors import BadSetup

if TYPE_CHECKING:
    from semafor.arena.tournament.move_watch import Watch
    from semafor.arena.tournament.played_game import Outcome


class Tournament(msgspec.Struct, frozen=True, dict=True):
    """Bots on a board; the games have the numbers 0, 1, 2, … and are the same whoever plays them."""

    board: Board
    players: int
    bots: tuple[str, ...]
    seed: str
    challenger: str | None = None
    """Only this bot meets the others."""
    keep_records: bool = False
    """Whether every game comes with all its decisions."""

    def check(self) -> None:
        """BadSetup where no such tournament can be played."""
        allowed = self.board.options.players
        if self.players not in allowed:
            raise BadSetup("players", title=self.board.title, allowed=allowed, players=self.players)
        if len(self.bots) < 2:
            raise BadSetup("bots", case="too-few")
        if len(set(self.bots)) < len(self.bots):
            raise BadSetup("bots")
        if self.challenger is not None and self.challenger not in self.bots:
            raise BadSetup("bots", challenger=self.challenger)

    @property
    def team_size(self) -> int:
        """Seats a side."""
        return self.board.options.team_size

    @property
    def line_ups(self) -> tuple[LineUp, ...]:
        """The line-ups in which every deal is played."""
        challenger = None if self.challenger is None else self.bots.index(self.challenger)
        return line_ups(len(self.bots), self.players // self.team_size, challenger)

    def deals_for(self, games: int) -> int:
        """The fewest whole deals that are at least so many games."""
        return ceil(games / len(self.line_ups))

    def seats(self, order: int) -> list[str]:
        """The bots of a line-up by seat."""
        line_up = self.line_ups[order]
        return [self.bots[line_up[seat // self.team_size]] for seat in range(self.players)]

    def play(self, number: int, watch: Watch | None = None) -> Outcome:
        """Play one of the games to its end."""
        deal, order = divmod(number, len(self.line_ups))
        return Table(self.board, self.seats(order), self.seed, deal, order).play(watch, self.keep_records)

    def failed(self, number: int, seat: int, problem: str) -> FailedGame:
        """A game that a bot's seat ended together with its process."""
        deal, order = divmod(number, len(self.line_ups))
        return FailedGame(deal, order, self.seats(order)[seat], seat, problem)
