"""After every way in which a connection can end, the server has its descriptors and its memory back."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import struct
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path

import pytest

from lab.load.fleet import resident_kilobytes
from semafor.server.client import RemoteServer
from tests.server.browsers import Browser, Club
from tests.server.how_long import short_or_long
from tests.server.nursery import Nursery, free_port
from tests.server.serving import metric

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc and sets Linux's socket options")

ROUNDS = short_or_long(2, 40)
AT_ONCE = 10
"""Connections that leave in the same way."""
SOCKET = "socket:"
SPARE_KILOBYTES = short_or_long(4_000, 20_000)
"""Growth that is not a leak: new tables and accounts. Leaked connections would hold more."""
TEXT, CLOSE, PING = 0x81, 0x88, 0x89
REQUEST = b"GET /api/engine HTTP/1.1\r\nHost: 127.0.0.1\r\n"


class Peer:
    """A client that reads only what it has to."""

    def __init__(self, server: RemoteServer) -> None:
        self._line = socket.socket()
        self._line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        self._line.connect(("127.0.0.1", int(server.address.rpartition(":")[2])))
        self._line.setblocking(False)

    async def send(self, data: bytes) -> None:
        """Send bytes; the server may have ended the connection."""
        with suppress(ConnectionError):
            await asyncio.get_running_loop().sock_sendall(self._line, data)

    async def frame(self, code: int, data: bytes = b"") -> None:
        """Send a WebSocket frame with a mask of zeros."""
        assert len(data) < 126
        await self.send(bytes((code, 0x80 | len(data), 0, 0, 0, 0)) + data)

    async def say(self, *kinds: str) -> None:
        """Send messages without other fields."""
        for kind in kinds:
            await self.frame(TEXT, json.dumps({"type": kind}).encode())

    async def upgrade(self, table: str, cookie: str = "") -> None:
        """Request the WebSocket of a table and read the server's acceptance."""
        await self.send(
            f"GET /api/tables/{table}/live HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {'A' * 22}==\r\nSec-WebSocket-Version: 13\r\n"
            f"Cookie: semafor={cookie}\r\n\r\n".encode()
        )
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            head += await asyncio.get_running_loop().sock_recv(self._line, 1)
        assert head.startswith(b"HTTP/1.1 101"), head

    async def sit(self, table: str, cookie: str = "") -> None:
        """Join a table and read the beginning of its state."""
        await self.upgrade(table, cookie)
        await self.say("hello")
        assert await asyncio.get_running_loop().sock_recv(self._line, 1)

    def close(self) -> None:
        """End the connection as programs do."""
        self._line.close()

    def reset(self) -> None:
        """Abort the connection."""
        self._line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self._line.close()

    def end_sending(self) -> None:
        """Close one direction only."""
        self._line.shutdown(socket.SHUT_WR)


class Scene:
    """A server, a table, and a browser of its host."""

    def __init__(self, club: Club, host: Browser, table: str) -> None:
        self.club, self.host, self.table = club, host, table

    async def peers(self) -> list[Peer]:
        return [Peer(self.club.server) for _ in range(AT_ONCE)]

    async def sitting(self, cookie: str = "") -> list[Peer]:
        peers = await self.peers()
        for peer in peers:
            await peer.sit(self.table, cookie)
        return peers


Way = Callable[[Scene], Awaitable[list[Peer]]]


def asking(*parts: bytes) -> Way:
    """Connections that send this, and then nothing more."""

    async def way(scene: Scene) -> list[Peer]:
        peers = await scene.peers()
        for peer in peers:
            for part in parts:
                await peer.send(part)
        return peers

    return way


async def close_politely(scene: Scene) -> list[Peer]:
    peers = await scene.sitting()
    for peer in peers:
        await peer.frame(CLOSE, (1000).to_bytes(2))
    return peers


async def vanish(scene: Scene) -> list[Peer]:
    peers = await scene.sitting()
    for number, peer in enumerate(peers):
        (peer.close, peer.reset, peer.end_sending)[number % 3]()
    return peers


async def stop_reading(scene: Scene) -> list[Peer]:
    peers = await scene.sitting()
    for peer in peers:
        await peer.say(*["refresh"] * 8)
    return peers


async def stop_reading_and_close(scene: Scene) -> list[Peer]:
    peers = await stop_reading(scene)
    for peer in peers:
        await peer.frame(CLOSE, (1000).to_bytes(2))
    return peers


async def stop_reading_and_end_sending(scene: Scene) -> list[Peer]:
    peers = await stop_reading(scene)
    for peer in peers:
        peer.end_sending()
    return peers


