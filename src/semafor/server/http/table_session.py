"""The WebSocket route of a table: one session per client sends updates and carries out messages."""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

import msgspec
import structlog
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from semafor.errors import SemaforError
from semafor.server import clock
from semafor.server import socket_messages as msg
from semafor.server.http import live_socket as codes
from semafor.server.http.identity import address_of, is_foreign, is_foreign_host, person_of
from semafor.server.http.live_socket import Closing, LiveSocket
from semafor.server.live.broadcast import encode, refusal_of, visible_table
from semafor.server.live.live_table import LiveTable
from semafor.server.monitoring import FAILURES, REFUSALS
from semafor.server.rate_limits import BURST, Bucket
from semafor.server.server_errors import PERMANENT, NoSuchTable, NotDealing
from semafor.server.services import Services, TheServices
from semafor.server.table import table_actions as actions
from semafor.server.table.journal import Entry, Replaced
from semafor.server.table.keys import hash_key
from semafor.server.table.table import Table
from semafor.server.table.updates import check_route, progress_of, state_of
from semafor.server.workers.hints import make_hint

HANDSHAKE_COST = 5.0
"""Cost of a handshake, in messages."""
HELLO_SECONDS = 15.0
HELLO_REFUSED = {
    "wrong-key": codes.WRONG_KEY,
    "too-many": codes.TOO_MUCH,
    "restarting": codes.RESTART,
    "no-database": codes.RESTART,
}
"""Close codes by the error code of a refused `hello`; other errors are permanent."""
LARGEST_QUEUE = 1_000_000
"""Bytes that may wait for a slow client, unless it is a single message."""
COSTS: dict[type, float] = {
    msg.Hello: 5,
    msg.Refresh: 5,
    msg.AskProgress: 5,
    msg.AskRoute: 2,
    msg.Chat: 2,
    msg.AskHint: 10,
}
"""Cost of messages that take more work than others, in messages."""
BYTES = 4096
"""Bytes, received or sent, that cost as much as one message."""
GAME = (msg.Decide, msg.Undo, msg.PromisePart, msg.TellPart, msg.TakeBack, msg.Vote, msg.Ping)
"""Messages that a game needs; they are not charged to the table."""
STORED = (msg.Chat, msg.Undo, msg.Vote)
"""Messages that are stored in the journal but do not advance the game."""

log = structlog.get_logger("semafor.live")
decoder: msgspec.json.Decoder[msg.ClientMessage] = msgspec.json.Decoder(msg.ClientMessage)


@websocket("/api/tables/{table_id:str}/live")
async def live_table(
    socket: WebSocket[Any, Any, Any], table_id: FromPath[str], services: TheServices
) -> None:
    """Send everything that happens at a table, and receive the decisions of its players."""
    await socket.accept()
    config, live_socket = services.config, LiveSocket(socket)
    foreign = is_foreign_host(socket, config.hosts) or is_foreign(socket, config)
    address, person = address_of(socket), person_of(socket)
    live_socket.count_for(address, services.connections)
    try:
        await services.engine.ready()
        if foreign:
            raise Closing(codes.FOREIGN)
        await _converse(live_socket, table_id, services, address, person)
    except Closing as closing:
        await live_socket.close(closing.code)
    except WebSocketDisconnect:
        pass
    except asyncio.CancelledError:  # the server ends, and has waited long enough for an answer
        await live_socket.close(codes.RESTART)
    except Exception as error:
        FAILURES.inc()
        log.error("failed", error=repr(error), exc_info=error)
        await live_socket.close(codes.FAILED)


async def _converse(
    socket: LiveSocket, table_id: str, services: Services, address: str, person: str | None
) -> None:
    """Serve a client until it disconnects."""
    too_many = services.connections[address] > services.config.connections_per_address
    if too_many or not services.address_work.take(address, HANDSHAKE_COST):
        raise Closing(codes.TOO_MUCH)
    live = await _find(socket, table_id, services)
    session = TableSession(socket, services, live, address, person)
    services.sockets.add(session)  # before `hello` reads the identity: a sign-out meanwhile closes it
    try:
        await session.greet()
        await session.serve()
    finally:
        services.sockets.discard(session)
        services.tables.presences.depart(live, session)


