"""Connections to the database, set so that what is committed stays."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sqlalchemy import event, make_url
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

BUSY_SECONDS = 5
POOL_SIZE = 8


def sqlite_url(folder: Path) -> str:
    """The URL of the database file in a data folder."""
    return f"sqlite+aiosqlite:///{folder / 'semafor.sqlite3'}"


def make_engine(url: str) -> AsyncEngine:
    """An engine for a URL such as `postgresql://user@host/name` or `sqlite:///file`."""
    parsed = make_url(url)
    if parsed.get_backend_name() == "sqlite":
        return _sqlite_engine(str(parsed.set(drivername="sqlite+aiosqlite")))
    if parsed.get_backend_name() in ("postgresql", "postgres"):
        full = parsed.set(drivername="postgresql+asyncpg")
        return create_async_engine(
            full, pool_size=POOL_SIZE, max_overflow=0, pool_pre_ping=True, pool_timeout=BUSY_SECONDS
        )
    raise ValueError(f"The database must be SQLite or PostgreSQL, not {parsed.get_backend_name()}.")


def _sqlite_engine(url: str) -> AsyncEngine:
    engine = create_async_engine(url, connect_args={"timeout": BUSY_SECONDS})
    event.listen(engine.sync_engine, "connect", _set_pragmas)
    return engine


def _set_pragmas(connection: Any, _record: Any) -> None:
    cursor = connection.cursor()
    cursor.execute("pragma journal_mode = wal")
    cursor.execute("pragma synchronous = full")  # an answered decision survives a power cut too
    cursor.execute("pragma foreign_keys = on")
    cursor.close()
