"""uvicorn's WebSocket without what a connection that lasts for days does not need, and a politer end.

A club's server holds thousands of connections, most of them idle. What uvicorn keeps for each of them,
the handshake and queues made for many readers, weighs more than the table they play at.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any, Protocol, cast

from litestar import WebSocket
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request

from semafor.server.limits import Bucket

RESTART = 1012
"""The code with which connections end when the server does."""
LINE = "semafor.line"
"""The name of our extension."""
TEXT = 0x81
"""The first byte of a text that is not continued."""
SWITCHED = 101
SMALL_FRAMES, MOST_SMALL_FRAMES = 20.0, 100.0
"""Pings, pongs and pieces of messages of a connection: so many a second, and so many at once."""
DEAF_COST = 20.0
"""As so many counts a ping of who does not read: its answer has to wait with all the others."""
MOST_PIECES = 100
"""Of one message."""
MOST_MESSAGES = 1_000
"""So many messages may wait for the application; a chunk of the network holds forty thousand small ones."""
BITE = 4096
"""Bytes that are parsed at a time."""


class LeanQueue:
    """A queue with one reader."""

    __slots__ = ("_items", "_waiter")

    def __init__(self) -> None:
        self._items: list[Any] = []
        self._waiter: asyncio.Future[None] | None = None

    def put_nowait(self, item: Any) -> None:
        """Add an item and wake the reader."""
        self._items.append(item)
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    def empty(self) -> bool:
        """Whether nothing waits."""
        return not self._items

    def __len__(self) -> int:
        return len(self._items)

    async def get(self) -> Any:
        """The next item, as soon as there is one."""
        while not self._items:
            self._waiter = asyncio.get_running_loop().create_future()
            try:
                await self._waiter
            finally:
                self._waiter = None
        return self._items.pop(0)


class LeanEvent:
    """An event that is almost always set."""

    __slots__ = ("_unset",)

    def __init__(self) -> None:
        self._unset: asyncio.Event | None = None

    @property
    def blocked(self) -> bool:
        """Whether somebody would have to wait."""
        return self._unset is not None

    def clear(self) -> None:
        """Let everybody wait."""
        self._unset = self._unset or asyncio.Event()

    def set(self) -> None:
        """Let everybody go on."""
        if self._unset is not None:
            self._unset.set()
            self._unset = None

    async def wait(self) -> None:
        """Return when it is set."""
        if self._unset is not None:
            await self._unset.wait()


class Line(Protocol):
    """Where texts come and leave at once, without a task and five wrappers for each of them."""

    @property
    def waiting(self) -> int:
        """Bytes that the other side has not taken yet."""

    @property
    def has_more(self) -> bool:
        """Whether a message has come that has not been taken yet."""

    def write(self, text: bytes) -> None:
        """Send a text."""

    async def receive(self) -> Any:
        """The next message."""

    async def close(self, code: int) -> None:
        """End the connection with this code."""

    def go_on(self, conversation: Coroutine[Any, Any, None]) -> None:
        """What follows once the handler has returned: then nothing of the request is kept any more."""


def line_of(socket: WebSocket[Any, Any, Any]) -> Line:
    """The line of an accepted connection."""
    line: Any = (socket.scope["extensions"] or {})[LINE]
    return cast("Line", line)


def hand_over(socket: WebSocket[Any, Any, Any], conversation: Coroutine[Any, Any, None]) -> None:
    """Let a conversation follow once the handler has returned, and Litestar's socket be forgotten."""
    line_of(socket).go_on(conversation)
    del socket.receive, socket.send  # they hold the socket that holds them


def header_of(size: int) -> bytes:
    """What comes before a text of this size in one frame."""
    if size < 126:
        return bytes((TEXT, size))
    return bytes((TEXT, 126)) + size.to_bytes(2) if size < 65_536 else bytes((TEXT, 127)) + size.to_bytes(8)


