"""A table in memory, with the clients connected to it."""

import asyncio
import time
from typing import Protocol

from semafor.server.table.table import Table

PRESENCE_SECONDS = 60.0
"""Seconds after which the presence reported by another process expires."""


class TableListener(Protocol):
    """A client that receives what happens at a table."""

    seats: tuple[int, ...]

    def holds(self, table: Table) -> bool:
        """Whether the client still holds its seats."""

    def evict(self) -> None:
        """Close the connection: the client has lost a seat, or its device was signed out."""

    def tell(self, text: bytes) -> None:
        """Send an encoded message without waiting for it."""

    def end(self) -> None:
        """Close the connection: the table was deleted."""


class LiveTable:
    """A table in memory, with the clients connected to it."""

    __slots__ = (
        "announced",
        "delay_task",
        "delayed",
        "delayed_versions",
        "elsewhere",
        "foreign",
        "listeners",
        "lock",
        "owner",
        "presence_timer",
        "sent_online",
        "stale",
        "table",
        "touched",
    )

    def __init__(self, table: Table, owner: str) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.listeners: set[TableListener] = set()
        self.owner = owner
        """Whose turn its bots take, as stored with the table."""
        self.stale = False
        """Whether the journal may have newer entries."""
        self.foreign = False
        """Whether the newest entry came from another process."""
        self.touched = time.monotonic()
        self.delayed: Table | None = None
        """The table as delayed spectators see it; None without a delay."""
        self.delayed_versions: list[tuple[float, int]] = []
        """Versions that delayed spectators have not seen yet, with the time at which they may."""
        self.delay_task: asyncio.Task[None] | None = None
        self.presence_timer: asyncio.TimerHandle | None = None
        self.announced: tuple[int, ...] = ()
        self.sent_online: frozenset[int] = frozenset()
        self.elsewhere: dict[str, tuple[float, tuple[int, ...]]] = {}
        """For each other process: the seats connected to it, and when it reported them."""

    @property
    def here(self) -> tuple[int, ...]:
        """The seats with a connection to this process."""
        return tuple(sorted({seat for listener in self.listeners for seat in listener.seats}))

    @property
    def online(self) -> frozenset[int]:
        """The seats with a connection to any process."""
        if not self.elsewhere:
            return frozenset(self.here)
        fresh = time.monotonic() - PRESENCE_SECONDS
        told = [seats for at, seats in self.elsewhere.values() if at > fresh]
        return frozenset(self.here).union(*told)
