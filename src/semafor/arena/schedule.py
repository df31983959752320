"""Tournaments: a set of games, each determined by its number."""

from __future__ import annotations

from contextlib import closing
from itertools import permutations
from math import ceil
from typing import TYPE_CHECKING

import msgspec

from semafor.arena.bot_game import BotTable, mistakes_forfeit
from semafor.arena.games_file import FailedGame, PlayedGame
from semafor.boards.model import Board
from semafor.errors import BadSetup
from semafor.words import Phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence

    from semafor.arena.bot_game import Watch
    from semafor.arena.game_workers import BotGames
    from semafor.arena.games_file import Journal, Outcome

    PlayGames = Callable[[BotGames, Sequence[int]], Generator[Outcome | None, None, None]]

LineUp = tuple[int, ...]
"""The number of the bot on each side."""


def line_ups(bots: int, sides: int, challenger: int | None = None) -> tuple[LineUp, ...]:
    """Return all line-ups of some bots, numbered from 0."""
    if challenger is not None:
        others = [bot for bot in range(bots) if bot != challenger]
        return tuple(found for other in others for found in _one_against_many(challenger, other, sides))
    if bots >= sides:
        return tuple(permutations(range(bots), sides))
    pairs = permutations(range(bots), 2)
    return tuple(found for one, other in pairs for found in _one_against_many(one, other, sides))


def _one_against_many(one: int, other: int, sides: int) -> list[LineUp]:
    """Return line-ups with one bot on each side in turn, and the other one elsewhere."""
    return [tuple(one if side == here else other for side in range(sides)) for here in range(sides)]


class Tournament(msgspec.Struct, frozen=True, dict=True):
    """Bots on a board; game 0, 1, 2, … is the same on any machine."""

    board: Board
    players: int
    bots: tuple[str, ...]
    seed: str
    challenger: str | None = None
    """If set, only this bot meets the others."""
    keep_records: bool = False
    """Whether games are returned with all their decisions."""

    def check(self) -> None:
        """Raise BadSetup if the tournament cannot be played."""
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
        """The number of seats per side."""
        return self.board.options.team_size

    @property
    def line_ups(self) -> tuple[LineUp, ...]:
        """The line-ups in which every deal is played."""
        challenger = None if self.challenger is None else self.bots.index(self.challenger)
        return line_ups(len(self.bots), self.players // self.team_size, challenger)

    def deals_for(self, games: int) -> int:
        """Return the smallest number of complete deals with at least this number of games."""
        return ceil(games / len(self.line_ups))

    def seats(self, order: int) -> list[str]:
        """Return the bots of a line-up by seat."""
        line_up = self.line_ups[order]
        return [self.bots[line_up[seat // self.team_size]] for seat in range(self.players)]

    def play(self, number: int, watch: Watch | None = None) -> Outcome:
        """Play a game."""
        deal, order = divmod(number, len(self.line_ups))
        return BotTable(self.board, self.seats(order), self.seed, deal, order).play(watch, self.keep_records)

    def failed(self, number: int, seat: int, problem: Phrase) -> FailedGame:
        """Return a game that failed because a bot ended its process."""
        deal, order = divmod(number, len(self.line_ups))
        return FailedGame(deal, order, self.seats(order)[seat], seat, problem)


class BotFailed(Exception):
    """A bot's mistake ended a game, and with it the tournament."""

    def __init__(self, failed: FailedGame) -> None:
        super().__init__(
            f"the bot {failed.bot} (seat {failed.seat}, deal {failed.deal}, line-up {failed.order}) "
            f"{failed.problem}"
        )
        self.failed = failed


def play_tournament(
    tournament: Tournament, deals: int, journal: Journal, play: PlayGames, forfeit: bool = False
) -> Generator[PlayedGame | None, None, None]:
    """Yield the missing games as they finish, and None now and then.

    A bot's mistake raises BotFailed, or with `forfeit` loses its game.
    """
    outcomes = play(tournament, missing(tournament, deals, journal.games))
    if forfeit:
        games = mistakes_forfeit(outcomes, tournament.players, tournament.team_size)
    else:
        games = without_mistakes(outcomes)
    for game in games:
        if game is not None:
            journal.add(game)
        yield game


def without_mistakes(
    outcomes: Generator[Outcome | None, None, None],
) -> Generator[PlayedGame | None, None, None]:
    """Yield the same games; raise BotFailed for a mistake."""
    with closing(outcomes):
        for outcome in outcomes:
            if isinstance(outcome, FailedGame):
                raise BotFailed(outcome)
            yield outcome


def missing(tournament: Tournament, deals: int, games: Sequence[PlayedGame]) -> list[int]:
    """Return the numbers of the missing games of the first deals."""
    orders = len(tournament.line_ups)
    there = {game.deal * orders + game.order for game in games}
    return [number for number in range(deals * orders) if number not in there]
