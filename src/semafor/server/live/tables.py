"""Tables that are in memory, changed one entry at a time, each stored before it is told."""

from __future__ import annotations

import asyncio
import math
import re
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import Protocol, TypeVar

import msgspec
import structlog

from semafor.boards.model import Board
from semafor.boards.write import format_board
from semafor.errors import BadRecord, SemaforError
from semafor.record import REPLAYABLE
from semafor.server import clock
from semafor.server.live.news import Grew, Here, Missed, News
from semafor.server.messages import Presence, ServerMessage
from semafor.server.metrics import DAMAGED, ENTRIES, LIVE_TABLES, STORE_SECONDS
from semafor.server.storage.store import NoDatabase, Store, Stored
from semafor.server.storage.writer import Change, NewTable, NotStored, Summary, Taken
from semafor.server.table.acts import begin
from semafor.server.table.journal import Began, Entry, Written
from semafor.server.table.keys import new_id
from semafor.server.table.progress import fresh_progress, progress_of
from semafor.server.table.setup import Setup
from semafor.server.table.table import Table
from semafor.server.table.updates import card_of, update_of

PRESENCE_MOMENT = 0.2
"""Seconds in which comings and goings become one message."""
TRAIL_RETRY = 1.0
PRESENCE_SECONDS = 60.0
"""So long another process is believed about who is connected to it."""
MAKE_ATTEMPTS = 8
"""How often a change is made anew because another process was faster."""

T = TypeVar("T")
ID = re.compile(r"[A-Za-z0-9_-]{1,32}")
"""What an id of a table looks like; anything else is none."""

log = structlog.get_logger("semafor.tables")
encoder = msgspec.json.Encoder()


class NoSuchTable(SemaforError):
    """There is no table of this id."""

    def __init__(self) -> None:
        super().__init__("no-such-table")


class SetAside(SemaforError):
    """A table on an own board asks for more work than a table may."""

    def __init__(self) -> None:
        super().__init__("set-aside")


class OtherVersion(SemaforError):
    """The table was begun by rules or on a board that this version does not have any more."""

    def __init__(self) -> None:
        super().__init__("other-version")


class Damaged(SemaforError):
    """The journal of a table cannot be read."""

    def __init__(self) -> None:
        super().__init__("damaged")


SETS_ASIDE = (OverflowError, MemoryError, TimeoutError)
"""What happens where a board asks for more work than there is room or time for."""
OWN_BOARD_THREADS = 2
"""Apart from all other threads, so that a board that takes long keeps only its like waiting."""
OWN_BOARD_SECONDS = 60.0
"""So long one change of a table on an own board may take."""


