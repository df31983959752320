"""The tables in memory; each change is stored in the journal before it is sent."""

import asyncio
import re
import time
from collections.abc import Callable, Iterable, Sequence

import msgspec

from semafor.errors import SemaforError
from semafor.server import clock
from semafor.server.live.broadcast import DelayedTables, Presences, evict, tell, tell_all
from semafor.server.live.live_table import LiveTable
from semafor.server.live.outages import Outages
from semafor.server.live.table_loader import Loader, kept_file
from semafor.server.monitoring import LIVE_TABLES, STORE_SECONDS, entries_of
from semafor.server.server_errors import NoSuchTable, NotStored, SetAside, Taken
from semafor.server.storage.message_bus import BusMessage, MessagesLost, SeatsConnected, TableChanged
from semafor.server.storage.store import Store, StoredTable
from semafor.server.storage.writer import NewEntry, NewTable, TableSummary
from semafor.server.table.journal import Entry, Resumed, Written
from semafor.server.table.keys import new_id
from semafor.server.table.setup import Setup
from semafor.server.table.table import Table
from semafor.server.table.table_actions import begin
from semafor.server.table.updates import card_of
from semafor.server.workers.own_tables import OwnTables

MAKE_ATTEMPTS = 8
"""Attempts to make a change when other processes write at the same time."""
ID = re.compile(r"[A-Za-z0-9_-]{1,32}")
"""The format of table ids."""

_encoder = msgspec.json.Encoder()


