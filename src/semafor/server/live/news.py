"""News between processes that share a database: grown journals, connected seats, signed-out devices.

A journal's news is sent by the transaction that writes to it (`storage.writer`). It only says where
to look: what happened, and in which order, is read from the database.
"""

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

import asyncpg
import msgspec
import structlog
from litestar.channels import ChannelsBackend, ChannelsPlugin
from litestar.channels.backends.asyncpg import AsyncPgChannelsBackend
from litestar.channels.backends.memory import MemoryChannelsBackend
from sqlalchemy import make_url

CHANNEL = "semafor"
RECONNECT_SECONDS = 1.0
AWAY = (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError)
"""Errors of a connection whose database becomes unavailable."""

log = structlog.get_logger("semafor.news")


class _News(msgspec.Struct, frozen=True, tag_field="news"):
    """A message to all processes."""


class Grew(_News, frozen=True, tag="grew"):
    """A journal has grown."""

    table: str
    version: int


class Here(_News, frozen=True, tag="here"):
    """The seats of a table that are connected to a process."""

    table: str
    process: str
    seats: tuple[int, ...]


class SignedOut(_News, frozen=True, tag="signed-out"):
    """A device was signed out; all its WebSockets have to be closed."""

    person: str
    """The hash of its cookie."""


class Missed(_News, frozen=True, tag="missed"):
    """Messages may have been lost; check everything."""


News = Grew | Here | SignedOut | Missed
_decoder: msgspec.json.Decoder[News] = msgspec.json.Decoder(News)


def encode_news(news: News) -> str:
    """Encode news for PostgreSQL."""
    return msgspec.json.encode(news).decode()


class ReconnectingBackend(AsyncPgChannelsBackend):
    """Litestar's PostgreSQL channels with automatic reconnection."""

    def __init__(self, dsn: str) -> None:
        super().__init__(dsn)
        self._mending: asyncio.Task[None] | None = None
        self._closing = False

    async def on_startup(self) -> None:
        """Connect, and watch for the loss of the connection."""
        await super().on_startup()
        self._watch()

    async def on_shutdown(self) -> None:
        """Disconnect for good."""
        self._closing = True
        if self._mending:
            self._mending.cancel()
        with suppress(*AWAY):
            await super().on_shutdown()

    async def publish(self, data: bytes, channels: Iterable[str]) -> None:
        """Send to all processes; dropped while the database is unavailable."""
        try:
            async with self._listener_lock:
                for channel in channels:
                    await self._listener_conn.execute("select pg_notify($1, $2)", channel, data.decode())
        except AWAY as error:
            log.warning("news not sent", error=type(error).__name__)

    def _watch(self) -> None:
        self._listener_conn.add_termination_listener(self._lost)

    def _lost(self, _connection: Any) -> None:
        if not self._closing:
            self._mending = asyncio.get_running_loop().create_task(self._mend())

    async def _mend(self) -> None:
        while True:
            try:
                connection = await self._connect()
                for channel in self._subscribed_channels:
                    await connection.add_listener(channel, self._listener)
                break
            except AWAY:
                await asyncio.sleep(RECONNECT_SECONDS)
        self._listener_conn = connection
        self._watch()
        if self._queue is not None:
            self._queue.put_nowait((CHANNEL, encode_news(Missed()).encode()))


def make_channels(database: str | None) -> ChannelsPlugin:
    """Channels through PostgreSQL, or within this process for other databases."""
    backend: ChannelsBackend = MemoryChannelsBackend()
    if database and make_url(database).get_backend_name().startswith("postgres"):
        dsn = make_url(database).set(drivername="postgresql").render_as_string(hide_password=False)
        backend = ReconnectingBackend(dsn)
    return ChannelsPlugin(backend, channels=[CHANNEL])


async def follow(channels: ChannelsPlugin, hear: Callable[[News], None]) -> None:
    """Pass all news to a function until cancelled."""
    async with channels.start_subscription([CHANNEL]) as subscriber:
        async for data in subscriber.iter_events():
            with suppress(msgspec.MsgspecError):
                hear(_decoder.decode(data))
