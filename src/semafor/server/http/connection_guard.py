"""Limits for every TCP connection, built around uvicorn's protocol from asyncio's public parts.

`GuardedConnection` is the protocol of the connection and passes every callback on to uvicorn's own protocol.
Uvicorn gets a `GuardedTransport`, so that the guard also sees what uvicorn does. It ends connections

- whose request is incomplete for too long, or too large,
- on which too many requests are sent before the first is answered,
- whose client does not read what is sent,
- whose client sends too many WebSocket frames that are not messages,
- that are being closed for too long.
"""

from __future__ import annotations

import asyncio
import socket
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, cast

import httptools

from semafor.server.http.identity import as_counted
from semafor.server.rate_limits import Bucket

REQUEST_SECONDS = 20.0
"""Time from the first byte of a request to its last, and from the connection to the first request."""
LARGEST_HEAD, LARGEST_REQUEST = 65_536, 2_000_000
"""Bytes of a request's head, and of a whole request; the application accepts bodies of 1 MB."""
MOST_REQUESTS = 20
"""Requests that may be sent before the first is answered; browsers and proxies send one."""
CONNECTIONS_PER_ADDRESS = 200
"""HTTP connections of one address, besides its WebSockets; a browser has six."""
READING_SECONDS, READING_BYTES = 20.0, 20_000
"""A client has to take at least so many of the bytes that wait for it in so many seconds, or all of them."""
CLOSING_SECONDS = 10.0
"""Time in which a WebSocket that is being closed has to end."""
UNREAD_SECONDS = 30
"""Time after which the system ends a connection whose client acknowledges nothing of what was sent."""
SMALL_FRAMES, MOST_SMALL_FRAMES = 20.0, 100.0
"""Pings, pongs and fragments of messages that a connection may send: per second, and at once."""
MOST_FRAGMENTS = 100
"""Fragments of one WebSocket message."""
MOST_FRAMES = 1_000
"""Frames that may arrive in one read; the largest read has room for forty thousand small ones."""

CONNECTION = "semafor.connection"
"""Key under which the state of an ASGI scope holds the `GuardedConnection`."""

PARSER_ERRORS = (httptools.HttpParserError, httptools.HttpParserUpgrade)

App = Callable[[Any, Any, Any], Awaitable[None]]


class OpenConnections:
    """The connections of one server, counted by address."""

    def __init__(self, most: int | None, is_proxy: Callable[[str], bool]) -> None:
        self._most = most
        self._is_proxy = is_proxy
        self._open = 0
        self._by_address: Counter[str] = Counter()
        """HTTP connections; a trusted proxy's are those of many people, and not counted."""
        self.incomplete: dict[GuardedConnection, None] = {}
        """Connections whose next request is incomplete, the oldest first."""

    def add(self, connection: GuardedConnection) -> None:
        """Count a new connection; when the server is full, end the one that has been idle longest."""
        if self._most is not None and self._open >= self._most and self.incomplete:
            next(iter(self.incomplete)).abort()
        self._open += 1
        address = connection.address
        if address is None or self._is_proxy(address):
            return
        connection.counted_for = as_counted(address)
        self._by_address[connection.counted_for] += 1
        if self._by_address[connection.counted_for] > CONNECTIONS_PER_ADDRESS:
            connection.abort()

    def release(self, connection: GuardedConnection) -> None:
        """Stop counting a connection for its address."""
        if connection.counted_for is not None:
            self._by_address[connection.counted_for] -= 1
            if not self._by_address[connection.counted_for]:
                del self._by_address[connection.counted_for]
            connection.counted_for = None

    def remove(self, connection: GuardedConnection) -> None:
        """Stop counting a connection that has ended."""
        self._open -= 1
        self.release(connection)


class RequestCounter:
    """Follows the requests that arrive on a connection; has the callbacks of httptools' parser."""

    __slots__ = ("arrived", "completed", "in_head", "incomplete")

    def __init__(self) -> None:
        self.arrived = 0
        """Requests whose head is complete."""
        self.completed = 0
        self.in_head = True
        self.incomplete = True

    def on_message_begin(self) -> None:
        """The first byte of a request has arrived."""
        self.in_head = self.incomplete = True

    def on_headers_complete(self) -> None:
        """The head of a request has arrived."""
        self.in_head = False
        self.arrived += 1

    def on_message_complete(self) -> None:
        """The last byte of a request has arrived."""
        self.incomplete = False
        self.completed += 1


