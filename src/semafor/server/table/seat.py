"""A seat of a table and its player."""

import msgspec

from semafor.server.messages import Level, Reason
from semafor.server.table.keys import GONE

BOT_DECISIONS = 3
"""Decisions that a bot may make for a person whose result still counts as their own."""


class Seat(msgspec.Struct):
    """A seat and its player."""

    number: int
    reserved: bool
    name: str = ""
    person: str = ""
    key: str = ""
    """Hash of its key; empty while no person sits here."""
    bot: Level | None = None
    """Level of the bot that plays it now."""
    away: Reason | None = None
    since: float | None = None
    """Time since which the table waits for this seat."""
    left: float | None = None
    """Seconds on its clock when it began to run."""
    votes: tuple[int, ...] = ()
    host: bool = False
    """Whether this person made the table."""
    invited: bool = False
    """Whether this person used the invitation."""
    agreed: bool = True
    """Whether this person agreed to a rated game."""
    promise: str = ""
    """Hash of this person's part of the deal."""
    part: str | None = None
    """That part, once it is revealed."""
    bot_decisions: int = 0
    """Decisions that bots have made for the person here."""

    @property
    def free(self) -> bool:
        """Whether nobody plays it."""
        return not self.key and self.bot is None

    @property
    def abandoned(self) -> bool:
        """Whether bots made so many decisions that the result is not the person's."""
        return bool(self.key) and self.bot_decisions > BOT_DECISIONS

    @property
    def forgotten(self) -> bool:
        """Whether the person's account was deleted."""
        return self.person.startswith(GONE)

    def runs_out(self) -> float | None:
        """When its clock runs out; None if no clock runs."""
        return None if self.since is None or self.left is None else self.since + self.left
