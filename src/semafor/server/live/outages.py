"""Time in which the server did not run, or which its clock skipped: players' clocks do not count it."""

import time
from collections.abc import Iterable
from contextlib import suppress

from sqlalchemy import insert, select

from semafor.server import clock
from semafor.server.server_errors import Taken
from semafor.server.storage.database_schema import outages, pulse
from semafor.server.storage.store import Store
from semafor.server.table.table import Table

BEAT_SECONDS = 20.0
"""How often the server stores that it is running."""


class Outages:
    """Finds and stores outages, and computes what they cost the clocks of a table."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: list[tuple[float, float]] = []
        self._beat = -BEAT_SECONDS

    async def open(self) -> None:
        """Note the time since any process of this database last ran."""
        rows = await self._store.read(select(pulse.c.at))
        last, now = rows[0].at, clock.now()
        if 0.0 < last < now - clock.TOLERANCE:
            await self._note(last, now)
        await self.beat()

    async def beat(self) -> None:
        """Store now and then that the server is running, and which time was skipped."""
        if time.monotonic() - self._beat < BEAT_SECONDS:
            return
        await self._store.pulse(clock.now())
        rows = await self._store.read(select(outages))
        self._known = [(row.began, row.ended) for row in rows]
        for began, ended in set(clock.skipped).difference(self._known):
            await self._note(began, ended)
        self._beat = time.monotonic()

    async def _note(self, began: float, ended: float) -> None:
        with suppress(Taken):
            await self._store.write(insert(outages).values(began=began, ended=ended))

    def lost(self, table: Table) -> float:
        """Seconds by which to move the clocks of a table; negative if its time is ahead of the server's."""
        if table.status == "over":
            return 0.0
        if table.updated > clock.now() + clock.TOLERANCE:
            return clock.now() - table.updated
        if table.status != "playing" or table.setup.time.kind == "none":
            return 0.0
        return time_within((*self._known, *clock.skipped), table.updated)


def time_within(spans: Iterable[tuple[float, float]], since: float) -> float:
    """Seconds after a moment that lie within at least one of the spans."""
    total, reached = 0.0, since
    for began, ended in sorted(spans):
        total += max(0.0, ended - max(began, reached))
        reached = max(reached, ended)
    return total
