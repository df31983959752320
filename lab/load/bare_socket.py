"""A WebSocket client that costs little, so that the server is what is measured."""

from __future__ import annotations

import asyncio
import base64
import os
from collections.abc import Callable
from typing import cast

TEXT, PING, PONG = 0x1, 0x9, 0xA


class BareSocket(asyncio.Protocol):
    """Sends short texts and hands over every text that comes."""

    def __init__(self, path: str, on_text: Callable[[bytes], None]) -> None:
        self._path = path
        self._on_text = on_text
        self._buffer = bytearray()
        self._open = False
        self._transport: asyncio.Transport | None = None
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.closed = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the WebSocket."""
        self._transport = wire = cast("asyncio.Transport", transport)  # uvloop's are of no such class
        key = base64.b64encode(os.urandom(16)).decode()
        lines = (
            f"GET {self._path} HTTP/1.1",
            "Host: bench",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
        )
        wire.write(("\r\n".join(lines) + "\r\n\r\n").encode())

    def connection_lost(self, exc: Exception | None) -> None:
        """Note the end."""
        self.closed = True
        if not self.ready.done():
            self.ready.set_exception(exc or ConnectionError("the server closed the connection"))

    def data_received(self, data: bytes) -> None:
        """Take frames as they come."""
        self._buffer += data
        if not self._open and not self._accept():
            return
        while (frame := self._next_frame()) is not None:
            code, body = frame
            if code == TEXT:
                self._on_text(body)
            elif code == PING:
                self._send(PONG, body)

    def _accept(self) -> bool:
        """Whether the server has agreed."""
        end = self._buffer.find(b"\r\n\r\n")
        if end < 0:
            return False
        if b" 101 " not in self._buffer[:end].split(b"\r\n")[0] + b" ":
            raise ConnectionError("the server does not speak WebSocket")
        del self._buffer[: end + 4]
        self._open = True
        self.ready.set_result(None)
        return True

    def _next_frame(self) -> tuple[int, bytes] | None:
        buffer = self._buffer
        if len(buffer) < 2:
            return None
        size, start = buffer[1], 2
        if size == 126:
            size, start = int.from_bytes(buffer[2:4]), 4
        elif size == 127:
            size, start = int.from_bytes(buffer[2:10]), 10
        if len(buffer) < start + size:
            return None
        code, body = buffer[0] & 0xF, bytes(buffer[start : start + size])
        del buffer[: start + size]
        return code, body

    def send(self, text: bytes) -> None:
        """Send a text."""
        self._send(TEXT, text)

    def _send(self, code: int, body: bytes) -> None:
        size = len(body)
        length = bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2)
        assert self._transport is not None
        # A mask of zeros masks nothing.
        self._transport.write(bytes([0x80 | code]) + length + b"\0\0\0\0" + body)

    def close(self) -> None:
        """End the connection."""
        if self._transport is not None:
            self._transport.close()


async def open_socket(host: str, port: int, path: str, on_text: Callable[[bytes], None]) -> BareSocket:
    """A socket that the server has accepted."""
    loop = asyncio.get_running_loop()
    _, socket = await loop.create_connection(lambda: BareSocket(path, on_text), host, port)
    await socket.ready
    return socket
