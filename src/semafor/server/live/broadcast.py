"""Sends updates and presence to all connections of a table, to spectators with the delay of the table."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Collection, Iterable

import msgspec

from semafor.errors import SemaforError
from semafor.server import clock
from semafor.server.live.live_table import LiveTable, TableListener
from semafor.server.socket_messages import Presence, Refusal, ServerMessage
from semafor.server.storage.message_bus import BusMessage, SeatsConnected
from semafor.server.storage.store import Store
from semafor.server.table.journal import Written
from semafor.server.table.table import Table
from semafor.server.table.updates import card_of, fresh_progress, update_of

COLLECT_SECONDS = 0.2
"""Seconds for which changes of presence are collected into one message."""

_encoder = msgspec.json.Encoder()


def encode(message: ServerMessage) -> bytes:
    """Encode a message as JSON."""
    return _encoder.encode(message)


def refusal_of(error: SemaforError, decision: str | None = None) -> Refusal:
    """The message for an error."""
    return Refusal(error.code, error.sentence, error.rule, decision, error.details)


def tell(live: LiveTable, before: Table, after: Table, listeners: Collection[TableListener]) -> None:
    """Send an update, encoded once for all connections with the same seats."""
    if listeners:
        now = clock.now()
        card = card_of(after, now, live.online)
        if after.game is not None:
            after.compute_views({seat for listener in listeners for seat in listener.seats or (None,)})
        fresh = fresh_progress(after, {seat for listener in listeners for seat in listener.seats})
        texts: dict[tuple[int, ...], bytes] = {}
        for listener in listeners:
            if listener.seats not in texts:
                texts[listener.seats] = encode(update_of(before, after, listener.seats, card, now, fresh))
            listener.tell(texts[listener.seats])
    after.drop_computed()


def tell_all(live: LiveTable, error: SemaforError) -> None:
    """Send an error to all connections of a table."""
    text = encode(refusal_of(error))
    for listener in live.listeners:
        listener.tell(text)


def evict(live: LiveTable) -> None:
    """Close the connections that have lost a seat, before any update is sent."""
    for listener in [one for one in live.listeners if not one.holds(live.table)]:
        live.listeners.discard(listener)
        listener.evict()


class Presences:
    """Reports which seats are connected, to clients and other processes."""

    def __init__(self, process: str, publish: Callable[[BusMessage], None]) -> None:
        self._process = process
        self._publish = publish

    def arrive(self, live: LiveTable, listener: TableListener) -> None:
        """Add a client to a table."""
        live.listeners.add(listener)
        self._changed(live)

    def depart(self, live: LiveTable, listener: TableListener) -> None:
        """Remove a client from a table."""
        live.listeners.discard(listener)
        live.touched = time.monotonic()
        self._changed(live)

    def announce(self, live: LiveTable) -> None:
        """Report the seats connected to this process to the others."""
        live.announced = live.here
        self._publish(SeatsConnected(live.table.id, self._process, live.here))

    def receive(self, live: LiveTable, process: str, seats: tuple[int, ...]) -> None:
        """Store the seats connected to another process."""
        if process == self._process:
            return
        if process not in live.elsewhere and live.listeners:
            self.announce(live)  # the process has just loaded the table and does not know our seats
        live.elsewhere[process] = (time.monotonic(), seats)
        self._tell(live)

    def _changed(self, live: LiveTable) -> None:
        """Report the presence soon; short visits cause no message."""
        if live.presence_timer is None:
            later = asyncio.get_running_loop().call_later
            live.presence_timer = later(COLLECT_SECONDS, self._settled, live)

    def _settled(self, live: LiveTable) -> None:
        live.presence_timer = None
        if live.here != live.announced:
            self.announce(live)
        self._tell(live)

    def _tell(self, live: LiveTable) -> None:
        """Send the presence to all clients if it has changed."""
        if live.online == live.sent_online:
            return
        live.sent_online = live.online
        text = encode(Presence(tuple(sorted(live.online))))
        for listener in live.listeners:
            listener.tell(text)


RETRY_SECONDS = 1.0

Advance = Callable[[Table, Iterable[Written]], Awaitable[Table]]


class DelayedTables:
    """Sends delayed updates; stores one delayed table and version numbers per table."""

    def __init__(self, store: Store, advance: Advance, lives: dict[str, LiveTable]) -> None:
        self._store = store
        self._advance = advance
        self._lives = lives

    def tell_later(self, live: LiveTable, before: Table, after: Table) -> None:
        """Send a new version to spectators after the delay."""
        if live.delayed is None:
            live.delayed = before
        live.delayed_versions.append((time.monotonic() + after.setup.spectator_delay, after.version))
        if live.delay_task is None or live.delay_task.done():
            live.delay_task = asyncio.create_task(self._follow(live))

    async def _follow(self, live: LiveTable) -> None:
        while live.delayed_versions and self._lives.get(live.table.id, live) is live:
            due, version = live.delayed_versions[0]
            await asyncio.sleep(due - time.monotonic())
            try:
                await self._tell(live, version)
            except SemaforError:
                await asyncio.sleep(RETRY_SECONDS)
            else:
                live.delayed_versions.pop(0)

    async def _tell(self, live: LiveTable, version: int) -> None:
        assert live.delayed is not None
        before = live.delayed
        entries = await self._store.tail(live.table.id, before.version)
        seen = [written for written in entries if written.number <= version]
        after = await self._advance(before, seen)
        live.delayed = after
        if before.version < after.version:
            tell(live, before, after, [one for one in live.listeners if not one.seats])


def visible_table(live: LiveTable, seats: tuple[int, ...]) -> Table:
    """The table as connections with these seats may see it now."""
    return live.table if seats or live.delayed is None else live.delayed
