"""The WebSocket of one client at one table: sends updates and carries out messages."""

import asyncio
from collections import Counter, deque
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

import msgspec
import structlog
from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from semafor.errors import SemaforError
from semafor.server import clock
from semafor.server import socket_messages as messages
from semafor.server.http.connection_guard import CONNECTION, GuardedConnection
from semafor.server.live.broadcast import encode, refusal_of, seen_table
from semafor.server.live.live_table import LiveTable
from semafor.server.monitoring import CONNECTIONS, FAILURES, REFUSALS
from semafor.server.rate_limits import BURST, Bucket
from semafor.server.server_errors import NotDealing
from semafor.server.services import Services
from semafor.server.socket_messages import Ack, ClientMessage, Hello, Pong, ServerMessage
from semafor.server.table import actions as acts
from semafor.server.table import journal as en
from semafor.server.table.keys import hash_key
from semafor.server.table.table import Table
from semafor.server.table.updates import check_route, progress_of, state_of
from semafor.server.workers.hints import as_message, suggest

RESTART, BAD_HELLO, WRONG_KEY, UNKNOWN_TABLE, SEAT_LOST, TOO_MUCH = 1012, 4000, 4001, 4004, 4005, 4008
NO_HELLO = {"wrong-key": WRONG_KEY, "too-many": TOO_MUCH, "restarting": RESTART, "no-database": RESTART}
"""Close codes by the error code of a refused `hello`; other errors are permanent."""
HELLO_SECONDS = 15.0
LARGEST_QUEUE = 1_000_000
"""Bytes that may wait for a slow client, unless it is a single message."""
COSTS: dict[type, float] = {
    Hello: 5,
    messages.Refresh: 5,
    messages.AskProgress: 5,
    messages.AskRoute: 2,
    messages.Chat: 2,
    messages.AskHint: 10,
}
"""Cost of messages that take more work than others, in messages."""
BYTES = 4096
"""Bytes, received or sent, that cost as much as one message."""
GAME = (
    messages.Decide,
    messages.Undo,
    messages.PromisePart,
    messages.TellPart,
    messages.TakeBack,
    messages.Vote,
    messages.Ping,
)
"""Messages that a game needs; they are not charged to the table."""
LASTING = (messages.Chat, messages.Undo, messages.Vote)
"""Messages that are stored in the journal but do not advance the game."""

GONE = (OSError, RuntimeError, WebSocketDisconnect)
"""What sending raises when the connection has ended."""

log = structlog.get_logger("semafor.live")
decoder: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)


class Closing(Exception):
    """Raised to close the connection with this code."""

    def __init__(self, code: int) -> None:
        self.code = code


class Line:
    """An accepted WebSocket: sends texts in order and knows how much the client has not read."""

    __slots__ = ("_guard", "_queued", "_sending", "_socket", "_texts", "receive")

    def __init__(self, socket: WebSocket[Any, Any, Any]) -> None:
        self._socket = socket
        self.receive = socket.receive
        self._guard: GuardedConnection = socket.scope["state"][CONNECTION]
        self._texts: deque[bytes] = deque()
        self._queued = 0
        self._sending: asyncio.Task[None] | None = None

    @property
    def waiting(self) -> int:
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
        except GONE:
            self._texts.clear()
        finally:
            self._sending = None

    async def close(self, code: int) -> None:
        """Send what waits and close the connection; abort it if the client does not read that soon."""
        self._guard.close_soon()
        if self._sending is not None:
            await asyncio.wait([self._sending])
        with suppress(*GONE):
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


