"""Plays at many tables at a given number of decisions per second and measures the delays."""

from __future__ import annotations

import asyncio
import random
import secrets
from time import perf_counter

import msgspec

from lab.load.bare_socket import BareSocket, open_socket
from semafor.fair_deal import promise_of
from semafor.server.client import RemoteServer
from semafor.server.messages import CreateTable, SeatPlan

TICK = 0.005
PLAYERS = 4
QUIET = 5.0
"""Seconds of silence after which a browser sends a ping."""
LOOK = 0.5
"""Seconds between checks for silence."""
ID_BITS = 96
"""Length of the ids that browsers give their decisions."""
OPENING = 50
"""Connections that are opened at the same time."""


class _Move(msgspec.Struct):
    text: str


class _Sight(msgspec.Struct):
    moves: list[_Move]


class _Message(msgspec.Struct):
    """The fields of a message that the load test reads."""

    type: str
    version: int = 0
    sights: list[_Sight] = []
    ending: msgspec.Raw = msgspec.Raw(b"null")


_decoder = msgspec.json.Decoder(_Message)


class LoadedTable:
    """A table with all its players' sockets."""

    def __init__(self, load: Load, table_id: str, keys: list[str], parts: list[str]) -> None:
        self.id = table_id
        self._parts = parts
        self._told: set[int] = set()
        self.over = False
        self._load = load
        self._keys = keys
        self._sockets: list[BareSocket] = []
        self._moves: dict[int, list[str]] = {}
        self._sent_at = 0.0
        self._waiting: set[int] = set()
        self._heard: list[float] = []

    async def connect(self, host: str, port: int) -> None:
        """Sit down on every seat."""
        path = f"/api/tables/{self.id}/live"
        for seat, key in enumerate(self._keys):
            socket = await open_socket(host, port, path, lambda text, seat=seat: self._hear(seat, text))  # type: ignore[misc]  # mypy does not follow defaults of lambdas
            self._sockets.append(socket)
            self._heard.append(perf_counter())
            socket.send(msgspec.json.encode({"type": "hello", "keys": [key]}))

    def look(self) -> None:
        """Send pings on silent connections, as browsers do."""
        now = perf_counter()
        for seat, socket in enumerate(self._sockets):
            if self._heard[seat] < now - QUIET and not socket.closed:
                socket.send(b'{"type":"ping"}')
                self._heard[seat] = now  # one ping at a time

    @property
    def ready(self) -> bool:
        """Whether a decision can be sent: the last one has reached everyone."""
        return not self._waiting and bool(self._moves) and not self.over

    def decide(self, dice: random.Random) -> None:
        """Send a decision of one of the seats that must decide."""
        seat = next(iter(self._moves))
        moves = self._moves.pop(seat)
        claims = [move for move in moves if move.startswith("claim")]
        self._waiting = set(range(len(self._keys)))
        self._sent_at = perf_counter()
        decision = {
            "type": "decide",
            "id": f"{dice.getrandbits(ID_BITS):024x}",
            "seat": seat,
            "move": dice.choice(claims or moves),
        }
        self._sockets[seat].send(msgspec.json.encode(decision))

    def _hear(self, seat: int, text: bytes) -> None:
        self._heard[seat] = perf_counter()
        if text.startswith(b'{"type":"update"'):
            self._note_update(seat, text)
        elif text.startswith(b'{"type":"state"'):
            self._note_moves(seat, text)
        elif text.startswith(b'{"type":"error"'):
            self._load.errors.append(text.decode())
            self._waiting.clear()

    def _note_update(self, seat: int, text: bytes) -> None:
        if seat in self._waiting:
            self._waiting.discard(seat)
            if not self._waiting:
                self._load.delays.append(perf_counter() - self._sent_at)
        self._note_moves(seat, text)

    def _tell_part(self, seat: int) -> None:
        """Send the committed part of the deal, as the browser does."""
        if seat not in self._told:
            self._told.add(seat)
            part = {"type": "part", "seat": seat, "part": self._parts[seat]}
            self._sockets[seat].send(msgspec.json.encode(part))

    def _note_moves(self, seat: int, text: bytes) -> None:
        self._moves.pop(seat, None)
        if b'"dealing":true' in text:
            self._tell_part(seat)
        if b'"moves":[{' in text:
            message = _decoder.decode(text)
            self._moves[seat] = [move.text for move in message.sights[0].moves]
        elif b'"ending":null' not in text:
            self.over = True

    def close(self) -> None:
        """Leave."""
        for socket in self._sockets:
            socket.close()


class Load:
    """All tables."""

    def __init__(self, address: str, seed: int = 1) -> None:
        self.delays: list[float] = []
        self.errors: list[str] = []
        self.tables: list[LoadedTable] = []
        self._server = RemoteServer(address, timeout=60)
        host, _, port = address.removeprefix("http://").partition(":")
        self._host, self._port = host, int(port)
        self._dice = random.Random(seed)
        self._looking: asyncio.Task[None] | None = None

    async def open_tables(self, number: int, board: str) -> None:
        """Create a number of tables and join them."""
        self._looking = asyncio.create_task(self._look())
        few = asyncio.Semaphore(OPENING // PLAYERS)

        async def one() -> None:
            async with few:
                parts = [secrets.token_hex(16) for _ in range(PLAYERS)]
                plans = tuple(SeatPlan("me", "Ada", promise=promise_of(part)) for part in parts)
                made = await RemoteServer(self._server.address, timeout=60).create(
                    CreateTable(plans, board=board, start=True)
                )
                table = LoadedTable(self, made.table.id, [seat.key for seat in made.keys], parts)
                await table.connect(self._host, self._port)
                self.tables.append(table)

        await asyncio.gather(*(one() for _ in range(number)))

    async def _look(self) -> None:
        """Check for silent connections during the test."""
        while True:
            await asyncio.sleep(LOOK)
            for table in self.tables:
                table.look()

    async def play(self, rate: float, seconds: float) -> float:
        """Send decisions at a rate for some seconds, and return the rate of those carried out."""
        self.delays.clear()
        start = perf_counter()
        sent = 0
        while (now := perf_counter() - start) < seconds:
            wanted = int(now * rate) - sent
            sent += self._send(wanted)
            await asyncio.sleep(TICK)
        await self._settle()
        return len(self.delays) / (perf_counter() - start)

    def _send(self, wanted: int) -> int:
        sent = 0
        for _ in range(3 * wanted):
            if sent == wanted:
                break
            table = self._dice.choice(self.tables)
            if table.ready:
                table.decide(self._dice)
                sent += 1
        return sent

    async def play_out(self, rate: float, limit: float) -> int:
        """Continue until all games are over or time is up, and return the number of finished games."""
        end = perf_counter() + limit
        while perf_counter() < end and not all(table.over for table in self.tables):
            await self.play(rate, min(5.0, end - perf_counter()))
        return sum(table.over for table in self.tables)

    async def _settle(self) -> None:
        """Wait until everyone has received the last updates, with a time limit."""
        deadline = perf_counter() + 5
        while any(table._waiting for table in self.tables) and perf_counter() < deadline:
            await asyncio.sleep(TICK)

    def close(self) -> None:
        """Leave all tables."""
        if self._looking is not None:
            self._looking.cancel()
        for table in self.tables:
            table.close()