async def _find(socket: LiveSocket, table_id: str, services: Services) -> LiveTable:
    """Return the table with this id; close the connection if there is none."""
    try:
        return await services.tables.find(table_id, newest=True)
    except NoSuchTable:
        raise Closing(codes.UNKNOWN_TABLE) from None
    except PERMANENT as error:
        socket.write(encode(refusal_of(error)))
        raise Closing(codes.UNKNOWN_TABLE) from None
    except SemaforError:
        raise Closing(codes.RESTART) from None


class TableSession:
    """One client at one table."""

    __slots__ = (
        "_address",
        "_bucket",
        "_closing",
        "_ended",
        "_finishing",
        "_hinting",
        "_keys",
        "_live",
        "_services",
        "_socket",
        "_waiting",
        "cookie",
        "persons",
        "seats",
    )

    def __init__(
        self, socket: LiveSocket, services: Services, live: LiveTable, address: str, cookie: str | None
    ) -> None:
        self.seats: tuple[int, ...] = ()
        self._keys: tuple[str, ...] = ()
        """The hashed keys of the seats, as of the last `hello`."""
        self.cookie = cookie
        self.persons = frozenset[str]()
        self._services, self._live, self._address, self._socket = services, live, address, socket
        rate = services.config.messages_per_second
        self._bucket = Bucket(rate, BURST * rate)
        self._ended = False
        self._finishing = False
        self._waiting: asyncio.Timeout | None = None
        """Ends the wait for the next message."""
        self._closing: asyncio.Task[None] | None = None
        self._hinting: asyncio.Task[None] | None = None

    # ---- sending -----------------------------------------------------------------------------

    def tell(self, text: bytes) -> None:
        """Send a text soon; abort the connection if too much is unread."""
        if self._ended:
            return
        unread = self._socket.unread
        if unread and unread + len(text) > LARGEST_QUEUE:
            self._ended = True
            self._socket.abort()
        else:
            self._socket.write(text)

    def send(self, message: msg.ServerMessage) -> None:
        """Send a message soon."""
        self.tell(encode(message))

    def holds(self, table: Table) -> bool:
        """Whether every seat of this connection still has the key it had at `hello`."""
        return self._keys == tuple([table.seats[seat].key for seat in self.seats])

    def evict(self) -> None:
        """Close the connection: the seat was lost or the device signed out."""
        self.seats, self._keys = (), ()
        self._close(codes.SEAT_LOST)

    def end(self) -> None:
        """Close the connection: the table was deleted."""
        self._close(codes.UNKNOWN_TABLE)

    def _close(self, code: int) -> None:
        self._ended = True
        self._closing = asyncio.create_task(self._socket.close(code))

    def finish(self) -> None:
        """Close the connection when all received messages are answered; the server shuts down."""
        if not self._finishing:
            self._finishing = True
            if self._waiting is not None:
                self._waiting.reschedule(0)

    # ---- receiving ---------------------------------------------------------------------------

    async def greet(self) -> None:
        """Wait for `hello` and answer it."""
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                data = await self._receive()
            message = decoder.decode(data)
        except (TimeoutError, msgspec.MsgspecError, UnicodeError, RecursionError):
            raise Closing(codes.BAD_HELLO) from None
        if not isinstance(message, msg.Hello):
            raise Closing(codes.BAD_HELLO)
        if not self._within_limits(message, _cost(message, data)):
            raise Closing(codes.TOO_MUCH)
        try:
            await self._hello(message)
        except SemaforError as error:
            self.send(refusal_of(error))
            raise Closing(HELLO_REFUSED.get(error.code, codes.UNKNOWN_TABLE)) from None

    async def serve(self) -> None:
        """Answer messages until the client disconnects."""
        while not self._ended:
            data = await self._receive()
            if not self._bucket.take():
                raise Closing(codes.TOO_MUCH)
            await self._answer(data)
            await asyncio.sleep(0)  # lets other clients proceed, however much this one has sent

    async def _receive(self) -> str | bytes:
        """Return the next message; during shutdown, only one that has already arrived."""
        try:
            async with asyncio.timeout(0 if self._finishing else None) as self._waiting:
                return await self._socket.receive()
        except TimeoutError:
            raise Closing(codes.RESTART) from None
        finally:
            self._waiting = None

    async def _answer(self, data: str | bytes) -> None:
        try:
            message = decoder.decode(data)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            self._refuse(SemaforError("bad-message", reason=str(error)[:300]))
            return
        cost, known = _cost(message, data), getattr(message, "id", None)
        if not self._bucket.take(cost - 1.0):
            raise Closing(codes.TOO_MUCH)
        if self._within_limits(message, cost):
            await self._attempt(self._carry_out(message), known)
        else:
            self._refuse(SemaforError("too-many"), known)

    def _within_limits(self, message: msg.ClientMessage, cost: float) -> bool:
        """Charge the address and, unless a game needs the message, the table; return whether that is allowed.

        A player with a seat may always return to it.
        """
        services = self._services
        if isinstance(message, STORED) and not services.stored_lines.take(self._address):
            return False
        if not services.address_work.take(self._address, cost):
            return False
        returns = isinstance(message, msg.Hello) and bool(self._seats_by(message))
        return isinstance(message, GAME) or returns or services.table_work.take(self._live.table.id, cost)

    async def _attempt(self, doing: Coroutine[Any, Any, None], known: str | None = None) -> None:
        """Run a coroutine and send any error to the client."""
        try:
            await doing
        except Closing:
            raise
        except SemaforError as error:
            self._refuse(error, known)
        except Exception as error:
            FAILURES.inc()
            log.error("failed", error=repr(error), exc_info=error)
            self._refuse(SemaforError("internal"), known)

    def _refuse(self, error: SemaforError, known: str | None = None) -> None:
        REFUSALS.labels(error.code).inc()
        self.send(refusal_of(error, known))

    # ---- carrying out ------------------------------------------------------------------------

    async def _carry_out(self, message: msg.ClientMessage) -> None:
        match message:
            case msg.Ping(n):
                self.send(msg.Pong(n, clock.now()))
            case msg.Hello():
                await self._hello(message)
            case msg.Refresh():
                self._send_state(await self._looked_at(lambda: self.seats), None)
            case msg.PromisePart(seat, promise):
                await self._change(seat, lambda table: actions.promise(table, seat, promise))
            case msg.TellPart(seat, part):
                await self._tell_part(seat, part)
            case msg.Decide(known, seat, move):
                await self._acknowledge(known, seat, lambda t, stored: actions.decide(t, seat, move, stored))
            case msg.Undo(known, seat):
                await self._acknowledge(known, seat, lambda t, stored: actions.undo(t, seat, stored))
            case msg.Chat(known, seat, text):
                await self._acknowledge(known, seat, lambda t, stored: actions.say(t, seat, text, stored))
            case msg.Vote(seat, about, yes):
                await self._vote(seat, about, yes)
            case msg.TakeBack(seat):
                await self._change(seat, lambda table: actions.take_back(table, seat))
            case msg.AskHint(seat):
                self._check_mine(seat)
                if self._hinting is None or self._hinting.done():  # one at a time
                    self._hinting = asyncio.create_task(self._attempt(self._hint(seat)))
            case msg.AskProgress(seat):
                self._check_mine(seat)
                self.send(progress_of(await self._looked_at(lambda: self.seats), seat))
            case msg.AskRoute(seat, route):
                self._check_mine(seat)
                self.send(check_route(await self._looked_at(lambda: self.seats), seat, route))

    async def _hello(self, hello: msg.Hello) -> None:
        self.persons = (await self._services.accounts.identity(self.cookie)).persons
        table = await self._looked_at(lambda: self._admitted_seats(hello))
        self.seats = self._seats_by(hello)
        self._keys = tuple(self._live.table.seats[seat].key for seat in self.seats)
        self._send_state(table, hello.since)
        self._services.tables.presences.arrive(self._live, self)
        if self.seats:
            self._services.notifier.note_visit(self._live.table.id, self.persons)

    def _seats_by(self, hello: msg.Hello) -> tuple[int, ...]:
        """Return the seats that the keys, or the person's devices, hold now."""
        keys = [hash_key(key) for key in hello.keys]
        return self._live.table.seats_of(frozenset[str]() if hello.keys else self.persons, keys)

    def _admitted_seats(self, hello: msg.Hello) -> tuple[int, ...]:
        """Return the same; refuse a wrong key, and spectators if the server or the table is full."""
        seats = self._seats_by(hello)
        if hello.keys and not seats:
            raise SemaforError("wrong-key")
        full = len(self._live.listeners) >= self._services.config.connections_per_table
        if not seats and (self._services.crowded or full):
            raise Closing(codes.TOO_MUCH)
        return seats

    async def _looked_at(self, seats: Callable[[], tuple[int, ...]]) -> Table:
        """Return the newest table that these seats may see; both can change while views are computed."""
        table = None
        while table is not (newest := visible_table(self._live, seats())):
            table = newest
            await self._services.tables.look(table)
        return newest

    def _send_state(self, table: Table, since: int | None) -> None:
        online = self._live.online.union(self.seats)  # this connection may not be announced yet
        text = encode(state_of(table, self.seats, since, clock.now(), online))
        table.drop_computed()
        self._services.address_work.spend(self._address, len(text) / BYTES)
        self.tell(text)

    def _check_mine(self, seat: int, table: Table | None = None) -> None:
        """Refuse unless this connection holds the seat now."""
        if self._ended or not self.holds(table or self._live.table):
            raise Closing(codes.SEAT_LOST)
        if seat not in self.seats:
            raise SemaforError("not-yours")

    async def _change(self, seat: int, act: Callable[[Table], Entry], known: str | None = None) -> int:
        """Let a seat of this connection act; the newest table decides whether it still holds the seat."""

        def make(table: Table) -> Entry:
            self._check_mine(seat, table)
            return act(table)

        self._check_mine(seat)
        return await self._services.tables.change(self._live, make, known)

    async def _acknowledge(self, known: str, seat: int, act: Callable[[Table, str], Entry]) -> None:
        """Let a seat act once, however often the client sends this id, and acknowledge it."""
        stored = f"{seat}:{known}"
        version = await self._change(seat, lambda table: act(table, stored), stored)
        self.send(msg.Ack(known, version))

    async def _tell_part(self, seat: int, part: str) -> None:
        await self._change(seat, lambda table: actions.tell_part(table, seat, part))
        if self._live.table.dealing is not None and not self._live.table.untold:
            with suppress(NotDealing):  # another seat's last part may have come in the same moment
                await self._services.tables.change(self._live, actions.deal_told)

    async def _vote(self, seat: int, about: int, yes: bool) -> None:
        patience = self._services.config.vote_after
        await self._change(seat, lambda table: actions.vote(table, seat, about, yes, clock.now(), patience))
        if actions.has_majority(self._live.table, about):
            await self._services.tables.change(self._live, lambda table: _replace_voted(table, about))

    async def _hint(self, seat: int) -> None:
        table = self._live.table
        if not table.setup.hints:
            raise SemaforError("no-hints")
        await self._services.tables.look(table)
        self.send(await make_hint(self._services.scheduler.bots, table, self._live.owner, seat))


def _cost(message: msg.ClientMessage, data: str | bytes) -> float:
    """Return the cost of a message, in messages."""
    return COSTS.get(type(message), 1.0) + len(data) / BYTES


def _replace_voted(table: Table, about: int) -> Entry:
    if not actions.has_majority(table, about) or table.seats[about].bot is not None:
        raise SemaforError("no-majority")
    return Replaced(about, actions.REPLACEMENT, "vote")
