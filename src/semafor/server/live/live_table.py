"""A table in memory, with those who look at it."""

from __future__ import annotations

import asyncio
import time
from typing import Protocol

from semafor.server.table.table import Table

PRESENCE_SECONDS = 60.0
"""So long another process is believed about who is connected to it."""


class Listener(Protocol):
    """Somebody who is told what happens at a table."""

    seats: tuple[int, ...]

    def holds(self, table: Table) -> bool:
        """Whether the seats are still theirs."""

    def evict(self) -> None:
        """A seat of theirs is theirs no longer."""

    def tell(self, text: bytes) -> None:
        """Send a message soon, without waiting."""

    def end(self) -> None:
        """There is nothing to be told any more."""


class LiveTable:
    """A table in memory, with those who look at it."""

    __slots__ = (
        "announced",
        "elsewhere",
        "foreign",
        "later",
        "listeners",
        "lock",
        "owner",
        "stale",
        "table",
        "telling_presence",
        "told_online",
        "touched",
        "trail",
        "trailing",
    )

    def __init__(self, table: Table, owner: str) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.owner = owner
        """Whose turn its bots take, as stored with the table."""
        self.stale = False
        """Whether the database may know more."""
        self.foreign = False
        """Whether the newest entry came from another process."""
        self.touched = time.monotonic()
        self.trail: Table | None = None
        """The table as spectators see it, where they are behind."""
        self.later: list[tuple[float, int]] = []
        """When spectators may see which versions."""
        self.trailing: asyncio.Task[None] | None = None
        self.telling_presence: asyncio.TimerHandle | None = None
        self.announced: tuple[int, ...] = ()
        self.told_online: frozenset[int] = frozenset()
        self.elsewhere: dict[str, tuple[float, tuple[int, ...]]] = {}
        """For other processes: when they last told which seats are connected to them."""

    @property
    def here(self) -> tuple[int, ...]:
        """The seats that are connected to this process."""
        return tuple(sorted({seat for listener in self.listeners for seat in listener.seats}))

    @property
    def online(self) -> frozenset[int]:
        """The seats that are connected anywhere."""
        if not self.elsewhere:
            return frozenset(self.here)
        fresh = time.monotonic() - PRESENCE_SECONDS
        told = [seats for at, seats in self.elsewhere.values() if at > fresh]
        return frozenset(self.here).union(*told)