class FrameCounter:
    """Counts the WebSocket frames that a client sends; reads nothing but their headers (RFC 6455, 5.2)."""

    __slots__ = ("_fragments", "_header", "_skip", "_small_frames")

    def __init__(self) -> None:
        self._skip = 0
        """Bytes of the current frame that have not arrived yet."""
        self._header = b""
        """The beginning of a frame's header."""
        self._fragments = 0
        self._small_frames: Bucket | None = None  # most connections never need it

    def allows(self, data: bytes, closing: bool) -> bool:
        """Whether a client may send these bytes; while a connection is being closed every frame counts."""
        data, self._header = self._header + data, b""
        at, frames = self._skip, 0
        while at < len(data):
            extended = {126: 2, 127: 8}.get(data[at + 1] & 0x7F, 0) if at + 1 < len(data) else 0
            if at + 2 + extended > len(data):
                self._header, at = data[at:], len(data)
                break
            frames += 1
            if frames > MOST_FRAMES or not self._allows_frame(data[at], closing):
                return False
            masked = 4 * (data[at + 1] >> 7)
            length = int.from_bytes(data[at + 2 : at + 2 + extended]) if extended else data[at + 1] & 0x7F
            at += 2 + extended + masked + length
        self._skip = at - len(data)
        return True

    def _allows_frame(self, first: int, closing: bool) -> bool:
        final, opcode = first & 0x80, first & 0x0F
        control = opcode >= 8
        if not control:
            self._fragments = 0 if final else self._fragments + 1
        if not closing and not control and opcode:
            return True
        self._small_frames = self._small_frames or Bucket(SMALL_FRAMES, MOST_SMALL_FRAMES)
        return self._fragments <= MOST_FRAGMENTS and self._small_frames.take()


class GuardedTransport:
    """The transport that uvicorn sees; tells the guard what uvicorn does and passes it on."""

    __slots__ = ("_guard", "_transport")

    def __init__(self, guard: GuardedConnection, transport: asyncio.Transport) -> None:
        self._guard, self._transport = guard, transport

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        """Send data; a client that does not read it is aborted later."""
        self._transport.write(data)
        self._guard.wrote(len(data))

    def close(self) -> None:
        """Close the connection when everything is sent."""
        self._transport.close()
        self._guard.close_soon()

    def set_protocol(self, protocol: asyncio.Protocol) -> None:
        """Upgrade the connection to a WebSocket."""
        self._guard.upgrade(protocol)

    def pause_reading(self) -> None:
        """Stop reading; meanwhile the client need not complete its request."""
        self._transport.pause_reading()
        self._guard.pause_deadline()

    def resume_reading(self) -> None:
        """Read on."""
        self._transport.resume_reading()
        self._guard.resume_deadline()