class LeanWebSocket(WebSocketsSansIOProtocol):
    """One connection."""

    # What uvicorn notes of a connection has its place here: a dict of so many names takes four times as much.
    __slots__ = (
        "_application",
        "_conversation",
        "_leaving",
        "_small_frames",
        "app",
        "app_state",
        "asgi_version",
        "client",
        "close_sent",
        "close_timeout",
        "close_timer",
        "config",
        "conn",
        "connections",
        "curr_msg_data_type",
        "default_headers",
        "disconnected",
        "frames",
        "handshake_complete",
        "handshake_initiated",
        "initial_response",
        "last_ping_rtt",
        "logger",
        "loop",
        "pending_ping_payload",
        "ping_interval",
        "ping_sent_at",
        "ping_timeout",
        "ping_timer",
        "pong_timer",
        "queue",
        "read_paused",
        "request",
        "response",
        "root_path",
        "scheme",
        "scope",
        "server",
        "tasks",
        "transport",
        "writable",
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.queue: LeanQueue = LeanQueue()  # type: ignore[assignment]  # a leaner one that does the same
        self.writable: LeanEvent = LeanEvent()  # type: ignore[assignment]  # a leaner one that does the same
        self._leaving: list[bytes] = []
        """Frames that leave together after this turn of the loop: each sending costs as much as a view."""
        self._application, self.app = self.app, self._serve
        self._conversation: Coroutine[Any, Any, None] | None = None
        self._small_frames: Bucket | None = None  # most connections never need it

    def data_received(self, data: bytes) -> None:
        """Take what has come, a bite at a time: who sends too much is cut off before all is parsed."""
        for start in range(0, len(data), BITE):
            super().data_received(data[start : start + BITE])
            if len(self.queue) > MOST_MESSAGES:
                self.transport.abort()
            elif self.close_sent:
                self._count()  # nobody takes it any more, but parsing it is work
            if self.transport.is_closing():
                return

    def handle_ping(self) -> None:
        """Answer, unless there are too many."""
        if self._count(DEAF_COST if self.writable.blocked else 1.0):
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Take note, unless there are too many."""
        if self._count():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        """Add a piece to a message, unless there are too many."""
        if len(self.frames) >= MOST_PIECES:
            self.transport.abort()
        elif self._count():
            super().handle_cont(event)

    def _count(self, cost: float = 1.0) -> bool:
        """Count a frame that is no message; False if that was too much, and the connection is cut off."""
        self._small_frames = self._small_frames or Bucket(SMALL_FRAMES, MOST_SMALL_FRAMES)
        if not self._small_frames.take(cost):
            self.transport.abort()
            return False
        return True

    def handle_connect(self, event: Request) -> None:
        """Begin, and let the application write directly."""
        super().handle_connect(event)
        if self.response.status_code == SWITCHED:
            self.scope["extensions"][LINE] = self  # type: ignore[assignment]  # an extension of our own, not a description

    def go_on(self, conversation: Coroutine[Any, Any, None]) -> None:
        """What follows once the handler has returned: then nothing of the request is kept any more."""
        self._conversation = conversation

    async def _serve(self, scope: Any, receive: Any, send: Any) -> None:
        """Let the application answer the request, then go on without its fifteen frames and wrappers."""
        self.app = self._application  # a method of mine would hold me
        try:
            await self._application(scope, receive, send)
        finally:
            scope["extensions"].pop(LINE, None)  # else the request and I would hold each other
            del scope, receive, send
        conversation, self._conversation = self._conversation, None
        if conversation is not None:
            self.scope = {}  # type: ignore[typeddict-item]  # read, and a connection may last for days
            await conversation

    @property
    def waiting(self) -> int:
        """Bytes that the other side has not taken yet."""
        leaving = sum(map(len, self._leaving)) if self._leaving else 0
        return leaving + int(self.transport.get_write_buffer_size())

    @property
    def has_more(self) -> bool:
        """Whether a message has come that has not been taken yet."""
        return not self.queue.empty()

    def write(self, text: bytes) -> None:
        """Send a text, whole, in one frame, together with the others of this turn of the loop."""
        if not self._leaving:
            self.loop.call_soon(self._let_go)
        self._leaving += (header_of(len(text)), text)

    def _let_go(self) -> None:
        """Send what has been written."""
        frames, self._leaving = self._leaving, []
        if frames and self.handshake_complete and not (self.close_sent or self.transport.is_closing()):
            self.transport.write(b"".join(frames))

    async def send(self, message: Any) -> None:
        """Send, and forget the handshake once it is over; who does not read is not even told goodbye."""
        if message["type"] == "websocket.close" and self.writable.blocked and self.handshake_complete:
            self.transport.abort()
            return
        self._let_go()  # in the order in which it was said
        await super().send(message)
        if message["type"] == "websocket.accept":
            self.request.headers.clear()  # its parser never lets go of the request itself
            self.request = self.response = None  # type: ignore[assignment]  # freed early, never read again

    async def close(self, code: int) -> None:
        """End the connection with this code; the client may be faster."""
        with suppress(ClientDisconnected, RuntimeError, OSError):
            await self.send({"type": "websocket.close", "code": code})

    def shutdown(self) -> None:
        """Let the application finish what it has been asked before the connection is closed."""
        if self.handshake_complete and not self.close_sent:
            self.queue.put_nowait({"type": "websocket.disconnect", "code": RESTART})
        else:
            super().shutdown()

    def connection_lost(self, exc: Exception | None) -> None:
        """Let go of the parser: it runs in a method of who holds it, and only a collector would find them."""
        super().connection_lost(exc)
        self.conn.parser.close()

    async def receive(self) -> Any:
        """The next message; the one that says that the server ends closes the connection, too."""
        message = await self.queue.get()  # not by the inherited method: each frame counts, 4,000 times
        if self.read_paused and self.queue.empty():
            self.read_paused = False
            self.transport.resume_reading()
        if message.get("code") == RESTART and not self.close_sent:
            await asyncio.sleep(0)  # answers that are on their way leave first
            self._let_go()
            if not self.disconnected:  # the client may be faster
                super().shutdown()
        return message
