"""What is kept of a game between bots: one line of JSON, enough for every table and picture."""

from __future__ import annotations

import msgspec

from semafor.arena.thinking import Thinking


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


class PlayedGame(msgspec.Struct, frozen=True, tag="game"):
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


class FailedGame(msgspec.Struct, frozen=True, tag="failed"):
    """A game that a bot's mistake ended: it raised an error or named an illegal move."""

    deal: int
    order: int
    bot: str
    seat: int
    problem: str
    """What went wrong, in one line."""
    trace: str
    """Where the bot raised it; empty for an illegal move."""
    record: str
    """The game up to there as JSON: `semafor replay` shows it."""


Outcome = PlayedGame | FailedGame
