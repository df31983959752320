"""Messages between processes that share a PostgreSQL database, sent with NOTIFY.

A change of a journal is announced by the transaction that writes it (`storage.writer`). The message only says
where to look: what happened, and in which order, is read from the database. With SQLite there is one process
and no message is sent.
"""

import asyncio
from collections.abc import Callable

import asyncpg
import msgspec
import structlog
from sqlalchemy import make_url

CHANNEL = "semafor"
RECONNECT_SECONDS = 1.0
MOST_WAITING = 10_000
"""Messages that may wait to be sent; more are dropped."""
DISCONNECTED = (
    OSError,
    TimeoutError,
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
)
"""Errors of a connection whose database becomes unavailable."""

log = structlog.get_logger("semafor.messages")


class _Message(msgspec.Struct, frozen=True, tag_field="message"):
    """Base class of messages to all processes."""


class TableChanged(_Message, frozen=True, tag="table-changed"):
    """A journal has new entries."""

    table: str
    version: int


class SeatsConnected(_Message, frozen=True, tag="seats-connected"):
    """The seats of a table that are connected to a process."""

    table: str
    process: str
    seats: tuple[int, ...]


class SignedOut(_Message, frozen=True, tag="signed-out"):
    """A device was signed out; all its WebSockets have to be closed."""

    person: str
    """The hash of its cookie."""


class MessagesLost(_Message, frozen=True, tag="messages-lost"):
    """Messages may have been lost; check everything."""


BusMessage = TableChanged | SeatsConnected | SignedOut | MessagesLost
_decoder: msgspec.json.Decoder[BusMessage] = msgspec.json.Decoder(BusMessage)


def encode_message(message: BusMessage) -> str:
    """Encode a message for PostgreSQL."""
    return msgspec.json.encode(message).decode()


class MessageBus:
    """Sends messages to all processes and passes theirs to a function; reconnects by itself."""

    def __init__(self, database: str, handle: Callable[[BusMessage], None]) -> None:
        url = make_url(database)
        self._shared = url.get_backend_name().startswith("postgres")
        self._dsn = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._handle = handle
        self._outgoing: asyncio.Queue[str | None] = asyncio.Queue()
        """Messages to send; None if the connection is lost."""
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Connect and start to send and receive."""
        if self._shared:
            self._task = asyncio.create_task(self._run(await self._connect()), name="message bus")

    async def close(self) -> None:
        """Disconnect."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None

    def publish(self, message: BusMessage) -> None:
        """Send a message soon; it is dropped while the database is unavailable."""
        if self._task is not None and self._outgoing.qsize() < MOST_WAITING:
            self._outgoing.put_nowait(encode_message(message))

    async def _run(self, connection: asyncpg.Connection) -> None:
        while True:
            try:
                while (text := await self._outgoing.get()) is not None:
                    await connection.execute("select pg_notify($1, $2)", CHANNEL, text)
            except DISCONNECTED as error:
                log.warning("message not sent", error=type(error).__name__)
            finally:
                connection.terminate()
            connection = await self._reconnect()
            self._handle(MessagesLost())

    async def _connect(self) -> asyncpg.Connection:
        connection = await asyncpg.connect(self._dsn)
        outgoing = self._outgoing = asyncio.Queue()
        connection.add_termination_listener(lambda _: outgoing.put_nowait(None))
        await connection.add_listener(CHANNEL, self._receive)
        return connection

    async def _reconnect(self) -> asyncpg.Connection:
        while True:
            try:
                return await self._connect()
            except DISCONNECTED:
                await asyncio.sleep(RECONNECT_SECONDS)

    def _receive(self, _connection: object, _process: int, _channel: str, text: str) -> None:
        try:
            message = _decoder.decode(text)
        except msgspec.MsgspecError as error:
            log.warning("message not understood", error=repr(error))
        else:
            self._handle(message)