class Listener(Protocol):
    """Somebody who is told what happens at a table."""

    seats: tuple[int, ...]

    def holds(self, table: Table) -> bool:
        """Whether the seats are still theirs."""

    def evict(self) -> None:
        """A seat of theirs is theirs no longer."""

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
        self.owner = ""
        """The address from which it was made, as long as this process knows it."""
        self.stale = False
        """Whether the database may know more."""
        self.foreign = False
        """Whether the newest entry came from another process."""
        self.touched = time.monotonic()
        self.trail: Table | None = None
        """The table as spectators see it, where they are behind."""
        self.later: deque[tuple[float, int]] = deque()
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
        self.aside: set[str] = set()
        """Tables whose own board asked for too much work."""
        self._own_boards = ThreadPoolExecutor(OWN_BOARD_THREADS, thread_name_prefix="own boards")
        self.damaged: set[str] = set()
        """Tables that were asked for and cannot be read."""
        self._on_change = on_change
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}

    # ---- finding -----------------------------------------------------------------------------

    async def find(self, table_id: str, newest: bool = False) -> LiveTable:
        """The table of this id; NoSuchTable or NoDatabase where that is not possible.

        Who has just done something in another process wants the `newest`, not what the news have brought.
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
        live = LiveTable(await self._rebuild(stored))
        if live.table.hides_game:
            seen = clock.now() - stored.setup.spectator_delay
            live.trail = await asyncio.to_thread(rebuild, stored, seen)
            self._tell_later(live, live.trail, live.table)
        return self._welcome(live)

    async def _rebuild(self, stored: Stored) -> Table:
        """The table of a journal; one that cannot be read is noted, and refused."""
        if stored.setup.rules not in REPLAYABLE:
            raise OtherVersion
        try:
            return await asyncio.to_thread(rebuild, await self._on_its_board(stored))
        except SETS_ASIDE as error:
            raise SetAside from error
        except (NoDatabase, OtherVersion):
            raise
        except Exception as error:
            log.error("journal cannot be read", error=repr(error))
            self.damaged.add(stored.id)
            DAMAGED.set(len(self.damaged))
            raise Damaged from error

    async def _on_its_board(self, stored: Stored) -> Stored:
        """The table with the board that it began on, whatever the built-in one of that name is today."""
        try:
            await asyncio.to_thread(stored.setup.load_board)
        except BadRecord as error:
            file = await self.store.board_file(stored.setup.board.fingerprint)
            if file is None:
                raise OtherVersion from error
            board = msgspec.structs.replace(stored.setup.board, file=file)
            setup = msgspec.structs.replace(stored.setup, board=board)
            try:
                await asyncio.to_thread(setup.load_board)
            except BadRecord:
                raise OtherVersion from None
            return msgspec.structs.replace(stored, setup=setup)
        return stored

    def _welcome(self, live: LiveTable) -> LiveTable:
        clock.seen(live.table.updated)
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

    async def create(
        self, table_id: str, setup: Setup, entries: Sequence[Entry], start: bool = False, owner: str = ""
    ) -> LiveTable:
        """Make and keep a table with its first entries; Taken if there is one of this id."""
        now = clock.now()
        table = Table(table_id, setup, setup.load_board(), now)
        written = []
        for number, entry in enumerate(entries, 1):
            written.append(Written(number, now, entry))
            table.apply(written[-1])
        if start:
            written.append(Written(len(written) + 1, now, begin(table)))
            table.apply(written[-1])
        stored = Stored(table_id, now, setup, tuple(written))
        await self.store.create(
            NewTable(
                id=table_id,
                created=now,
                setup=msgspec.json.encode(setup).decode(),
                public=setup.public,
                summary=_summary(table),
                entries=stored.entries,
                board=None if setup.board.file else (setup.board.fingerprint, kept_file(table.board)),
            )
        )
        for one in written:
            ENTRIES.labels(type(one.entry).__name__).inc()
        live = LiveTable(table)
        live.owner = owner
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
        before, now, start = live.table, clock.now(), time.perf_counter()
        after = await self._work(live, lambda: before.after(entry, max(now, before.updated)))
        await self.look(live, after, [seat for one in live.listeners for seat in one.seats or (None,)])
        written = Written(after.version, after.updated, entry)
        await self.store.writer.write(Change(before.id, written, _summary(after)))
        STORE_SECONDS.observe(time.perf_counter() - start)
        ENTRIES.labels(type(entry).__name__).inc()
        live.foreign = False
        self._became(live, after)
        return after.version

    async def _work(self, live: LiveTable, work: Callable[[], T]) -> T:
        """Do something with a game; what an own board makes of it is not waited for on the event loop."""
        if not live.table.own_board:
            return work()
        if live.table.id in self.aside:
            raise SetAside
        try:
            doing = asyncio.get_running_loop().run_in_executor(self._own_boards, work)
            return await asyncio.wait_for(doing, OWN_BOARD_SECONDS)
        except SETS_ASIDE as error:
            if not isinstance(error, OverflowError):  # that one only refuses this decision
                self.aside.add(live.table.id)
            log.error("table set aside", error=type(error).__name__)
            raise SetAside from error

    async def look(self, live: LiveTable, table: Table, seats: Iterable[int | None]) -> None:
        """Look at the game through these eyes: where the board is an own one, away from the event loop."""
        if table.own_board and table.game is not None:
            await self._work(live, lambda: _look(table, frozenset(seats)))

    # ---- what others changed -----------------------------------------------------------------

    async def catch_up(self, live: LiveTable) -> None:
        """Apply what other processes have stored."""
        async with live.lock:
            await self._catch_up(live)

    async def _catch_up(self, live: LiveTable) -> None:
        entries = await self.store.tail(live.table.id, live.table.version)
        live.stale = False
        if entries:
            after = await self._work(live, lambda: _with(live.table, entries))
            await self.look(live, after, [seat for one in live.listeners for seat in one.seats or (None,)])
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
        self._evict(live)
        delayed = after.hides_game
        self._tell(live, before, after, [one for one in live.listeners if one.seats or not delayed])
        if delayed:
            self._tell_later(live, before, after)
        self._on_change(live)

    def _evict(self, live: LiveTable) -> None:
        """End the connections of those whose seat is theirs no longer, before anything is told."""
        for listener in [one for one in live.listeners if not one.holds(live.table)]:
            live.listeners.discard(listener)
            listener.evict()

    def _tell(self, live: LiveTable, before: Table, after: Table, listeners: list[Listener]) -> None:
        """Send the update, made once for all who hold the same seats."""
        now = clock.now()
        card = card_of(after, now, live.online)
        fresh = fresh_progress(after, {seat for listener in listeners for seat in listener.seats})
        texts: dict[tuple[int, ...], str] = {}
        for listener in listeners:
            if listener.seats not in texts:
                texts[listener.seats] = encode(update_of(before, after, listener.seats, card, now, fresh))
            listener.tell(texts[listener.seats])
        after.forget_sights()

    def _tell_later(self, live: LiveTable, before: Table, after: Table) -> None:
        if live.trail is None:
            live.trail = before
        live.later.append((time.monotonic() + after.setup.spectator_delay, after.version))
        if live.trailing is None or live.trailing.done():
            live.trailing = asyncio.create_task(self._trail_behind(live))

    async def _trail_behind(self, live: LiveTable) -> None:
        """Show spectators each version when it is old enough, read again from the journal."""
        while live.later and self.lives.get(live.table.id, live) is live:
            due, version = live.later[0]
            await asyncio.sleep(due - time.monotonic())
            try:
                await self._tell_spectators(live, version)
            except SemaforError:
                await asyncio.sleep(TRAIL_RETRY)
            else:
                live.later.popleft()

    async def _tell_spectators(self, live: LiveTable, version: int) -> None:
        assert live.trail is not None
        before = live.trail
        entries = await self.store.tail(live.table.id, before.version)
        seen = [written for written in entries if written.number <= version]
        after = await self._work(live, lambda: _with(before, seen))
        await self.look(live, after, [None])
        live.trail = after
        if before.version < after.version:
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
        """Tell who is connected, in a moment: who comes and goes in between is not worth a message."""
        if live.telling_presence is None:
            later = asyncio.get_running_loop().call_later
            live.telling_presence = later(PRESENCE_MOMENT, self._presence_settled, live)

    def _presence_settled(self, live: LiveTable) -> None:
        live.telling_presence = None
        if live.here != live.announced:
            self.announce(live)
        self._tell_presence(live)

    def announce(self, live: LiveTable) -> None:
        """Tell other processes who is connected to this one."""
        live.announced = live.here
        self._publish(Here(live.table.id, self._process, live.here))

    def _tell_presence(self, live: LiveTable) -> None:
        """Tell everyone who is connected, if that has changed."""
        if live.online == live.told_online:
            return
        live.told_online = live.online
        text = encode(Presence(tuple(sorted(live.online))))
        for listener in live.listeners:
            listener.tell(text)


@lru_cache(maxsize=16)
def kept_file(board: Board) -> str:
    """A built-in board as it is kept for the games that begin on it."""
    return format_board(board)


def _look(table: Table, seats: Iterable[int | None]) -> None:
    """Make whatever is told of a game to these seats and spectators, to be at hand."""
    for seat in seats:
        if seat is not None:
            progress_of(table, seat)
    table.look(seats)


def _with(table: Table, entries: Iterable[Written]) -> Table:
    """The table with more entries; the one before stays as it is."""
    later = table.copy()
    for written in entries:
        later.apply(written)
    return later


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
