"""What is kept of a game between bots: one line of JSON, enough for every table and picture."""

from __future__ import annotations

import msgspec

from semafor.arena.tournament.thinking_times import Thinking
from semafor.record import Record


class PlayedSide(msgspec.Struct, frozen=True):
    """What a side made of the game."""

    score: int
    rank: int
    route_points: int
    ticket_points: int
    completed: int
    longest: int
    routes: tuple[int, ...]
    """The numbers of its routes on the board."""
    tickets: dict[int, bool]
    """The numbers of its tickets, and whether each was completed."""
    thinking: Thinking


class Forfeit(msgspec.Struct, frozen=True):
    """The mistake of a bot that cost it the game."""

    seat: int
    bot: str
    problem: str
    """What went wrong, in one line of the terminal's language."""


class PlayedGame(msgspec.Struct, frozen=True, tag="game", omit_defaults=True):
    """A game that came to its end."""

    deal: int
    order: int
    """Which of the line-ups played it."""
    first: int
    """The seat that began."""
    turns: int
    decisions: int
    stuck: bool
    """Whether it ended because nobody could move (BASE-9)."""
    held: tuple[int, ...]
    """Tickets in the hand of each seat at the end."""
    racked: tuple[int, ...]
    """Tickets on the rack of each side."""
    sides: tuple[PlayedSide, ...]
    forfeit: Forfeit | None = None
    """Where a bot's mistake ended it: only the ranks count."""
    record: Record | None = None
    """Setup, seed and every decision, where they were asked for."""


class FailedGame(msgspec.Struct, frozen=True, tag="failed"):
    """A game that a bot's mistake ended: an error, an illegal move, a thought too long, a process ended."""

    deal: int
    order: int
    bot: str
    seat: int
    problem: str
    """What went wrong, in one line of the terminal's language."""
    trace: str = ""
    """Where the bot raised it; empty for an illegal move."""
    record: str = ""
    """The game up to there as JSON: `semafor replay` shows it; empty where the process is gone."""


Outcome = PlayedGame | FailedGame
