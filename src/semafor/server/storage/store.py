"""Reads and writes the database."""

import shutil
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Row, insert, or_, select, text
from sqlalchemy.exc import SQLAlchemyError

from semafor.server.messages import MOST_SEATS, TableCard
from semafor.server.server_errors import NoDatabase, Taken
from semafor.server.storage.database_schema import boards, club_secrets, holders, journal, tables
from semafor.server.storage.engine import Engines, migrate
from semafor.server.storage.message_bus import BusMessage
from semafor.server.storage.writer import DeleteUnstarted, NewTable, Pulse, Statements, Writer
from semafor.server.table.journal import Written, decode_entry
from semafor.server.table.setup import Setup

LISTED = 100
"""Maximum number of tables in a list."""


class StoredTable(msgspec.Struct, frozen=True):
    """A table as stored in the database."""

    id: str
    created: float
    setup: Setup
    entries: tuple[Written, ...]
    owner: str = ""
    """Keyed hash of the address that made the table, by which its bots are scheduled."""


class Store:
    """The database."""

    def __init__(self, engines: Engines) -> None:
        self.engines = engines
        self.engine = engines.asynchronous
        self.writer = Writer(engines)
        self._secrets: dict[str, str] = {}

    @property
    def shared(self) -> bool:
        """Whether other processes may also write to the database."""
        return self.engines.direct is None

    async def open(self) -> None:
        """Migrate the schema and start the writer."""
        await migrate(self.engine)
        self.writer.start()

    async def close(self) -> None:
        """Finish pending writes and close all connections."""
        await self.writer.stop()
        await self.engines.dispose()

    async def ping(self) -> None:
        """Check that the database can be read; NoDatabase if not."""
        await self.read(select(text("1")))

    def free_bytes(self) -> int | None:
        """Free space on the disk of an SQLite file; None for PostgreSQL, whose disk is not visible here."""
        if self.engines.direct is None:
            return None
        file = Path(self.engines.direct.url.database or ".")
        return shutil.disk_usage(file.parent).free

    async def pulse(self, at: float) -> None:
        """Store the time as a sign of life; NotStored if the database is full or read-only."""
        await self.writer.write(Pulse(at))

    async def write(
        self, *statements: Any, must_change: int = 0, messages: tuple[BusMessage, ...] = ()
    ) -> None:
        """Execute statements that are not about tables, in one transaction, which also sends `messages`.

        Taken if one of the first `must_change` statements changes no row, or if a row already exists.
        """
        await self.writer.write(Statements(statements, must_change, messages))

    async def change_row(self, change: Any) -> bool:
        """Execute one such statement; return whether it changed a row."""
        try:
            await self.write(change, must_change=1)
        except Taken:
            return False
        return True

    async def secret(self, name: str, fresh: str) -> str:
        """Return a secret of the server, the same in all processes; `fresh` is stored if there is none."""
        if name not in self._secrets:
            with suppress(Taken):  # there is one already
                await self.write(insert(club_secrets).values(name=name, value=fresh))
            rows = await self.read(select(club_secrets.c.value).where(club_secrets.c.name == name))
            self._secrets[name] = str(rows[0].value)
        return self._secrets[name]

    async def create(self, new: NewTable) -> None:
        """Store a new table with its first entries."""
        await self.writer.write(new)

    async def forget_unstarted(self, before: float) -> None:
        """Delete the tables that have not started and have not changed since a time."""
        await self.writer.write(DeleteUnstarted(before))

    async def load(self, table_id: str) -> StoredTable | None:
        """Load a table with its whole journal; None if there is none."""
        rows = await self.read(
            select(tables.c.created, tables.c.setup, tables.c.owner).where(tables.c.id == table_id)
        )
        if not rows:
            return None
        setup = msgspec.json.decode(rows[0].setup, type=Setup)
        entries = await self.tail(table_id, 0)
        return StoredTable(table_id, rows[0].created, setup, entries, rows[0].owner)

    async def board_file(self, fingerprint: str) -> str | None:
        """The file of a built-in board as it was when a game started on it."""
        rows = await self.read(select(boards.c.file).where(boards.c.fingerprint == fingerprint))
        return str(rows[0].file) if rows else None

    async def tail(self, table_id: str, after: int) -> tuple[Written, ...]:
        """The entries of a journal after a number."""
        where = (journal.c.table_id == table_id) & (journal.c.number > after)
        columns = select(journal.c.number, journal.c.at, journal.c.entry)
        rows = await self.read(columns.where(where).order_by(journal.c.number))
        return tuple(Written(row.number, row.at, decode_entry(row.entry)) for row in rows)

    async def versions(self, table_ids: Iterable[str]) -> dict[str, int]:
        """The newest version of each of these tables."""
        rows = await self.read(select(tables.c.id, tables.c.version).where(tables.c.id.in_(list(table_ids))))
        return {row.id: row.version for row in rows}

    async def public_tables(self) -> list[TableCard]:
        """Public tables: free seats first, then running, then finished; the newest of each first."""
        columns = select(tables.c.card).where(tables.c.public)
        open_first = (tables.c.status == "open").desc(), (tables.c.status == "playing").desc()
        rows = await self.read(columns.order_by(*open_first, tables.c.updated.desc()).limit(LISTED))
        return [_card(row) for row in rows]

    async def tables_of(
        self, persons: Collection[str], keys: Sequence[str], limit: int | None = LISTED
    ) -> list[tuple[TableCard, list[int]]]:
        """The tables of these browsers or keys with their seats, newest first."""
        if not persons and not keys:
            return []
        mine = or_(holders.c.person.in_(list(persons)), holders.c.key.in_(list(keys)))
        joined = select(tables.c.card, holders.c.seat).join(holders, holders.c.table_id == tables.c.id)
        newest_first = joined.where(mine).order_by(tables.c.updated.desc(), holders.c.seat)
        rows = await self.read(newest_first.limit(None if limit is None else MOST_SEATS * limit))
        found: dict[str, tuple[TableCard, list[int]]] = {}
        for row in rows:
            card = _card(row)
            found.setdefault(card.id, (card, []))[1].append(row.seat)
        return list(found.values())[:limit]

    async def due_tables(self, before: float, besides: Collection[str] = ()) -> list[str]:
        """Tables where the server was due to act before this time, except some."""
        longest_due = select(tables.c.id).where(tables.c.due < before).order_by(tables.c.due)
        rows = await self.read(longest_due.limit(LISTED + len(besides)))
        return [row.id for row in rows if row.id not in besides][:LISTED]

    async def read(self, query: object) -> Sequence[Row[Any]]:
        """Execute a query and return its rows; NoDatabase if that fails."""
        try:
            async with self.engine.connect() as connection:
                return (await connection.execute(query)).fetchall()  # type: ignore[call-overload, no-any-return]  # a query of any table
        except (SQLAlchemyError, OSError) as error:
            raise NoDatabase from error


def _card(row: Row[Any]) -> TableCard:
    return msgspec.json.decode(row.card, type=TableCard)
