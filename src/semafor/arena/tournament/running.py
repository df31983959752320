"""Playing a tournament: the games that its file does not hold yet, each kept as soon as it is finished."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

from semafor.arena.tournament.forfeits import mistakes_forfeit
from semafor.arena.tournament.played_game import FailedGame, PlayedGame

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence

    from semafor.arena.tournament.games_file import Journal
    from semafor.arena.tournament.played_game import Outcome
    from semafor.arena.tournament.schedule import Tournament
    from semafor.arena.tournament.workers import Games

    PlayGames = Callable[[Games, Sequence[int]], Generator[Outcome | None, None, None]]


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
    """The games still missing as they are finished, and None now and then.

    A bot's mistake is BotFailed, or with `forfeit` costs its game.
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
    """The same as long as no bot makes a mistake: then BotFailed."""
    with closing(outcomes):
        for outcome in outcomes:
            if isinstance(outcome, FailedGame):
                raise BotFailed(outcome)
            yield outcome


def missing(tournament: Tournament, deals: int, games: Sequence[PlayedGame]) -> list[int]:
    """The numbers of the games of the first deals that are not there yet."""
    orders = len(tournament.line_ups)
    there = {game.deal * orders + game.order for game in games}
    return [number for number in range(deals * orders) if number not in there]
