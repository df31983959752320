"""A small client in Python, for tests and for bots that play at other servers."""

from __future__ import annotations

import asyncio
import secrets
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar
from urllib.parse import parse_qs, urlsplit

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from semafor.boards.model import Board, Name
from semafor.bots.protocol import FAULTS
from semafor.errors import BadSetup, SemaforError
from semafor.record import Record
from semafor.server import messages
from semafor.server import socket_messages as msg
from semafor.server.messages import CreateTable, MyTables, Problem, Seated, TableCard
from semafor.words import Language, Naming

if TYPE_CHECKING:
    from collections.abc import Callable

    from semafor.bots import Bot
    from semafor.server.messages import TableCard

T = TypeVar("T")
_decoder: msgspec.json.Decoder[msg.ServerMessage] = msgspec.json.Decoder(msg.ServerMessage)


class RemoteServer:
    """A server at an address such as `http://127.0.0.1:8000`."""

    def __init__(self, address: str, keys: Sequence[str] = (), timeout: float = 30.0) -> None:
        self.address = address.rstrip("/")
        self.keys = list(keys)
        self.timeout = timeout

    async def create(self, wish: CreateTable) -> Seated:
        """Create a table; its keys are stored in `keys`."""
        return self._remember(await self.ask("/api/tables", Seated, wish))

    async def claim(self, table: str, seat: int, name: str, invite: str = "") -> Seated:
        """Take a seat at a table; its key is stored in `keys`."""
        body = messages.ClaimSeat(name, invite)
        return self._remember(await self.ask(f"/api/tables/{table}/seats/{seat}", Seated, body))

    async def start(self, table: str, fill: bool = False) -> TableCard:
        """Start the game."""
        return await self.ask(f"/api/tables/{table}/start", TableCard, messages.StartTable(fill))

    async def remove(self, table: str, seat: int) -> TableCard:
        """Remove a player; for the host."""
        return await self.ask(f"/api/tables/{table}/remove", TableCard, messages.RemoveSeat(seat))

    async def lock(self, table: str, locked: bool = True) -> TableCard:
        """Lock or unlock a table; for the host."""
        return await self.ask(f"/api/tables/{table}/lock", TableCard, messages.LockTable(locked))

    async def pass_host(self, table: str, seat: int) -> TableCard:
        """Pass the role of host to another seat."""
        return await self.ask(f"/api/tables/{table}/host", TableCard, messages.PassHost(seat))

    async def leave(self, table: str) -> TableCard:
        """Give up all seats at a table."""
        return await self.ask(f"/api/tables/{table}/leave", TableCard, messages.LeaveTable())

    async def rematch(self, table: str) -> Seated:
        """Play again."""
        return await self.ask(f"/api/tables/{table}/rematch", Seated, {})

    async def table(self, table: str) -> TableCard:
        """Return the public description of a table."""
        return await self.ask(f"/api/tables/{table}", TableCard)

    async def my_tables(self) -> MyTables:
        """Return the tables of all keys."""
        return await self.ask("/api/my", MyTables)

    async def record(self, table: str) -> Record:
        """Return the record of a finished game."""
        return await self.ask(f"/api/tables/{table}/record", Record)

    async def ask(self, path: str, answer: type[T], body: Any = None) -> T:
        """Send a request and return the response; RefusedByServer if it is refused."""
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
        """Open a WebSocket to a table; without keys as a spectator."""
        address = self.address.replace("http", "ws", 1) + f"/api/tables/{table}/live"
        async with connect(address, compression=None, max_size=None, open_timeout=self.timeout) as socket:
            place = TableSocket(socket)
            await place.send(msg.Hello(tuple(keys), since))
            yield place


def _problem(body: bytes, status: int) -> Problem:
    try:
        return msgspec.json.decode(body, type=Problem)
    except msgspec.MsgspecError:
        unclear = SemaforError("unclear", status=status)
        return Problem(unclear.code, unclear.sentence, None, unclear.details)


class RefusedByServer(SemaforError):
    """A refusal, with the message of the server, which may be newer than this program."""

    def __init__(self, problem: Problem | msg.Refusal) -> None:
        super().__init__(problem.code, rule=problem.rule, **problem.details)
        self.told = problem.sentence

    def say(self, language: Language = "en", naming: Naming | None = None) -> str:
        """Return the server's message, or our own in another language if there is one."""
        try:
            return self.told if language == "en" else super().say(language, naming)
        except KeyError:
            return self.told


