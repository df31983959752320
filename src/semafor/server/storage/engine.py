"""Connections to the database, configured for durability, and schema migration."""

from pathlib import Path
from typing import Any, NamedTuple

from alembic import command
from alembic.config import Config
from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import StaticPool

BUSY_SECONDS = 5
POOL_SIZE = 8


def sqlite_url(folder: Path) -> str:
    """The URL of the database file in a data folder."""
    return f"sqlite+aiosqlite:///{folder / 'semafor.sqlite3'}"


class Engines(NamedTuple):
    """The engines for one database."""

    asynchronous: AsyncEngine
    """For reading, and for writing to PostgreSQL."""
    direct: Engine | None
    """For writing to SQLite in a thread: one hop per transaction instead of one per statement."""

    async def dispose(self) -> None:
        """Close all connections."""
        await self.asynchronous.dispose()
        if self.direct is not None:
            self.direct.dispose()


def make_engines(url: str) -> Engines:
    """Create engines for a URL such as `postgresql://user@host/name` or `sqlite:///file`."""
    parsed = make_url(url)
    if parsed.get_backend_name() == "sqlite":
        return _sqlite_engines(parsed)
    if parsed.get_backend_name() in ("postgresql", "postgres"):
        full = parsed.set(drivername="postgresql+asyncpg")
        engine = create_async_engine(
            full, pool_size=POOL_SIZE, max_overflow=0, pool_pre_ping=True, pool_timeout=BUSY_SECONDS
        )
        return Engines(engine, None)
    raise ValueError(f"The database must be SQLite or PostgreSQL, not {parsed.get_backend_name()}.")


def _sqlite_engines(url: URL) -> Engines:
    patience = {"timeout": BUSY_SECONDS}
    readers = create_async_engine(url.set(drivername="sqlite+aiosqlite"), connect_args=patience)
    writer = create_engine(
        url.set(drivername="sqlite"),
        connect_args={**patience, "check_same_thread": False},
        poolclass=StaticPool,  # one connection: there is one writer
    )
    for engine in (readers.sync_engine, writer):
        event.listen(engine, "connect", _set_pragmas)
    return Engines(readers, writer)


def _set_pragmas(connection: Any, _record: Any) -> None:
    cursor = connection.cursor()
    cursor.execute("pragma journal_mode = wal")
    cursor.execute("pragma synchronous = full")  # an acknowledged decision survives a power cut
    cursor.execute("pragma foreign_keys = on")
    cursor.execute("pragma secure_delete = fast")  # deleted data is overwritten
    cursor.close()


MIGRATIONS = Path(__file__).parent / "migrations"
_LOCK = 7_236_623
"""Key of the lock that lets processes migrate one after another."""


async def migrate(engine: AsyncEngine) -> None:
    """Run the migrations that are missing."""
    async with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            await connection.execute(text("select pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
        await connection.run_sync(_upgrade)


def _upgrade(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
