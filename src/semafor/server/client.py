"""A small client in Python: for tests, bots on other machines, and as an example."""

from __future__ import annotations

import asyncio
import secrets
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from semafor.errors import SemaforError
from semafor.record import Record
from semafor.server import messages
from semafor.server.messages import CreateTable, MyTables, Seated, TableCard
from semafor.server.socket_messages import (
    Ack,
    Chat,
    ClientMessage,
    Decide,
    Ending,
    Hello,
    Refusal,
    ServerMessage,
    Sight,
    State,
    Undo,
    Update,
)
from semafor.server.status_messages import Problem
from semafor.words import Language, Naming

T = TypeVar("T")
_decoder: msgspec.json.Decoder[ServerMessage] = msgspec.json.Decoder(ServerMessage)


class Server:
    """A server by its address, as in `http://127.0.0.1:8000`."""

    def __init__(self, address: str, keys: Sequence[str] = (), timeout: float = 30.0) -> None:
        self.address = address.rstrip("/")
        self.keys = list(keys)
        self.timeout = timeout

    async def create(self, wish: CreateTable) -> Seated:
        """Make a table; its keys are remembered."""
        return self._remember(await self.ask("/api/tables", Seated, wish))

    async def claim(self, table: str, seat: int, name: str, invite: str = "") -> Seated:
        """Sit down at a table; the key is remembered."""
        body = messages.ClaimSeat(name, invite)
        return self._remember(await self.ask(f"/api/tables/{table}/seats/{seat}", Seated, body))

    async def start(self, table: str, fill: bool = False) -> TableCard:
        """Start the game."""
        return await self.ask(f"/api/tables/{table}/start", TableCard, messages.StartTable(fill))

    async def remove(self, table: str, seat: int) -> TableCard:
        """Remove a player; for the host."""
        return await self.ask(f"/api/tables/{table}/remove", TableCard, messages.RemoveSeat(seat))

    async def lock(self, table: str, locked: bool = True) -> TableCard:
        """The host lets nobody sit down, or somebody again."""
        return await self.ask(f"/api/tables/{table}/lock", TableCard, messages.LockTable(locked))

    async def pass_host(self, table: str, seat: int) -> TableCard:
        """Pass the role of host to another seat."""
        return await self.ask(f"/api/tables/{table}/host", TableCard, messages.PassHost(seat))

    async def leave(self, table: str) -> TableCard:
        """Give up all seats there."""
        return await self.ask(f"/api/tables/{table}/leave", TableCard, messages.LeaveTable())

    async def rematch(self, table: str) -> Seated:
        """Play again."""
        return await self.ask(f"/api/tables/{table}/rematch", Seated, {})

    async def table(self, table: str) -> TableCard:
        """What everyone may know of a table."""
        return await self.ask(f"/api/tables/{table}", TableCard)

    async def my_tables(self) -> MyTables:
        """Where the remembered keys sit."""
        return await self.ask("/api/my", MyTables)

    async def record(self, table: str) -> Record:
        """The record of a finished game."""
        return await self.ask(f"/api/tables/{table}/record", Record)

    async def ask(self, path: str, answer: type[T], body: Any = None) -> T:
        """One request; SemaforError with the server's code if it refuses."""
        return await asyncio.to_thread(self._ask, path, answer, body)

    def _ask(self, path: str, answer: type[T], body: Any) -> T:
        data = None if body is None else msgspec.json.encode(body)
        headers = {"Content-Type": "application/json"}
        if self.keys:
            headers["Authorization"] = f"Bearer {','.join(self.keys)}"
        request = urllib.request.Request(self.address + path, data, headers)
        try:
            with urllib.request.urlopen(request, timeout=self.timeout) as response:
                return msgspec.json.decode(response.read(), type=answer)
        except urllib.error.HTTPError as error:
            with error:
                problem = _problem(error.read(), error.code)
            raise RefusedByServer(problem) from None

    def _remember(self, seated: Seated) -> Seated:
        self.keys += [seat.key for seat in seated.keys]
        return seated

    @asynccontextmanager
    async def sit(
        self, table: str, keys: Sequence[str] = (), since: int | None = None
    ) -> AsyncIterator[TableSocket]:
        """A live connection to a table; without keys one watches."""
        address = self.address.replace("http", "ws", 1) + f"/api/tables/{table}/live"
        async with connect(address, compression=None, max_size=None, open_timeout=self.timeout) as socket:
            place = TableSocket(socket)
            await place.send(Hello(tuple(keys), since))
            yield place


def _problem(body: bytes, status: int) -> Problem:
    try:
        return msgspec.json.decode(body, type=Problem)
    except msgspec.MsgspecError:
        unclear = SemaforError("unclear", status=status)
        return Problem(unclear.code, unclear.sentence, None, unclear.details)


class RefusedByServer(SemaforError):
    """What a server refused, with its own sentence: it may be newer than this program and say more."""

    def __init__(self, problem: Problem | Refusal) -> None:
        super().__init__(problem.code, rule=problem.rule, **problem.details)
        self.told = problem.sentence

    def say(self, language: Language = "en", naming: Naming | None = None) -> str:
        """The server's sentence, or ours where another language is wanted and we have the words."""
        try:
            return self.told if language == "en" else super().say(language, naming)
        except KeyError:
            return self.told


class TableSocket:
    """A place at a table, live: sends decisions and keeps the newest state."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.version = -1
        self.seats: tuple[int, ...] = ()
        self.card: TableCard | None = None
        self.sights: dict[int | None, Sight] = {}
        self.ending: Ending | None = None

    async def send(self, message: ClientMessage) -> None:
        """Send a message."""
        await self.socket.send(msgspec.json.encode(message).decode(), text=True)

    async def receive(self, timeout: float = 120.0) -> ServerMessage:
        """The next message; what it says of the table is noted."""
        message = _decoder.decode(await asyncio.wait_for(self.socket.recv(), timeout))
        if isinstance(message, State):
            self.seats = message.you
        if isinstance(message, State | Update):
            self.version, self.card = message.version, message.table
            self.ending = message.ending
            self.sights.update({sight.seat: sight for sight in message.sights})
        return message

    async def receive_until(self, kind: type[T], timeout: float = 120.0) -> T:
        """The next message of a kind."""
        while True:
            message = await self.receive(timeout)
            if isinstance(message, kind):
                return message

    async def decide(self, seat: int, move: str, decision: str | None = None) -> int:
        """Decide, and return the version once it is stored; SemaforError if it is refused."""
        decision = decision or new_decision()
        await self.send(Decide(decision, seat, move))
        return await self._acknowledged(decision)

    async def undo(self, seat: int, step: str | None = None) -> int:
        """Take the last step back; the version once that is stored, SemaforError if it is refused."""
        step = step or new_decision()
        await self.send(Undo(step, seat))
        return await self._acknowledged(step)

    async def chat(self, seat: int, text: str) -> int:
        """Say something, and return the version once it is stored."""
        line = new_decision()
        await self.send(Chat(line, seat, text))
        return await self._acknowledged(line)

    async def _acknowledged(self, sent: str) -> int:
        while True:
            message = await self.receive()
            if isinstance(message, Ack) and message.id == sent:
                return message.version
            if isinstance(message, Refusal) and message.id == sent:
                raise RefusedByServer(message)

    def moves(self, seat: int) -> list[str]:
        """What a seat may do now."""
        return [move.text for move in self.sights[seat].moves] if seat in self.sights else []


def new_decision() -> str:
    """An id for a decision."""
    return secrets.token_urlsafe(9)
