"""Delayed spectators: each version is read from the journal and sent when it is old enough."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable

from semafor.errors import SemaforError
from semafor.server.live.broadcast import tell
from semafor.server.live.live_table import LiveTable
from semafor.server.storage.store import Store
from semafor.server.table.journal import Written
from semafor.server.table.table import Table

RETRY_SECONDS = 1.0

Advance = Callable[[Table, Iterable[Written]], Awaitable[Table]]


class DelayedTables:
    """Sends delayed updates; stores one delayed table and version numbers per table."""

    def __init__(self, store: Store, advance: Advance, lives: dict[str, LiveTable]) -> None:
        self._store = store
        self._advance = advance
        self._lives = lives

    def tell_later(self, live: LiveTable, before: Table, after: Table) -> None:
        """Send a new version to spectators after the delay."""
        if live.trail is None:
            live.trail = before
        live.later.append((time.monotonic() + after.setup.spectator_delay, after.version))
        if live.trailing is None or live.trailing.done():
            live.trailing = asyncio.create_task(self._follow(live))

    async def _follow(self, live: LiveTable) -> None:
        while live.later and self._lives.get(live.table.id, live) is live:
            due, version = live.later[0]
            await asyncio.sleep(due - time.monotonic())
            try:
                await self._tell(live, version)
            except SemaforError:
                await asyncio.sleep(RETRY_SECONDS)
            else:
                live.later.pop(0)

    async def _tell(self, live: LiveTable, version: int) -> None:
        assert live.trail is not None
        before = live.trail
        entries = await self._store.tail(live.table.id, before.version)
        seen = [written for written in entries if written.number <= version]
        after = await self._advance(before, seen)
        live.trail = after
        if before.version < after.version:
            tell(live, before, after, [one for one in live.listeners if not one.seats])


def seen_table(live: LiveTable, seats: tuple[int, ...]) -> Table:
    """The table as connections with these seats may see it now."""
    return live.table if seats or live.trail is None else live.trail
