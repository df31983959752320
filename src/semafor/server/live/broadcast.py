"""Tells those who look at a table what has changed and who is connected."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Collection

import msgspec

from semafor.errors import SemaforError
from semafor.server import clock
from semafor.server.live.live_table import Listener, LiveTable
from semafor.server.live.news import Here, News
from semafor.server.socket_messages import Presence, Refusal, ServerMessage
from semafor.server.table.progress import fresh_progress
from semafor.server.table.table import Table
from semafor.server.table.updates import card_of, update_of

PRESENCE_MOMENT = 0.2
"""Seconds in which comings and goings become one message."""

_encoder = msgspec.json.Encoder()


def encode(message: ServerMessage) -> bytes:
    """A message as it goes over the wire."""
    return _encoder.encode(message)


def refusal_of(error: SemaforError, decision: str | None = None) -> Refusal:
    """An error as it is told."""
    return Refusal(error.code, error.sentence, error.rule, decision, error.details)


def tell(live: LiveTable, before: Table, after: Table, listeners: Collection[Listener]) -> None:
    """Send the update, made once for all who hold the same seats."""
    if listeners:
        now = clock.now()
        card = card_of(after, now, live.online)
        if after.game is not None:
            after.see({seat for listener in listeners for seat in listener.seats or (None,)})
        fresh = fresh_progress(after, {seat for listener in listeners for seat in listener.seats})
        texts: dict[tuple[int, ...], bytes] = {}
        for listener in listeners:
            if listener.seats not in texts:
                texts[listener.seats] = encode(update_of(before, after, listener.seats, card, now, fresh))
            listener.tell(texts[listener.seats])
    after.forget_sights()


def tell_all(live: LiveTable, error: SemaforError) -> None:
    """Tell everybody at a table why nothing happens there."""
    text = encode(refusal_of(error))
    for listener in live.listeners:
        listener.tell(text)


def evict(live: LiveTable) -> None:
    """End the connections of those whose seat is theirs no longer, before anything is told."""
    for listener in [one for one in live.listeners if not one.holds(live.table)]:
        live.listeners.discard(listener)
        listener.evict()


class Presences:
    """Who is connected, told at tables and to other processes."""

    def __init__(self, process: str, publish: Callable[[News], None]) -> None:
        self._process = process
        self._publish = publish

    def arrive(self, live: LiveTable, listener: Listener) -> None:
        """Tell somebody everything from now on."""
        live.listeners.add(listener)
        self._changed(live)

    def depart(self, live: LiveTable, listener: Listener) -> None:
        """Tell somebody nothing any more."""
        live.listeners.discard(listener)
        live.touched = time.monotonic()
        self._changed(live)

    def announce(self, live: LiveTable) -> None:
        """Tell other processes who is connected to this one."""
        live.announced = live.here
        self._publish(Here(live.table.id, self._process, live.here))

    def hear(self, live: LiveTable, process: str, seats: tuple[int, ...]) -> None:
        """Take note of who is connected to another process."""
        if process == self._process:
            return
        if process not in live.elsewhere and live.listeners:
            self.announce(live)  # the process has just loaded the table and does not know our seats
        live.elsewhere[process] = (time.monotonic(), seats)
        self._tell(live)

    def _changed(self, live: LiveTable) -> None:
        """Tell who is connected, in a moment: who comes and goes in between is not worth a message."""
        if live.telling_presence is None:
            later = asyncio.get_running_loop().call_later
            live.telling_presence = later(PRESENCE_MOMENT, self._settled, live)

    def _settled(self, live: LiveTable) -> None:
        live.telling_presence = None
        if live.here != live.announced:
            self.announce(live)
        self._tell(live)

    def _tell(self, live: LiveTable) -> None:
        """Tell everyone who is connected, if that has changed."""
        if live.online == live.told_online:
            return
        live.told_online = live.online
        text = encode(Presence(tuple(sorted(live.online))))
        for listener in live.listeners:
            listener.tell(text)