async def ping_without_end(scene: Scene) -> list[Peer]:
    peers = await scene.sitting()
    for peer in peers:
        await peer.send(bytes((PING, 0x80, 0, 0, 0, 0)) * 2_000)
    return peers


async def say_no_hello(scene: Scene) -> list[Peer]:
    peers = await scene.peers()
    for peer in peers:
        await peer.upgrade(scene.table)
    return peers


async def say_a_wrong_hello(scene: Scene) -> list[Peer]:
    """The server sends Close, which the client never answers."""
    peers = await say_no_hello(scene)
    for peer in peers:
        await peer.say("ping")
    return peers


async def be_signed_out(scene: Scene) -> list[Peer]:
    device = await scene.club.browser()
    code = (await scene.host.post("/api/me/code"))["code"]  # a passphrase would take 16 MB
    me = await device.post("/api/me/join", {"code": code})
    peers = await scene.sitting(device.cookie)
    number = next(one["number"] for one in me["devices"] if one["here"])
    await scene.host.post("/api/me/sign-out", {"device": number})
    return peers


async def be_evicted(scene: Scene) -> list[Peer]:
    browser = await scene.club.browser()
    table = (await browser.table("me", "open"))["table"]["id"]
    peers = await scene.peers()
    for peer in peers:
        await peer.sit(table, browser.cookie)
    await browser.post(f"/api/tables/{table}/leave", {"seat": 0})
    return peers


WAYS: dict[str, Way] = {
    "nothing is asked": asking(),
    "half a head": asking(REQUEST),
    "half a body": asking(b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\n{"),
    "a request and a half": asking(REQUEST + b"\r\n" + REQUEST),
    "a request, later a half": asking(REQUEST + b"\r\n", REQUEST),
    "a request and an empty line": asking(REQUEST + b"\r\n\r\n"),
    "too large a head": asking(REQUEST + b"X: " + b"x" * 100_000),
    "not HTTP": asking(b"\0\1\2\r\n\r\n"),
    "another upgrade": asking(REQUEST + b"Upgrade: h2c\r\nConnection: Upgrade\r\n\r\n", b"PRI"),
    "a WebSocket that is none": asking(REQUEST + b"Upgrade: websocket\r\nConnection: Upgrade\r\n\r\n"),
    "an unread answer": asking(b"GET /api/gazetteer HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"),
    "many requests at once": asking((REQUEST + b"\r\n") * 1_000),
    "close": close_politely,
    "vanish": vanish,
    "stop reading": stop_reading,
    "stop reading, close": stop_reading_and_close,
    "stop reading, end sending": stop_reading_and_end_sending,
    "pings": ping_without_end,
    "no hello": say_no_hello,
    "a wrong hello": say_a_wrong_hello,
    "sign-out": be_signed_out,
    "eviction": be_evicted,
}


@asynccontextmanager
async def scene_of(server: RemoteServer) -> AsyncIterator[Scene]:
    async with AsyncExitStack() as stack:
        club = Club(server, stack)
        host = await club.browser()
        await host.become("Ada")
        table = (await host.table("me", "me", board="europe", start=True))["table"]["id"]
        yield Scene(club, host, table)


def descriptors(process: int, kind: str = "") -> int:
    """How many descriptors of a kind a process has open."""
    folder = Path(f"/proc/{process}/fd")
    found = 0
    for one in folder.iterdir():
        with suppress(FileNotFoundError):  # it has been closed meanwhile
            found += os.readlink(one).startswith(kind)
    return found


async def everyone_leaves(scene: Scene, process: int, before: int) -> None:
    """Leave in all ways at once, and wait until the server has no more sockets than before."""
    there = [await way(scene) for way in WAYS.values()]
    while descriptors(process, SOCKET) > before:
        await asyncio.sleep(0.05)
    for peer in [peer for peers in there for peer in peers]:
        peer.close()


async def test_nothing_stays_of_connections_that_have_ended(nursery: Nursery, tmp_path: Path) -> None:
    port = free_port()
    process = await nursery.start(port, tmp_path, hasty=True)
    server = RemoteServer(f"http://127.0.0.1:{port}")
    async with scene_of(server) as scene:
        before = descriptors(process, SOCKET)
        await everyone_leaves(scene, process, before)
        files, first = descriptors(process), resident_kilobytes(process)
        assert first is not None
        for _ in range(ROUNDS):
            await everyone_leaves(scene, process, before)
        assert await metric(server, "semafor_connections") == 0
        assert descriptors(process) < files + AT_ONCE
        while (resident_kilobytes(process) or 0) > first + SPARE_KILOBYTES:
            await asyncio.sleep(0.1)
    nursery.kill(process)
