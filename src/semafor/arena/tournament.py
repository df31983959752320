"""A tournament: which games it consists of, each known by its number alone."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

import msgspec

from semafor.arena.lineups import LineUp, line_ups
from semafor.arena.simulate import TEAM_SIZE
from semafor.arena.table import Table
from semafor.boards.model import Board
from semafor.errors import BadSetup

if TYPE_CHECKING:
    from semafor.arena.played import Outcome


class Tournament(msgspec.Struct, frozen=True, dict=True):
    """Bots on a board; the games have the numbers 0, 1, 2, … and are the same whoever plays them."""

    board: Board
    players: int
    bots: tuple[str, ...]
    seed: str
    challenger: str | None = None
    """Only this bot meets the others."""

    def check(self) -> None:
        """BadSetup where no such tournament can be played."""
        allowed = self.board.options.players
        if self.players not in allowed:
            numbers = ", ".join(str(number) for number in allowed)
            raise BadSetup("players", f"{self.board.title.en} is for {numbers} players, not {self.players}.")
        if len(self.bots) < 2:
            raise BadSetup("bots", "A tournament needs at least two bots.")
        if len(set(self.bots)) < len(self.bots):
            raise BadSetup("bots", "Every bot can be named only once.")
        if self.challenger is not None and self.challenger not in self.bots:
            raise BadSetup("bots", f"The challenger '{self.challenger}' is none of the bots.")

    @property
    def team_size(self) -> int:
        """Seats a side."""
        return TEAM_SIZE if self.board.options.teams else 1

    @property
    def line_ups(self) -> tuple[LineUp, ...]:
        """The line-ups in which every deal is played."""
        challenger = None if self.challenger is None else self.bots.index(self.challenger)
        return line_ups(len(self.bots), self.players // self.team_size, challenger)

    def deals_for(self, games: int) -> int:
        """The fewest whole deals that are at least so many games."""
        return ceil(games / len(self.line_ups))

    def play(self, number: int) -> Outcome:
        """Play one of the games to its end."""
        deal, order = divmod(number, len(self.line_ups))
        line_up = self.line_ups[order]
        seats = [self.bots[line_up[seat // self.team_size]] for seat in range(self.players)]
        return Table(self.board, seats, self.seed, deal, order).play()