class LiveTables:
    """All tables in the memory of this process."""

    def __init__(
        self, store: Store, on_change: Callable[[LiveTable], None], publish: Callable[[BusMessage], None]
    ) -> None:
        self.store = store
        self.lives: dict[str, LiveTable] = {}
        self.outages = Outages(store)
        self.work = OwnTables()
        self.presences = Presences(new_id(), publish)
        self.loader = Loader(store, self.work)
        self._delayed = DelayedTables(store, self._advance, self.lives)
        self._reading: set[asyncio.Task[None]] = set()
        self._on_change = on_change
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}

    # ---- finding -----------------------------------------------------------------------------

    async def find(self, table_id: str, newest: bool = False) -> LiveTable:
        """Return the table of this id; NoSuchTable or NoDatabase if that is not possible.

        `newest` also reads entries of other processes that no message has announced yet.
        """
        if not ID.fullmatch(table_id):
            raise NoSuchTable
        live = self.lives.get(table_id)
        if live is None:
            live = await self._load_once(table_id)
        elif live.stale or (newest and self.store.shared):
            await self.catch_up(live)
        live.touched = time.monotonic()
        return live

    async def _load_once(self, table_id: str) -> LiveTable:
        """Load a table once, also for concurrent requests."""
        task = self._loading.get(table_id)
        if task is None:
            task = asyncio.create_task(self._load(table_id))
            self._loading[table_id] = task
            task.add_done_callback(lambda _: self._loading.pop(table_id, None))
        return await asyncio.shield(task)

    async def _load(self, table_id: str) -> LiveTable:
        stored, table = await self.loader.load(table_id)
        live = LiveTable(table, stored.owner)
        if table.hides_game:
            live.delayed = await self.loader.rebuild(stored, clock.now() - stored.setup.spectator_delay)
            self._delayed.tell_later(live, live.delayed, table)
        self._add(live)
        await self.credit_outage(live)
        return live

    def _add(self, live: LiveTable) -> LiveTable:
        clock.seen(live.table.updated)
        self.lives[live.table.id] = live
        LIVE_TABLES.set(len(self.lives))
        self._on_change(live)
        return live

    def forget_idle(self, seconds: float) -> None:
        """Remove tables from memory that have been idle for this many seconds."""
        limit = time.monotonic() - seconds
        for table_id, live in list(self.lives.items()):
            if not live.listeners and live.touched < limit and not live.lock.locked():
                del self.lives[table_id]
        LIVE_TABLES.set(len(self.lives))

    def drop(self, live: LiveTable) -> None:
        """Remove a deleted table from memory and close its connections."""
        self.lives.pop(live.table.id, None)
        for listener in list(live.listeners):
            listener.end()

    # ---- changing ----------------------------------------------------------------------------

    async def create(
        self, table_id: str, setup: Setup, entries: Sequence[Entry], owner: str, start: bool = False
    ) -> LiveTable:
        """Create and store a table with its first entries; Taken if the id exists."""
        now, own = clock.now(), setup.board.file is not None
        board = await self.work.board_of(table_id, setup) if own else setup.load_board()
        table = Table(table_id, setup, board, now)
        written = [Written(number, now, entry) for number, entry in enumerate(entries, 1)]
        table = await self._advance(table, written)
        if start:
            written.append(Written(len(written) + 1, now, begin(table)))
            table = await self._advance(table, written[-1:])
        stored = StoredTable(table_id, now, setup, tuple(written), owner)
        await self.store.create(
            NewTable(
                id=table_id,
                created=now,
                setup=msgspec.json.encode(setup).decode(),
                public=setup.public,
                owner=owner,
                summary=_summary(table),
                entries=stored.entries,
                board=None if own else (setup.board.fingerprint, kept_file(board)),
            )
        )
        for one in written:
            entries_of(type(one.entry)).inc()
        live = LiveTable(table, owner)
        if table.hides_game:
            before = await self.loader.rebuild(stored, 0.0)
            self._delayed.tell_later(live, before, table)
        return self._add(live)

    async def change(self, live: LiveTable, make: Callable[[Table], Entry], known: str | None = None) -> int:
        """Store an entry, apply and broadcast it; return its version.

        `make` returns the entry for the newest table or raises an error. An entry whose id is `known` already
        is not stored again.
        """
        async with live.lock:
            for _ in range(MAKE_ATTEMPTS):
                if live.stale:
                    await self._catch_up(live)
                made = None if known is None else live.table.ids.version_of(known)
                if made is not None:
                    return made
                try:
                    await self._credit_outage(live)
                    return await self._store(live, make(live.table))
                except Taken:
                    live.stale = True
                except NotStored:
                    live.stale = True  # it may have been stored before the connection broke
                    raise
                except SetAside as error:
                    tell_all(live, error)
                    raise
            raise NotStored

    async def credit_outage(self, live: LiveTable) -> None:
        """Credit the time of an outage to running clocks; if that fails, a later change does it."""
        async with live.lock:
            try:
                await self._credit_outage(live)
            except (Taken, NotStored):
                live.stale = True

    async def _credit_outage(self, live: LiveTable) -> None:
        if lost := self.outages.lost(live.table):
            await self._store(live, Resumed(lost))

    async def _store(self, live: LiveTable, entry: Entry) -> int:
        before, now, start = live.table, clock.now(), time.perf_counter()
        at = now if isinstance(entry, Resumed) else max(now, before.updated)
        written = Written(before.version + 1, at, entry)
        after = await self._advance(before, (written,))
        await self.store.writer.write(NewEntry(before.id, written, _summary(after)))
        STORE_SECONDS.observe(time.perf_counter() - start)
        entries_of(type(entry)).inc()
        live.foreign = False
        self._replace_table(live, after)
        return after.version

    async def _advance(self, table: Table, entries: Iterable[Written]) -> Table:
        """Apply entries to a table; for users' boards this happens in a worker."""
        if table.own_board:
            return await self.work.advance(table, entries)
        return table.with_entries(entries)

    async def look(self, table: Table) -> None:
        """Compute the views of a table; for users' boards this happens in a worker."""
        if table.own_board:
            await self.work.look(table)

    # ---- what others changed -----------------------------------------------------------------

    async def catch_up(self, live: LiveTable) -> None:
        """Apply the entries that other processes have stored."""
        async with live.lock:
            await self._catch_up(live)

    async def _catch_up(self, live: LiveTable) -> None:
        entries = await self.store.tail(live.table.id, live.table.version)
        live.stale = False
        if entries:
            after = await self._advance(live.table, entries)
            live.foreign = True
            self._replace_table(live, after)

    def receive(self, message: BusMessage) -> None:
        """Handle a message of another process."""
        match message:
            case TableChanged(table_id, version) if table_id in self.lives:
                self._read_soon(self.lives[table_id], version)
            case SeatsConnected(table_id, process, seats) if table_id in self.lives:
                self.presences.receive(self.lives[table_id], process, seats)
            case MessagesLost():
                for live in self.lives.values():
                    self._read_soon(live, live.table.version + 1)

    def _read_soon(self, live: LiveTable, version: int) -> None:
        if live.table.version < version:
            task = asyncio.create_task(self._read_new(live, version))
            self._reading.add(task)
            task.add_done_callback(self._reading.discard)

    async def _read_new(self, live: LiveTable, version: int) -> None:
        """Read new entries of the journal, unless this process wrote them."""
        async with live.lock:
            if live.table.version < version:
                try:
                    await self._catch_up(live)
                except SemaforError:
                    live.stale = True  # the scheduler tries again

    def _replace_table(self, live: LiveTable, after: Table) -> None:
        before, live.table = live.table, after
        live.touched = time.monotonic()
        evict(live)
        delayed = after.hides_game
        tell(live, before, after, [one for one in live.listeners if one.seats or not delayed])
        if delayed:
            self._delayed.tell_later(live, before, after)
        self._on_change(live)


def _summary(table: Table) -> TableSummary:
    card = _encoder.encode(card_of(table, table.updated)).decode()
    return TableSummary(table.updated, table.status, table.version, card, table.due)
