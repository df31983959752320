"""Writes to the database: changes that arrive together share one transaction."""

import asyncio
import time
from collections import deque
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec
import structlog
from sqlalchemy import ColumnElement, Connection, Engine, bindparam, delete, insert, text, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError

from semafor.server.monitoring import COMMITS, NOT_STORED
from semafor.server.server_errors import NotStored, Taken
from semafor.server.storage.database_schema import boards, holders, journal, pulse, tables
from semafor.server.storage.engine import Engines
from semafor.server.storage.message_bus import CHANNEL, BusMessage, TableChanged, encode_message
from semafor.server.table.journal import Entry, Forgotten, Left, Rekeyed, Removed, Sat, Written, encode_entry

LARGEST_BATCH = 500
MOMENT = 0.02
"""Seconds for which jobs are collected under load, since a commit costs as much as several jobs."""
MANY, MANY_SECONDS = 50, 0.25
"""Load is high if this many jobs arrive within this many seconds."""

log = structlog.get_logger("semafor.store")


class TableSummary(msgspec.Struct, frozen=True):
    """Columns of a table's row that change with every entry."""

    updated: float
    status: str
    version: int
    card: str
    due: float | None


class NewTable(msgspec.Struct, frozen=True):
    """A new table with its first entries."""

    id: str
    created: float
    setup: str
    public: bool
    owner: str
    summary: TableSummary
    entries: tuple[Written, ...]
    board: tuple[str, str] | None = None
    """Fingerprint and file of a built-in board: the game is finished on it even if the board changes."""


class NewEntry(msgspec.Struct, frozen=True):
    """A new journal entry of a table."""

    table_id: str
    written: Written
    summary: TableSummary


class DeleteUnstarted(msgspec.Struct, frozen=True):
    """Deletes the tables that have not started and have not changed since a time."""

    before: float


class Pulse(msgspec.Struct, frozen=True):
    """A sign of life."""

    at: float


class Statements(msgspec.Struct, frozen=True):
    """Other statements, about accounts or shared boards, in one transaction."""

    statements: tuple[Any, ...]
    must_change: int = 0
    """How many of the first statements must change a row; Taken if one does not."""
    messages: tuple[BusMessage, ...] = ()
    """Sent to all processes if the statements are committed."""


Job = NewTable | NewEntry | DeleteUnstarted | Pulse | Statements
_NOTIFY = text("select pg_notify(:channel, :message)")
_UPDATE = (
    update(tables)
    .where(tables.c.id == bindparam("table"))
    .values(
        updated=bindparam("updated"),
        status=bindparam("status"),
        version=bindparam("version"),
        card=bindparam("card"),
        due=bindparam("due"),
    )
)


class Writer:
    """A task that commits all jobs that arrived since its last commit."""

    def __init__(self, engines: Engines) -> None:
        self._engines = engines
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="writer")
        self._waiting: list[tuple[Job, asyncio.Future[None]]] = []
        self._arrivals: deque[float] = deque(maxlen=MANY)
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._stopping = False

    def start(self) -> None:
        """Start the task."""
        self._task = asyncio.create_task(self._run(), name="writer")

    async def stop(self) -> None:
        """Write all pending jobs, then stop."""
        self._stopping = True
        self._wake.set()
        if self._task:
            await self._task
        self._thread.shutdown()

    async def write(self, job: Job) -> None:
        """Return when the job is committed; raise Taken or NotStored."""
        if self._stopping:
            raise NotStored
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((job, done))
        self._arrivals.append(time.monotonic())
        self._wake.set()
        await done  # the job is written even if its caller is cancelled

    async def _run(self) -> None:
        while self._waiting or not self._stopping:
            if not self._waiting:
                self._wake.clear()
                await self._wake.wait()
                continue
            if self._crowded and not self._stopping:
                await asyncio.sleep(MOMENT)
            batch, self._waiting = self._waiting[:LARGEST_BATCH], self._waiting[LARGEST_BATCH:]
            await self._settle(batch)

    @property
    def _crowded(self) -> bool:
        """Whether the load is so high that waiting a moment collects more jobs."""
        return len(self._arrivals) == MANY and time.monotonic() - self._arrivals[0] < MANY_SECONDS

    async def _settle(self, batch: list[tuple[Job, asyncio.Future[None]]]) -> None:
        """Commit jobs together; if one of them conflicts, commit each on its own."""
        try:
            await self._commit([job for job, _ in batch])
        except IntegrityError:
            if len(batch) > 1:
                for one in batch:
                    await self._settle([one])
                return
            _fail(batch, Taken())
        except Exception as error:  # callers wait for a result, and later batches must go on
            NOT_STORED.inc(len(batch))
            _fail(batch, NotStored())
            log.error("not stored", jobs=len(batch), error=type(error).__name__)
        else:
            COMMITS.inc()
            for _, done in batch:
                if not done.done():
                    done.set_result(None)

    async def _commit(self, jobs: Sequence[Job]) -> None:
        if self._engines.direct is not None:
            loop = asyncio.get_running_loop()
            await loop.run_in_executor(self._thread, _write_directly, self._engines.direct, jobs)
            return
        async with self._engines.asynchronous.begin() as connection:
            await connection.run_sync(_write, jobs)


