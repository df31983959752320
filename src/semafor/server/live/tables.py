"""Tables that are in memory, changed one entry at a time, each stored before it is told."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable, Sequence
from typing import Protocol

import msgspec
import structlog

from semafor.errors import SemaforError
from semafor.server.live.news import Grew, Here, Missed, News
from semafor.server.messages import Presence, ServerMessage
from semafor.server.metrics import ENTRIES, LIVE_TABLES, STORE_SECONDS
from semafor.server.storage.store import Store, Stored
from semafor.server.storage.writer import Change, NewTable, NotStored, Summary, Taken
from semafor.server.table.journal import Began, Entry, Written
from semafor.server.table.keys import new_id
from semafor.server.table.setup import Setup
from semafor.server.table.table import Table
from semafor.server.table.updates import card_of, update_of

PRESENCE_SECONDS = 60.0
"""So long another process is believed about who is connected to it."""
MAKE_ATTEMPTS = 8
"""How often a change is made anew because another process was faster."""

log = structlog.get_logger("semafor.tables")
encoder = msgspec.json.Encoder()


class NoSuchTable(SemaforError):
    """There is no table of this id."""

    def __init__(self) -> None:
        super().__init__("no-such-table")


class Listener(Protocol):
    """Somebody who is told what happens at a table."""

    seats: tuple[int, ...]

    def tell(self, text: str) -> None:
        """Send a message soon, without waiting."""

    def end(self) -> None:
        """There is nothing to be told any more."""


class LiveTable:
    """A table in memory, with those who look at it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.stale = False
        """Whether the database may know more."""
        self.foreign = False
        """Whether the newest entry came from another process."""
        self.touched = time.monotonic()
        self.trail: Table | None = None
        """The table as spectators see it, where they are behind."""
        self.elsewhere: dict[str, tuple[float, tuple[int, ...]]] = {}
        """For other processes: when they last told which seats are connected to them."""

    @property
    def here(self) -> tuple[int, ...]:
        """The seats that are connected to this process."""
        return tuple(sorted({seat for listener in self.listeners for seat in listener.seats}))

    @property
    def online(self) -> frozenset[int]:
        """The seats that are connected anywhere."""
        fresh = time.monotonic() - PRESENCE_SECONDS
        told = [seats for at, seats in self.elsewhere.values() if at > fresh]
        return frozenset(self.here).union(*told)