class Connection:
    """One client's WebSocket at one table."""

    __slots__ = (
        "_address",
        "_bucket",
        "_closing",
        "_ended",
        "_finishing",
        "_hinting",
        "_keys",
        "_line",
        "_live",
        "_patience",
        "_services",
        "cookie",
        "persons",
        "seats",
    )

    def __init__(
        self, line: Line, services: Services, live: LiveTable, address: str, cookie: str | None
    ) -> None:
        self.seats: tuple[int, ...] = ()
        self._keys: tuple[str, ...] = ()
        """The hashed keys of the seats, as of the last `hello`."""
        self._services = services
        self._live = live
        self.cookie = cookie
        self.persons = frozenset[str]()
        self._address = address
        self._bucket = Bucket(
            services.config.messages_per_second, BURST * services.config.messages_per_second
        )
        self._line = line
        self._ended = False
        self._closing: asyncio.Task[None] | None = None
        self._hinting: asyncio.Task[None] | None = None
        self._patience: asyncio.Timeout | None = None
        """Ends the waiting for a message."""
        self._finishing = False

    # ---- sending -----------------------------------------------------------------------------

    def tell(self, text: bytes) -> None:
        """Send a text soon; abort the connection if too much is unread."""
        if self._ended:
            return
        waiting = self._line.waiting
        if waiting and waiting + len(text) > LARGEST_QUEUE:
            self._ended = True
            self._line.abort()
        else:
            self._line.write(text)

    def _stop(self, code: int) -> None:
        """Close the connection and ignore further messages."""
        self._ended = True
        self._closing = asyncio.create_task(self._line.close(code))

    def holds(self, table: Table) -> bool:
        """Whether every seat of this connection still has the key it had at `hello`."""
        return self._keys == tuple([table.seats[seat].key for seat in self.seats])

    def evict(self) -> None:
        """The seat was lost or the device signed out: send nothing more and accept nothing more."""
        self.seats, self._keys = (), ()
        self._stop(SEAT_LOST)

    def finish(self) -> None:
        """Close the connection when all received messages are answered; the server shuts down."""
        if not self._finishing:
            self._finishing = True
            if self._patience is not None:
                self._patience.reschedule(0)

    def end(self) -> None:
        """The table is gone."""
        self._stop(UNKNOWN_TABLE)

    def send(self, message: ServerMessage) -> None:
        """Send a message soon."""
        self.tell(encode(message))

    # ---- receiving ---------------------------------------------------------------------------

    async def greet(self) -> None:
        """Wait for `hello` and answer it."""
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                data = await self._receive()
            message = decoder.decode(data)
        except (TimeoutError, msgspec.MsgspecError, UnicodeError, RecursionError):
            raise Closing(BAD_HELLO) from None
        if not isinstance(message, Hello):
            raise Closing(BAD_HELLO)
        if not self._has_share(message, _cost(message, data)):
            raise Closing(TOO_MUCH)
        try:
            await self._hello(message)
        except SemaforError as error:
            self.send(refusal_of(error))
            raise Closing(NO_HELLO.get(error.code, UNKNOWN_TABLE)) from None

    async def serve(self) -> None:
        """Answer messages until the client disconnects."""
        while not self._ended:
            data = await self._receive()
            if not self._bucket.take():
                raise Closing(TOO_MUCH)
            await self._answer(data)
            await asyncio.sleep(0)  # others go on, however much this client has sent

    async def _receive(self) -> str | bytes:
        """Return the next message; during shutdown, only one that has already arrived."""
        try:
            async with asyncio.timeout(0 if self._finishing else None) as self._patience:
                event: Any = await self._line.receive()
        except TimeoutError:
            raise Closing(RESTART) from None
        finally:
            self._patience = None
        if event["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(detail="gone")
        text, data = event.get("text"), event.get("bytes")
        return text if text is not None else data or b""

    async def _answer(self, data: str | bytes) -> None:
        try:
            message = decoder.decode(data)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            self._refuse(SemaforError("bad-message", reason=str(error)[:300]))
        else:
            cost = _cost(message, data)
            if not self._bucket.take(cost - 1.0):
                raise Closing(TOO_MUCH)
            if not self._has_share(message, cost):
                self._refuse(SemaforError("too-many"), getattr(message, "id", None))
                return
            await self._attempt(self._carry_out(message), getattr(message, "id", None))

    def _has_share(self, message: ClientMessage, cost: float) -> bool:
        """Whether the budgets of the address and, unless a game needs the message, of the table allow it."""
        services = self._services
        if isinstance(message, LASTING) and not services.lasting_lines.take(self._address):
            return False
        fair = services.address_work.take(self._address, cost)
        return fair and (self._is_game(message) or services.table_work.take(self._live.table.id, cost))

    def _is_game(self, message: ClientMessage) -> bool:
        """Whether a game needs the message; a player with a seat may always return to it."""
        return isinstance(message, GAME) or (isinstance(message, Hello) and bool(self._seats_by(message)))

    async def _attempt(self, doing: Coroutine[Any, Any, None], decision: str | None = None) -> None:
        """Run a coroutine and send any error to the client."""
        try:
            await doing
        except Closing:
            raise
        except SemaforError as error:
            self._refuse(error, decision)
        except Exception as error:
            FAILURES.inc()
            log.error("failed", error=repr(error), exc_info=error)
            self._refuse(SemaforError("internal"), decision)

    def _refuse(self, error: SemaforError, decision: str | None = None) -> None:
        REFUSALS.labels(error.code).inc()
        self.send(refusal_of(error, decision))

    # ---- carrying out ------------------------------------------------------------------------

    async def _carry_out(self, message: ClientMessage) -> None:
        match message:
            case messages.Ping(n):
                self.send(Pong(n, clock.now()))
            case messages.Hello():
                await self._hello(message)
            case messages.Refresh():
                self._tell_state(await self._looked_at(lambda: self.seats), None)
            case messages.PromisePart(seat, promise):
                await self._change(seat, lambda table: acts.promise(table, seat, promise))
            case messages.TellPart(seat, part):
                await self._tell_part(seat, part)
            case messages.Decide(id, seat, move):
                await self._decide(id, seat, move)
            case messages.Undo(id, seat):
                await self._undo(id, seat)
            case messages.Chat(id, seat, text):
                await self._say(id, seat, text)
            case messages.Vote(seat, about, yes):
                await self._vote(seat, about, yes)
            case messages.TakeBack(seat):
                await self._change(seat, lambda table: acts.take_back(table, seat))
            case messages.AskHint(seat):
                self._check_mine(seat)
                self._hint_soon(seat)
            case messages.AskProgress(seat):
                self._check_mine(seat)
                self.send(progress_of(await self._looked_at(lambda: self.seats), seat))
            case messages.AskRoute(seat, route):
                self._check_mine(seat)
                self.send(check_route(await self._looked_at(lambda: self.seats), seat, route))

    async def _hello(self, hello: Hello) -> None:
        self.persons = (await self._services.accounts.identity(self.cookie)).persons
        table = await self._looked_at(lambda: self._welcome_seats(hello))
        seats = self._seats_by(hello)
        self.seats, self._keys = seats, tuple(self._live.table.seats[seat].key for seat in seats)
        self._tell_state(table, hello.since)
        self._services.tables.presences.arrive(self._live, self)
        if seats:
            self._services.notices.saw(self._live.table.id, self.persons)

    def _seats_by(self, hello: Hello) -> tuple[int, ...]:
        """The seats that the keys, or the person's devices, hold now."""
        keys = [hash_key(key) for key in hello.keys]
        persons = frozenset[str]() if hello.keys else self.persons
        return self._live.table.seats_of(persons, keys)

    def _welcome_seats(self, hello: Hello) -> tuple[int, ...]:
        """The same; refused if a key is wrong, or if the server or table has no room for spectators."""
        seats = self._seats_by(hello)
        if hello.keys and not seats:
            raise SemaforError("wrong-key")
        if not seats and (self._services.crowded or self._full):
            raise Closing(TOO_MUCH)
        return seats

    async def _looked_at(self, seats: Callable[[], tuple[int, ...]]) -> Table:
        """The newest table that these seats may see; both can change while views are computed."""
        table = None
        while table is not (newest := seen_table(self._live, seats())):
            table = newest
            await self._services.tables.look(table)
        return newest

    @property
    def _full(self) -> bool:
        """Whether the table has as many connections as allowed."""
        return len(self._live.listeners) >= self._services.config.connections_per_table

    def _tell_state(self, table: Table, since: int | None) -> None:
        here = self._live.online.union(self.seats)  # this connection may not be announced yet
        text = encode(state_of(table, self.seats, since, clock.now(), here))
        table.drop_computed()
        self._services.address_work.spend(self._address, len(text) / BYTES)
        self.tell(text)

    def _check_mine(self, seat: int, table: Table | None = None) -> None:
        """Refuse unless this connection holds the seat now."""
        if self._ended or not self.holds(table or self._live.table):
            raise Closing(SEAT_LOST)
        if seat not in self.seats:
            raise SemaforError("not-yours")

    async def _change(self, seat: int, act: Callable[[Table], en.Entry], known: str | None = None) -> int:
        """Let a seat of this connection act; the newest table decides whether it still holds the seat."""

        def make(table: Table) -> en.Entry:
            self._check_mine(seat, table)
            return act(table)

        self._check_mine(seat)
        return await self._services.tables.change(self._live, make, known)

    async def _tell_part(self, seat: int, part: str) -> None:
        await self._change(seat, lambda table: acts.tell_part(table, seat, part))
        if self._live.table.dealing is not None and not self._live.table.untold:
            with suppress(NotDealing):  # another seat's last part may have come in the same moment
                await self._services.tables.change(self._live, acts.deal_told)

    async def _decide(self, decision: str, seat: int, move: str) -> None:
        stored = f"{seat}:{decision}"
        version = await self._change(seat, lambda table: acts.decide(table, seat, move, stored), stored)
        self.send(Ack(decision, version))

    async def _undo(self, step: str, seat: int) -> None:
        stored = f"{seat}:{step}"
        version = await self._change(seat, lambda table: acts.undo(table, seat, stored), stored)
        self.send(Ack(step, version))

    async def _say(self, line: str, seat: int, text: str) -> None:
        stored = f"{seat}:{line}"
        version = await self._change(seat, lambda table: acts.say(table, seat, text, stored), stored)
        self.send(Ack(line, version))

    async def _vote(self, seat: int, about: int, yes: bool) -> None:
        patience = self._services.config.vote_after
        await self._change(seat, lambda table: acts.vote(table, seat, about, yes, clock.now(), patience))
        if acts.has_majority(self._live.table, about):
            await self._services.tables.change(self._live, lambda table: _voted_away(table, about))

    def _hint_soon(self, seat: int) -> None:
        """Compute a hint in the background, one at a time."""
        if self._hinting is None or self._hinting.done():
            self._hinting = asyncio.create_task(self._attempt(self._hint(seat)))

    async def _hint(self, seat: int) -> None:
        table = self._live.table
        if not table.setup.hints:
            raise SemaforError("no-hints")
        await self._services.tables.look(table)
        moves = table.moves(seat)
        if not moves:
            raise SemaforError("not-your-turn")
        bots, view, version = self._services.scheduler.bots, table.view(seat), table.version
        found = await suggest(bots, table, self._live.owner, view, moves)
        self.send(as_message(seat, version, found))


def _cost(message: ClientMessage, data: str | bytes) -> float:
    """The cost of a message, in messages."""
    return COSTS.get(type(message), 1.0) + len(data) / BYTES


def _voted_away(table: Table, about: int) -> en.Entry:
    if not acts.has_majority(table, about) or table.seats[about].bot is not None:
        raise SemaforError("no-majority")
    return en.Replaced(about, acts.REPLACEMENT, "vote")
