"""A seat of a table and who plays it now."""

from __future__ import annotations

import msgspec

from semafor.server.message_fields import Level, Reason
from semafor.server.table.keys import GONE

BOT_DECISIONS = 3
"""Decisions that a bot may make for a person whose result still counts as their own."""


class Seat(msgspec.Struct):
    """A seat and who plays it now."""

    number: int
    reserved: bool
    name: str = ""
    person: str = ""
    key: str = ""
    """The hash of its key; empty while no person sits here."""
    bot: Level | None = None
    """The level of the bot that plays it now."""
    away: Reason | None = None
    since: float | None = None
    """Since when the table waits for this seat."""
    left: float | None = None
    """Seconds on its clock when it began to run."""
    votes: tuple[int, ...] = ()
    host: bool = False
    """Whether who sits here made the table."""
    invited: bool = False
    """Whether who sits here came with the invitation."""
    agreed: bool = True
    """Whether who sits here agreed that the game counts, where it may."""
    promise: str = ""
    """The hash of what who sits here adds to the deal."""
    part: str | None = None
    """That part, once it is told."""
    bot_decisions: int = 0
    """Decisions that bots have made for the person here."""

    @property
    def free(self) -> bool:
        """Nobody plays it."""
        return not self.key and self.bot is None

    @property
    def abandoned(self) -> bool:
        """Whether bots made so many decisions that the result is not the person's."""
        return bool(self.key) and self.bot_decisions > BOT_DECISIONS

    @property
    def forgotten(self) -> bool:
        """Who sat here wanted to be forgotten."""
        return self.person.startswith(GONE)

    def runs_out(self) -> float | None:
        """When its time is over."""
        return None if self.since is None or self.left is None else self.since + self.left
