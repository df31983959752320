"""Connections that say too much, or do not listen, are cut off; those of ordinary clients are not."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import cast

import pytest
from litestar.testing import TestClient
from websockets.exceptions import ConnectionClosed

from semafor.server.app import create_app
from semafor.server.client import RemoteServer, TableSocket
from semafor.server.http import connection_guard
from semafor.server.http.connection_guard import FrameCounter, GuardedConnection, OpenConnections
from semafor.server.run import listen
from semafor.server.socket_messages import Ping, Pong, State
from tests.server import serving
from tests.server.serving import quick_config, running, running_app, table_of

TEXT, CONTINUED, PING, PONG = 0x1, 0x0, 0x9, 0xA
LAST = 0x80

# ---- WebSockets ------------------------------------------------------------------------------------


def frame(code: int, data: bytes = b"") -> bytes:
    """Return a client's WebSocket frame with a mask of zeros."""
    assert len(data) < 126
    return bytes((code, 0x80 | len(data), 0, 0, 0, 0)) + data


async def is_cut_off(place: TableSocket) -> None:
    with suppress(ConnectionClosed):
        while True:
            await place.receive(60)
    assert place.socket.close_code == 1006, "without a farewell, which it might not read"


@pytest.mark.parametrize(
    "flood",
    [
        frame(LAST | PING, b"x" * 125) * 2_000,
        frame(LAST | PONG) * 2_000,
        frame(TEXT, b"{") + frame(CONTINUED) * 2_000,
    ],
    ids=["pings", "pongs", "pieces"],
)
async def test_frames_that_are_no_messages_count_as_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, flood: bytes
) -> None:
    monkeypatch.setattr(connection_guard, "SMALL_FRAMES", 0.0)  # however long the flood takes
    async with running(quick_config(tmp_path)) as server:
        made = await table_of(server, "me", "open")
        async with server.sit(made.table.id) as stranger, server.sit(made.table.id) as friend:
            await stranger.receive_until(State)
            stranger.socket.transport.write(flood)
            await is_cut_off(stranger)
            await friend.send(Ping(1))
            assert (await friend.receive_until(Pong)).n == 1


async def test_small_messages_without_end_do_not_fill_the_memory(tmp_path: Path) -> None:
    async with running(quick_config(tmp_path, messages_per_second=1e6)) as server:
        made = await table_of(server, "me", "open")
        async with server.sit(made.table.id) as place:
            await place.receive_until(State)
            place.socket.transport.write(frame(LAST | TEXT) * 40_000)
            await is_cut_off(place)


async def test_pings_and_messages_in_pieces_are_answered(tmp_path: Path) -> None:
    async with running(quick_config(tmp_path)) as server:
        made = await table_of(server, "me", "open")
        async with server.sit(made.table.id) as place:
            await place.receive_until(State)
            for _ in range(40):
                await (await place.socket.ping())
            await place.socket.send(iter(['{"type":"ping",', *[" "] * 40, '"n":7}']))
            assert (await place.receive_until(Pong)).n == 7


def test_frames_are_counted_however_they_are_cut() -> None:
    message = frame(LAST | TEXT, b"x" * 100)
    large = bytes((LAST | TEXT, 0x80 | 126)) + (300).to_bytes(2) + bytes(4) + b"y" * 300
    huge = bytes((LAST | TEXT, 0x80 | 127)) + (70_000).to_bytes(8) + bytes(4) + bytes(70_000)
    sent = (message + large + frame(LAST | PING) + huge) * 60
    for size in (1, 7, 4096, len(sent)):
        counter = FrameCounter()
        pieces = [sent[start : start + size] for start in range(0, len(sent), size)]
        assert all(counter.allows(piece, closing=False) for piece in pieces)
        assert all(counter.allows(frame(LAST | PONG), closing=False) for _ in range(30))
        assert not all(counter.allows(frame(LAST | PONG), closing=False) for _ in range(100))


def test_every_frame_counts_while_a_connection_is_being_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_guard, "SMALL_FRAMES", 0.0)
    counter = FrameCounter()
    assert counter.allows(frame(LAST | TEXT) * 500, closing=False)
    assert not counter.allows(frame(LAST | TEXT) * 500, closing=True)


# ---- HTTP ------------------------------------------------------------------------------------------


def port_of(server: RemoteServer) -> int:
    return int(server.address.rpartition(":")[2])