def _write_directly(engine: Engine, jobs: Sequence[Job]) -> None:
    with engine.begin() as connection:
        _write(connection, jobs)


def _write(connection: Connection, jobs: Sequence[Job]) -> None:
    """Execute all jobs in the connection's transaction."""
    new = [job for job in jobs if isinstance(job, NewTable)]
    # The same order in all processes prevents deadlocks.
    changes = sorted((job for job in jobs if isinstance(job, NewEntry)), key=lambda job: job.table_id)
    written = [(job.id, entry) for job in new for entry in job.entries]
    written += [(job.table_id, job.written) for job in changes]
    if new:
        connection.execute(insert(tables), [_table_row(job) for job in new])
        _keep_boards(connection, new)
    if written:
        connection.execute(insert(journal), [_journal_row(*one) for one in written])
    if changes:
        connection.execute(_UPDATE, [_summary_row(job) for job in changes])
    for job in jobs:
        if isinstance(job, DeleteUnstarted):
            connection.execute(delete(tables).where(_waits_since(job.before)))
        elif isinstance(job, Pulse):
            connection.execute(update(pulse).values(at=job.at))
        elif isinstance(job, Statements):
            _carry_out(connection, job)
    for table_id, one in written:
        _note_holder(connection, table_id, one.entry)
    if connection.dialect.name == "postgresql":
        _notify(connection, [TableChanged(job.table_id, job.written.number) for job in changes])
        _notify(connection, [one for job in jobs if isinstance(job, Statements) for one in job.messages])


def _carry_out(connection: Connection, job: Statements) -> None:
    for number, statement in enumerate(job.statements):
        changed = connection.execute(statement).rowcount
        if number < job.must_change and not changed:
            raise IntegrityError(None, None, LookupError("the row to change does not exist any more"))


def _keep_boards(connection: Connection, new: list[NewTable]) -> None:
    """Store each board once."""
    insert_into = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    for fingerprint, file in sorted({job.board for job in new if job.board is not None}):
        row = insert_into(boards).values(fingerprint=fingerprint, file=file)
        connection.execute(row.on_conflict_do_nothing())


def _waits_since(before: float) -> ColumnElement[bool]:
    return (tables.c.status == "open") & (tables.c.updated < before)


def _note_holder(connection: Connection, table_id: str, entry: Entry) -> None:
    if isinstance(entry, Sat | Left | Removed | Forgotten):
        where = (holders.c.table_id == table_id) & (holders.c.seat == entry.seat)
        connection.execute(delete(holders).where(where))
    if isinstance(entry, Sat):
        row = {"table_id": table_id, "seat": entry.seat, "person": entry.person, "key": entry.key}
        connection.execute(insert(holders), [row])
    if isinstance(entry, Rekeyed):
        where = (holders.c.table_id == table_id) & (holders.c.seat == entry.seat)
        connection.execute(update(holders).where(where).values(key=entry.key))


def _notify(connection: Connection, messages: Sequence[BusMessage]) -> None:
    """Notify all processes; PostgreSQL delivers this only if the transaction is committed."""
    for one in messages:
        connection.execute(_NOTIFY, {"channel": CHANNEL, "message": encode_message(one)})


def _fail(batch: list[tuple[Job, asyncio.Future[None]]], error: Exception) -> None:
    for _, done in batch:
        if not done.done():
            done.set_exception(error)


def _table_row(job: NewTable) -> dict[str, Any]:
    row = {name: getattr(job, name) for name in ("id", "created", "setup", "public", "owner")}
    return row | msgspec.structs.asdict(job.summary)


def _journal_row(table_id: str, written: Written) -> dict[str, Any]:
    return {
        "table_id": table_id,
        "number": written.number,
        "at": written.at,
        "entry": encode_entry(written.entry),
        "decision": written.id,
    }


def _summary_row(job: NewEntry) -> dict[str, Any]:
    return {"table": job.table_id} | msgspec.structs.asdict(job.summary)
