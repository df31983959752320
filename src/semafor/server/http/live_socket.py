"""An accepted WebSocket: sends texts in order and knows how much the client has not read."""

import asyncio
from collections import Counter, deque
from contextlib import suppress
from typing import Any

from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from semafor.server.http.connection_guard import CONNECTION, GuardedConnection
from semafor.server.monitoring import CONNECTIONS

FAILED, RESTART = 1011, 1012
BAD_HELLO, WRONG_KEY, FOREIGN, UNKNOWN_TABLE, SEAT_LOST, TOO_MUCH = 4000, 4001, 4003, 4004, 4005, 4008
DISCONNECTED = (OSError, RuntimeError, WebSocketDisconnect)
"""Exceptions of sending after the connection has ended."""


class Closing(Exception):
    """Raised to close the connection with this code."""

    def __init__(self, code: int) -> None:
        self.code = code


class LiveSocket:
    """A WebSocket whose messages are sent in the background."""

    __slots__ = ("_guard", "_queued", "_sending", "_socket", "_texts")

    def __init__(self, socket: WebSocket[Any, Any, Any]) -> None:
        self._socket = socket
        self._guard: GuardedConnection = socket.scope["state"][CONNECTION]
        self._texts: deque[bytes] = deque()
        self._queued = 0
        self._sending: asyncio.Task[None] | None = None

    @property
    def unread(self) -> int:
        """Bytes that the client has not read yet."""
        return self._queued + self._guard.waiting

    def write(self, text: bytes) -> None:
        """Send a text soon."""
        self._texts.append(text)
        self._queued += len(text)
        if self._sending is None:
            self._sending = asyncio.create_task(self._send_texts())

    async def _send_texts(self) -> None:
        try:
            while self._texts:
                text = self._texts.popleft()
                await self._socket.send({"type": "websocket.send", "text": text.decode(), "bytes": None})
                self._queued -= len(text)
        except DISCONNECTED:
            self._texts.clear()
        finally:
            self._sending = None

    async def receive(self) -> str | bytes:
        """Return the next message; raise WebSocketDisconnect if the client has disconnected."""
        event: Any = await self._socket.receive()
        if event["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(detail="gone")
        text, data = event.get("text"), event.get("bytes")
        return text if text is not None else data or b""

    async def close(self, code: int) -> None:
        """Send what waits and close the connection; abort it if the client does not read that soon."""
        self._guard.close_soon()
        if self._sending is not None:
            await asyncio.wait([self._sending])
        with suppress(*DISCONNECTED):
            await self._socket.send({"type": "websocket.close", "code": code, "reason": ""})

    def abort(self) -> None:
        """End the connection without sending what waits."""
        self._guard.abort()

    def count_for(self, address: str, connections: Counter[str]) -> None:
        """Count the connection for an address as long as it is open."""
        self._guard.count_elsewhere()
        connections[address] += 1
        CONNECTIONS.inc()

        def lost() -> None:
            CONNECTIONS.dec()
            connections[address] -= 1
            if not connections[address]:
                del connections[address]

        self._guard.on_lost(lost)
