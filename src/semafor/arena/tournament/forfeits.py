"""A bot's mistake costs its own game: the others share the victory, and the tournament goes on."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

from semafor.arena.tournament.played_game import FailedGame, Forfeit, PlayedGame, PlayedSide
from semafor.arena.tournament.thinking_times import Thinking

if TYPE_CHECKING:
    from collections.abc import Generator

    from semafor.arena.tournament.played_game import Outcome


def mistakes_forfeit(
    outcomes: Generator[Outcome | None, None, None], players: int, team_size: int
) -> Generator[PlayedGame | None, None, None]:
    """The same games, those that a mistake ended as lost by the bot that made it."""
    with closing(outcomes):
        for outcome in outcomes:
            yield forfeited(outcome, players, team_size) if isinstance(outcome, FailedGame) else outcome


def forfeited(failed: FailedGame, players: int, team_size: int) -> PlayedGame:
    """A game in which only the ranks count: the side of the mistake is last, all others win."""
    sides = players // team_size
    loser = failed.seat // team_size
    return PlayedGame(
        deal=failed.deal,
        order=failed.order,
        first=0,
        turns=0,
        decisions=0,
        stuck=False,
        held=(0,) * players,
        racked=(0,) * sides,
        sides=tuple(_side(sides if side == loser else 1) for side in range(sides)),
        forfeit=Forfeit(failed.seat, failed.bot, failed.problem),
    )


def _side(rank: int) -> PlayedSide:
    return PlayedSide(
        score=0,
        rank=rank,
        route_points=0,
        ticket_points=0,
        completed=0,
        longest=0,
        routes=(),
        tickets={},
        thinking=Thinking(),
    )
