"""A series of games with the same bots at the same seats."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from semafor.arena.tournament.bot_game import Table
from semafor.arena.tournament.played_game import FailedGame
from semafor.boards.model import Board
from semafor.errors import BadSetup

if TYPE_CHECKING:
    from semafor.arena.tournament.move_watch import Watch
    from semafor.arena.tournament.played_game import Outcome


class Seating(msgspec.Struct, frozen=True):
    """Games 0, 1, 2, … of one seed: the same whoever plays them, in whatever order."""

    board: Board
    bots: tuple[str, ...]
    """By seat."""
    seed: str
    keep_records: bool = False
    """Whether every game comes with all its decisions."""

    def play(self, number: int, watch: Watch | None = None) -> Outcome:
        """Play one of the games to its end."""
        return Table(self.board, self.bots, self.seed, number).play(watch, self.keep_records)

    def failed(self, number: int, seat: int, problem: str) -> FailedGame:
        """A game that a bot's seat ended together with its process."""
        return FailedGame(number, 0, self.bots[seat], seat, problem)


def seats_for(bots: tuple[str, ...], players: int) -> tuple[str, ...]:
    """A bot for every seat: as named, or the only one everywhere; BadSetup where the number is wrong."""
    if len(bots) not in (1, players):
        raise BadSetup("bots-for-seats", n=len(bots), players=players)
    return bots if len(bots) == players else bots * players