def ask(server: RemoteServer, path: str, times: int = 1, more: str = "") -> socket.socket:
    """Return a connection with a sent request whose response is unread."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    line.connect(("127.0.0.1", port_of(server)))
    line.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{more}\r\n".encode() * times)
    return line


class Seen:
    """Return the numbers of opened and closed connections."""

    def __init__(self) -> None:
        self.made: list[GuardedConnection] = []
        self.lost: asyncio.Queue[GuardedConnection] = asyncio.Queue()

    async def nothing_counted(self) -> None:
        """Wait until no connection is counted for its address."""
        while any(one.counted_for for one in self.made):
            await self.lost.get()


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> Seen:
    found = Seen()
    make, lose = GuardedConnection.connection_made, GuardedConnection.connection_lost

    def note_and_make(self: GuardedConnection, transport: asyncio.BaseTransport) -> None:
        found.made.append(self)
        make(self, transport)

    def note_and_lose(self: GuardedConnection, exc: Exception | None) -> None:
        lose(self, exc)
        found.lost.put_nowait(self)

    monkeypatch.setattr(GuardedConnection, "connection_made", note_and_make)
    monkeypatch.setattr(GuardedConnection, "connection_lost", note_and_lose)
    return found


def listen_with_little_room(host: str, port: int) -> socket.socket:
    """Serve with small send buffers, so that responses wait in the server."""
    listener = listen(host, port)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    return listener


def read_rest(line: socket.socket) -> bytes:
    """Return the remaining bytes before the end of the connection."""
    got = b""
    with suppress(ConnectionError):
        while more := line.recv(65_536):
            got += more
    return got


@pytest.mark.parametrize("more", ["", "Connection: close\r\n"], ids=["kept", "closed"])
@pytest.mark.parametrize("path", ["/api/gazetteer", "/api/boards"])
async def test_who_does_not_read_an_answer_holds_no_place(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    seen: Seen,
    path: str,
    more: str,
) -> None:
    """This also holds for responses too small to pause writing."""
    monkeypatch.setattr(connection_guard, "READING_SECONDS", 0.1)
    monkeypatch.setattr(serving, "listen", listen_with_little_room)
    async with running(quick_config(tmp_path)) as server:
        with ask(server, path, more=more) as line:
            await seen.lost.get()
            head, _, body = read_rest(line).partition(b"\r\n\r\n")
            assert b"200 OK" in head
            assert f"content-length: {len(body)}\r\n".encode() not in head, "it could have been read"


class Wire(asyncio.Transport):
    """A transport whose client reads a number of bytes between two checks."""

    def __init__(self, pace: int) -> None:
        super().__init__()
        self._pace, self._unread = pace, 0
        self.ended = asyncio.Event()
        self.aborted = False

    def get_write_buffer_size(self) -> int:
        self._unread = max(0, self._unread - self._pace)
        if not self._unread:
            self.ended.set()
        return self._unread

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self._unread += len(data)

    def abort(self) -> None:
        self.aborted = True
        self.ended.set()


class Answering(asyncio.Protocol):
    """Stands for uvicorn's protocol."""

    transport: asyncio.Transport

    def __init__(self, **_given: object) -> None:
        super().__init__()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)


@pytest.mark.parametrize(("pace", "aborted"), [(20_000, False), (1_000, True), (0, True)])
async def test_a_slow_reader_is_waited_for(monkeypatch: pytest.MonkeyPatch, pace: int, aborted: bool) -> None:
    monkeypatch.setattr(connection_guard, "READING_SECONDS", 0.0)
    wire, answering = Wire(pace), Answering()
    connections = OpenConnections(None, lambda _address: False)
    line = GuardedConnection(lambda **_given: answering, connections, app_state={})
    line.connection_made(wire)
    answering.transport.write(bytes(1_000_000))
    await wire.ended.wait()
    assert wire.aborted == aborted
    line.connection_lost(None)


async def test_who_asks_for_much_at_once_is_answered_little(tmp_path: Path, seen: Seen) -> None:
    async with running(quick_config(tmp_path)) as server:
        with ask(server, "/api/engine", 2_000) as line:
            await seen.lost.get()
            assert read_rest(line).count(b"200 OK") <= 20
        with ask(server, "/api/engine", 5) as line:
            answers = b""
            while answers.count(b"200 OK") < 5:
                answers += await asyncio.to_thread(line.recv, 65_536)


@asynccontextmanager
async def silent_connections(server: RemoteServer, number: int) -> AsyncIterator[list[asyncio.StreamReader]]:
    """Open a number of connections until the block ends."""
    async with AsyncExitStack() as stack:
        lines = []
        for _ in range(number):
            reader, writer = await asyncio.open_connection("127.0.0.1", port_of(server))
            stack.callback(writer.close)
            lines.append(reader)
        yield lines


async def is_closed(line: asyncio.StreamReader) -> bool:
    with suppress(ConnectionError):
        assert await line.read() == b""
    return True


async def test_an_address_has_so_many_connections_and_websockets_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seen: Seen
) -> None:
    monkeypatch.setattr(connection_guard, "CONNECTIONS_PER_ADDRESS", 3)
    app = create_app(quick_config(tmp_path))
    async with running_app(app, trusted_proxies="10.0.0.1") as server, AsyncExitStack() as stack:
        made = await table_of(server, "me", "open")
        for _ in range(5):
            place = await stack.enter_async_context(server.sit(made.table.id))
            await place.receive_until(State)
        await seen.nothing_counted()
        async with silent_connections(server, 4) as lines:
            assert await is_closed(lines[3])
            assert not any(line.at_eof() for line in lines[:3])
        await seen.nothing_counted()
        await server.table(made.table.id)


async def test_people_behind_a_proxy_are_not_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_guard, "CONNECTIONS_PER_ADDRESS", 3)
    async with running(quick_config(tmp_path)) as server, silent_connections(server, 10):
        made = await table_of(server, "me", "open")
        await server.table(made.table.id)


def test_pages_and_files_are_counted_too(tmp_path: Path) -> None:
    with TestClient(create_app(quick_config(tmp_path, files_per_minute=3.0))) as web:
        paths = ("/", "/table/x", "//learn", "/health", "/")
        assert [web.get(path).status_code for path in paths] == [200, 200, 200, 429, 429]
        assert web.get("/api/engine").status_code == 200, "a share of its own"