class TableSocket:
    """A WebSocket at a table: sends decisions and stores the newest state."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.version = -1
        self.seats: tuple[int, ...] = ()
        self.card: TableCard | None = None
        self.sights: dict[int | None, msg.Sight] = {}
        self.ending: msg.Ending | None = None

    async def send(self, message: msg.ClientMessage) -> None:
        """Send a message."""
        await self.socket.send(msgspec.json.encode(message).decode(), text=True)

    async def receive(self, timeout: float = 120.0) -> msg.ServerMessage:
        """Return the next message, and update the stored state."""
        message = _decoder.decode(await asyncio.wait_for(self.socket.recv(), timeout))
        if isinstance(message, msg.State):
            self.seats = message.you
        if isinstance(message, msg.State | msg.Update):
            self.version, self.card = message.version, message.table
            self.ending = message.ending
            self.sights.update({sight.seat: sight for sight in message.sights})
        return message

    async def receive_until(self, kind: type[T], timeout: float = 120.0) -> T:
        """Return the next message of a type."""
        while True:
            message = await self.receive(timeout)
            if isinstance(message, kind):
                return message

    async def decide(self, seat: int, move: str, decision: str | None = None) -> int:
        """Send a decision and return its version once it is stored; SemaforError if it is refused."""
        decision = decision or new_decision()
        await self.send(msg.Decide(decision, seat, move))
        return await self._acknowledged(decision)

    async def undo(self, seat: int, step: str | None = None) -> int:
        """Undo the last step and return the version once it is stored; SemaforError if it is refused."""
        step = step or new_decision()
        await self.send(msg.Undo(step, seat))
        return await self._acknowledged(step)

    async def chat(self, seat: int, text: str) -> int:
        """Send a chat line and return its version once it is stored."""
        line = new_decision()
        await self.send(msg.Chat(line, seat, text))
        return await self._acknowledged(line)

    async def _acknowledged(self, sent: str) -> int:
        while True:
            message = await self.receive()
            if isinstance(message, msg.Ack) and message.id == sent:
                return message.version
            if isinstance(message, msg.Refusal) and message.id == sent:
                raise RefusedByServer(message)

    def moves(self, seat: int) -> list[str]:
        """Return the legal moves of a seat."""
        return [move.text for move in self.sights[seat].moves] if seat in self.sights else []


def new_decision() -> str:
    """Return a new id for a decision."""
    return secrets.token_urlsafe(9)


RECONNECT_SECONDS = 2.0
DRAWN_SECONDS = 120.0
"""Timeout of requests in seconds; the server may have to draw a user's board first."""
PATIENCE = 24 * 3600.0
"""Seconds without a message after which the connection is opened again."""


class Invitation(NamedTuple):
    """The parts of an invitation link."""

    address: str
    table: str
    invite: str


def parse_invitation(link: str) -> Invitation:
    """Parse a link such as `http://host/table/ID#invite=WORD`; BadSetup if it is not one."""
    parts = urlsplit(link)
    page, _, table = parts.path.rpartition("/")
    if parts.scheme not in ("http", "https") or not parts.netloc or not page.endswith("/table") or not table:
        raise BadSetup("link", link=link)
    words = parse_qs(parts.fragment).get("invite", [""])
    prefix = page.removesuffix("/table")
    return Invitation(f"{parts.scheme}://{parts.netloc}{prefix}", table, words[0])


class BoardOnly(msgspec.Struct, frozen=True):
    """The part of a board's page that a bot needs."""

    board: Board


class SeatTaken(NamedTuple):
    """The bot has taken a seat."""

    name: str
    seat: int
    """Counted from 1."""
    title: Name
    """Of the board."""


class ConnectionLost(NamedTuple):
    """The connection is lost and will be opened again."""


BotEvent = SeatTaken | ConnectionLost


class BotRaised(Exception):
    """The bot raised an exception, which is the cause of this one."""


class RemoteBot:
    """A bot that plays at a table of another server."""

    def __init__(self, link: str, name: str, tell: Callable[[BotEvent], None]) -> None:
        """`tell` is called with every event."""
        self.place = parse_invitation(link)
        self.server = RemoteServer(self.place.address, timeout=DRAWN_SECONDS)
        self.name = name
        self.tell = tell

    async def play(self, make: Callable[[Board], Bot], seat: int | None = None) -> tuple[int, ...]:
        """Take a seat, play to the end and return the winners; reconnect if necessary."""
        card = await self.server.table(self.place.table)
        page = await self.server.ask(f"/api/tables/{card.id}/board", BoardOnly)
        bot = make(page.board)
        chosen = await self.claim(card, seat)
        self.tell(SeatTaken(self.name, chosen + 1, card.title))
        while True:
            try:
                return await self._sit(bot, chosen)
            except (ConnectionClosed, OSError, TimeoutError):
                self.tell(ConnectionLost())
                await asyncio.sleep(RECONNECT_SECONDS)

    async def claim(self, card: TableCard, seat: int | None) -> int:
        """Take the requested seat, or the first free one that nobody else takes first."""
        while True:
            chosen = free_seat(card) if seat is None else seat
            try:
                await self.server.claim(self.place.table, chosen, self.name, self.place.invite)
            except SemaforError as error:
                if seat is not None or error.code != "seat-taken":
                    raise
                card = await self.server.table(self.place.table)
            else:
                return chosen

    async def _sit(self, bot: Bot, seat: int) -> tuple[int, ...]:
        """Answer until the game is over and return the winners."""
        async with self.server.sit(self.place.table, self.server.keys) as place:
            while place.ending is None:
                await place.receive(PATIENCE)
                await self._answer(place, bot, seat)
            return place.card.winners if place.card else ()

    async def _answer(self, place: TableSocket, bot: Bot, seat: int) -> None:
        while place.ending is None and (sight := place.sights.get(seat)) and sight.moves:
            move = await asyncio.to_thread(choose_text, bot, sight)
            version = place.version
            try:
                await place.decide(seat, move)
            except SemaforError:
                if place.version == version:  # not a moment that has passed, but a wrong answer
                    raise
            while place.version == version:
                await place.receive(PATIENCE)


def choose_text(bot: Bot, sight: msg.Sight) -> str:
    """Return the text of the bot's move; BotRaised if it fails."""
    try:
        return str(bot.choose(sight.view, [offered.move for offered in sight.moves]))
    except FAULTS as error:
        raise BotRaised(f"{type(error).__name__}: {error}") from error


def free_seat(card: TableCard) -> int:
    """Return the first free seat; BadSetup if there is none."""
    for number, seat in enumerate(card.seats):
        if seat.kind == "free":
            return number
    raise BadSetup("seat", case="none-free")