class GuardedConnection(asyncio.Protocol):
    """One connection; `make_protocol` makes uvicorn's protocol for it."""

    __slots__ = (
        "_bytes",
        "_closing",
        "_deadline",
        "_frames",
        "_left",
        "_loop",
        "_on_lost",
        "_open",
        "_parser",
        "_paused",
        "_protocol",
        "_reading",
        "_requests",
        "_started",
        "_taken",
        "_transport",
        "_unread",
        "_written",
        "address",
        "counted_for",
    )

    def __init__(
        self, make_protocol: Callable[..., asyncio.Protocol], connections: OpenConnections, **given: Any
    ) -> None:
        given["app_state"] = {**given["app_state"], CONNECTION: self}
        self._protocol: asyncio.Protocol | None = make_protocol(**given)
        self._open = connections
        self._loop = asyncio.get_running_loop()
        self._transport: asyncio.Transport | None = None
        self.address: str | None = None
        self.counted_for: str | None = None
        """The address for which `OpenConnections` counts this connection."""
        self._on_lost: list[Callable[[], None]] = []
        self._requests: RequestCounter | None = RequestCounter()
        self._parser: Any = httptools.HttpRequestParser(self._requests)
        self._bytes = 0
        """Bytes of a request that is incomplete."""
        self._started = 0
        """Requests that the application has begun to answer."""
        self._frames: FrameCounter | None = None
        self._deadline: asyncio.TimerHandle | None = None
        self._left = REQUEST_SECONDS
        """Seconds that were left for the request when reading was paused."""
        self._paused = False
        self._reading: asyncio.TimerHandle | None = None
        self._written = self._taken = self._unread = 0
        self._closing: asyncio.TimerHandle | None = None

    # ---- asyncio's callbacks -----------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Count the connection and wait for a request, for a limited time."""
        self._transport = cast("asyncio.Transport", transport)  # uvloop's are of no such class
        peer = transport.get_extra_info("peername")
        self.address = peer[0] if isinstance(peer, tuple) else None
        assert self._protocol is not None
        self._protocol.connection_made(cast("asyncio.Transport", GuardedTransport(self, self._transport)))
        self._await_request()
        self._open.add(self)

    def data_received(self, data: bytes) -> None:
        """Pass on what has arrived, unless it is too much."""
        if self._protocol is None or self._transport is None or self._transport.is_closing():
            return
        if self._frames is not None:
            if not self._frames.allows(data, self._closing is not None):
                self.abort()
                return
            self._protocol.data_received(data)
        else:
            self._receive_request(data)

    def eof_received(self) -> bool | None:
        """The client sends nothing more; asyncio closes the connection."""
        self.close_soon()
        return None if self._protocol is None else self._protocol.eof_received()

    def pause_writing(self) -> None:
        """Pass it on."""
        if self._protocol is not None:
            self._protocol.pause_writing()

    def resume_writing(self) -> None:
        """Pass it on."""
        if self._protocol is not None:
            self._protocol.resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """Release everything that belongs to the connection."""
        self._forget_deadline()
        for timer in (self._reading, self._closing):
            if timer is not None:
                timer.cancel()
        self._open.remove(self)
        protocol, self._protocol = self._protocol, None
        if protocol is not None:
            protocol.connection_lost(exc)
        self._transport = self._parser = self._requests = None
        callbacks, self._on_lost = self._on_lost, []
        for callback in callbacks:
            callback()

    # ---- for the application -----------------------------------------------------------------

    @property
    def waiting(self) -> int:
        """Bytes that wait for the client to read."""
        return 0 if self._transport is None else self._transport.get_write_buffer_size()

    def abort(self) -> None:
        """End the connection without sending what waits."""
        if self._transport is not None:
            self._transport.abort()

    def on_lost(self, callback: Callable[[], None]) -> None:
        """Call this when the connection has ended, or now if it has."""
        if self._protocol is None:
            callback()
        else:
            self._on_lost.append(callback)

    def start_request(self) -> None:
        """The application begins to answer a request."""
        self._started += 1

    def count_elsewhere(self) -> None:
        """Stop counting the connection with the HTTP connections of its address."""
        self._open.release(self)

    def close_soon(self) -> None:
        """Await no request any more, and abort a WebSocket that has not ended in a while."""
        self._forget_deadline()
        if self._frames is not None and self._closing is None and self._protocol is not None:
            self._closing = self._loop.call_later(CLOSING_SECONDS, self.abort)

    # ---- requests ----------------------------------------------------------------------------

    def _receive_request(self, data: bytes) -> None:
        requests, protocol = self._requests, self._protocol
        assert requests is not None
        assert protocol is not None
        completed, requests.incomplete = requests.completed, True  # until the parser says otherwise
        with suppress(*PARSER_ERRORS):  # uvicorn's parser finds the same, and answers
            self._parser.feed_data(data)
        self._bytes = self._bytes + len(data) if requests.completed == completed else 0
        largest = LARGEST_HEAD if requests.in_head else LARGEST_REQUEST
        if self._bytes > largest or requests.arrived - self._started > MOST_REQUESTS:
            self.abort()
            return
        protocol.data_received(data)
        if self._protocol is not protocol or self._transport is None or self._transport.is_closing():
            return
        if requests.completed > completed:
            self._forget_deadline()
        if requests.incomplete and self._deadline is None:
            self._await_request()

    def _await_request(self, seconds: float | None = None) -> None:
        self._left = REQUEST_SECONDS if seconds is None else seconds
        if not self._paused:
            self._open.incomplete[self] = None
            self._deadline = self._loop.call_later(self._left, self.abort)

    def _forget_deadline(self) -> None:
        self._open.incomplete.pop(self, None)
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def pause_deadline(self) -> None:
        """Uvicorn reads nothing for a while."""
        self._paused = True
        if self._deadline is not None:
            self._left = max(0.0, self._deadline.when() - self._loop.time())
            self._forget_deadline()

    def resume_deadline(self) -> None:
        """Uvicorn reads again; an incomplete request has the time that was left."""
        self._paused = False
        closing = self._transport is None or self._transport.is_closing()
        waits = self._requests is not None and self._requests.incomplete and self._frames is None
        if waits and self._deadline is None and not closing:
            self._await_request(self._left)

    def upgrade(self, protocol: asyncio.Protocol) -> None:
        """The connection is a WebSocket from now on."""
        self._forget_deadline()
        self._protocol, self._frames = protocol, FrameCounter()
        self._loop.call_soon(self._forget_parser)  # which is at work

    def _forget_parser(self) -> None:
        self._parser = self._requests = None

    # ---- responses ---------------------------------------------------------------------------

    def wrote(self, size: int) -> None:
        """Uvicorn has sent so many bytes."""
        self._written += size
        if self._reading is None and self.waiting:
            self._watch_reader()

    def _watch_reader(self) -> None:
        """Look in a while how much of what waits now has been read."""
        self._unread = self.waiting
        self._taken = self._written - self._unread
        self._reading = self._loop.call_later(READING_SECONDS, self._check_reader)

    def _check_reader(self) -> None:
        self._reading = None
        waiting = self.waiting
        taken = self._written - waiting - self._taken
        if waiting and taken < min(READING_BYTES, self._unread):
            self.abort()
        elif waiting:
            self._watch_reader()


def count_requests(app: App) -> App:
    """The same application; tells each connection that the application begins to answer its requests."""

    async def counted(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            scope["state"].pop(CONNECTION).start_request()
        await app(scope, receive, send)

    return counted


def end_unread(listener: socket.socket) -> None:
    """Let the system end connections whose client does not acknowledge what was sent, where it can."""
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD_SECONDS * 1000)