class LiveTables:
    """All tables of this process."""

    def __init__(
        self, store: Store, on_change: Callable[[LiveTable], None], publish: Callable[[News], None]
    ) -> None:
        self.store = store
        self._publish = publish
        self._process = new_id()
        self._looking: set[asyncio.Task[None]] = set()
        self.lives: dict[str, LiveTable] = {}
        self._on_change = on_change
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}

    # ---- finding -----------------------------------------------------------------------------

    async def find(self, table_id: str) -> LiveTable:
        """The table of this id, up to date; NoSuchTable or NoDatabase where that is not possible."""
        live = self.lives.get(table_id)
        if live is None:
            live = await self._load_once(table_id)
        elif live.stale:
            await self.catch_up(live)
        live.touched = time.monotonic()
        return live

    async def _load_once(self, table_id: str) -> LiveTable:
        """Load a table; who asks while it is being loaded gets the same one."""
        task = self._loading.get(table_id)
        if task is None:
            task = asyncio.create_task(self._load(table_id))
            self._loading[table_id] = task
            task.add_done_callback(lambda _: self._loading.pop(table_id, None))
        return await asyncio.shield(task)

    async def _load(self, table_id: str) -> LiveTable:
        stored = await self.store.load(table_id)
        if stored is None:
            raise NoSuchTable
        live = LiveTable(await asyncio.to_thread(rebuild, stored))
        if live.table.hides_game:
            seen = time.time() - stored.setup.spectator_delay
            live.trail = await asyncio.to_thread(rebuild, stored, seen)
            self._tell_later(live, live.trail, live.table)
        return self._welcome(live)

    def _welcome(self, live: LiveTable) -> LiveTable:
        self.lives[live.table.id] = live
        LIVE_TABLES.set(len(self.lives))
        self._on_change(live)
        return live

    def forget_idle(self, seconds: float) -> None:
        """Let go of tables that nobody has looked at for so long."""
        limit = time.monotonic() - seconds
        for table_id, live in list(self.lives.items()):
            if not live.listeners and live.touched < limit and not live.lock.locked():
                del self.lives[table_id]
        LIVE_TABLES.set(len(self.lives))

    def drop(self, live: LiveTable) -> None:
        """Let go of a table that has been deleted."""
        self.lives.pop(live.table.id, None)
        for listener in list(live.listeners):
            listener.end()

    # ---- changing ----------------------------------------------------------------------------

    async def create(self, table_id: str, setup: Setup, entries: Sequence[Entry]) -> LiveTable:
        """Make a table with its first entries and keep it; Taken if there is one of this id."""
        now = time.time()
        written = tuple(Written(number, now, entry) for number, entry in enumerate(entries, 1))
        stored = Stored(table_id, now, setup, written)
        table = rebuild(stored)
        await self.store.create(
            NewTable(
                id=table_id,
                created=now,
                setup=msgspec.json.encode(setup).decode(),
                public=setup.public,
                summary=_summary(table),
                entries=written,
            )
        )
        for one in written:
            ENTRIES.labels(type(one.entry).__name__).inc()
        live = LiveTable(table)
        if table.hides_game:
            self._tell_later(live, rebuild(stored, until=0.0), table)
        return self._welcome(live)

    async def change(self, live: LiveTable, make: Callable[[Table], Entry], known: str | None = None) -> int:
        """Store one more entry, then apply and tell it; the version it made.

        `make` says which entry, given the newest table, or raises what is wrong. An entry whose id
        is `known` already is not made again.
        """
        async with live.lock:
            for _ in range(MAKE_ATTEMPTS):
                if live.stale:
                    await self._catch_up(live)
                if known is not None and known in live.table.ids:
                    return live.table.ids[known]
                try:
                    return await self._store(live, make(live.table))
                except Taken:
                    live.stale = True
                except NotStored:
                    live.stale = True  # it may have been stored before the connection broke
                    raise
            raise NotStored

    async def _store(self, live: LiveTable, entry: Entry) -> int:
        before, now, start = live.table, time.time(), time.perf_counter()
        after = before.after(entry, max(now, before.updated))
        written = Written(after.version, after.updated, entry)
        await self.store.writer.write(Change(before.id, written, _summary(after)))
        STORE_SECONDS.observe(time.perf_counter() - start)
        ENTRIES.labels(type(entry).__name__).inc()
        live.foreign = False
        self._became(live, after)
        return after.version

    # ---- what others changed -----------------------------------------------------------------

    async def catch_up(self, live: LiveTable) -> None:
        """Apply what other processes have stored."""
        async with live.lock:
            await self._catch_up(live)

    async def _catch_up(self, live: LiveTable) -> None:
        entries = await self.store.tail(live.table.id, live.table.version)
        live.stale = False
        if entries:
            after = live.table.copy()
            for written in entries:
                after.apply(written)
            live.foreign = True
            self._became(live, after)

    def hear(self, news: News) -> None:
        """Take note of what another process tells."""
        match news:
            case Grew(table_id, version) if table_id in self.lives:
                self._look_soon(self.lives[table_id], version)
            case Here(table_id, process, seats) if table_id in self.lives and process != self._process:
                self._hear_presence(self.lives[table_id], process, seats)
            case Missed():
                for live in self.lives.values():
                    self._look_soon(live, live.table.version + 1)

    def _hear_presence(self, live: LiveTable, process: str, seats: tuple[int, ...]) -> None:
        if process not in live.elsewhere and live.listeners:
            self.announce(live)  # it has just opened the table and cannot know who is here
        live.elsewhere[process] = (time.monotonic(), seats)
        self._tell_presence(live)

    def _look_soon(self, live: LiveTable, version: int) -> None:
        if live.table.version < version:
            task = asyncio.create_task(self._look(live, version))
            self._looking.add(task)
            task.add_done_callback(self._looking.discard)

    async def _look(self, live: LiveTable, version: int) -> None:
        """Read the journal, unless this process was the one that wrote so far."""
        async with live.lock:
            if live.table.version < version:
                try:
                    await self._catch_up(live)
                except SemaforError:
                    live.stale = True  # the scheduler's rounds come back to it

    # ---- telling -----------------------------------------------------------------------------

    def _became(self, live: LiveTable, after: Table) -> None:
        before, live.table = live.table, after
        live.touched = time.monotonic()
        delayed = after.hides_game
        self._tell(live, before, after, [one for one in live.listeners if one.seats or not delayed])
        if delayed:
            self._tell_later(live, before, after)
        self._on_change(live)

    def _tell(self, live: LiveTable, before: Table, after: Table, listeners: list[Listener]) -> None:
        """Send the update, made once for all who hold the same seats."""
        now = time.time()
        card = card_of(after, now, live.online)
        texts: dict[tuple[int, ...], str] = {}
        for listener in listeners:
            if listener.seats not in texts:
                texts[listener.seats] = encode(update_of(before, after, listener.seats, card, now))
            listener.tell(texts[listener.seats])
        after.forget_sights()

    def _tell_later(self, live: LiveTable, before: Table, after: Table) -> None:
        if live.trail is None:
            live.trail = before
        loop = asyncio.get_running_loop()
        loop.call_later(after.setup.spectator_delay, self._tell_spectators, live, after)

    def _tell_spectators(self, live: LiveTable, after: Table) -> None:
        before, live.trail = live.trail, after
        if before is not None and before.version < after.version:
            self._tell(live, before, after, [one for one in live.listeners if not one.seats])

    def seen_table(self, live: LiveTable, seats: tuple[int, ...]) -> Table:
        """The table as those who hold these seats may see it now."""
        return live.table if seats or live.trail is None else live.trail

    def arrive(self, live: LiveTable, listener: Listener) -> None:
        """Tell somebody everything from now on."""
        live.listeners.add(listener)
        self._presence_changed(live)

    def depart(self, live: LiveTable, listener: Listener) -> None:
        """Tell somebody nothing any more."""
        live.listeners.discard(listener)
        live.touched = time.monotonic()
        self._presence_changed(live)

    def _presence_changed(self, live: LiveTable) -> None:
        self._tell_presence(live)
        self.announce(live)

    def announce(self, live: LiveTable) -> None:
        """Tell other processes who is connected to this one."""
        self._publish(Here(live.table.id, self._process, live.here))

    def _tell_presence(self, live: LiveTable) -> None:
        """Tell everyone who is connected."""
        text = encode(Presence(tuple(sorted(live.online))))
        for listener in live.listeners:
            listener.tell(text)


def rebuild(stored: Stored, until: float = math.inf) -> Table:
    """A table from its journal, or with only as much of the game as was played until a time."""
    table = Table(stored.id, stored.setup, stored.setup.load_board(), stored.created)
    for written in stored.entries:
        if written.at > until and (table.game or isinstance(written.entry, Began)):
            break
        table.apply(written)
    return table


def encode(message: ServerMessage) -> str:
    """A message as it goes over the wire."""
    return encoder.encode(message).decode()


def _summary(table: Table) -> Summary:
    card = encoder.encode(card_of(table, table.updated)).decode()
    return Summary(table.updated, table.status, table.version, card, table.due)
