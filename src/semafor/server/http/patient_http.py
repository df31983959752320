"""uvicorn's HTTP with an end to patience: who begins a request finishes it soon, and reads the answer."""

from __future__ import annotations

import asyncio
from collections import Counter

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from semafor.server.http.identity import as_counted

REQUEST_SECONDS = 20.0
"""From the first byte of a request to its last; half requests would hold descriptors for ever."""
READING_SECONDS, READING_BYTES = 20.0, 20_000
"""Of an answer so much is taken in so long, or all that is left: 8 kbit/s, less than any line carries."""
MOST_OF_AN_ADDRESS = 200
"""Connections of one address, besides its WebSockets; a browser has six."""
MOST_AT_ONCE = 20
"""Requests that may be sent before the first is answered; browsers and proxies send one."""


_silent: dict[PatientHttp, None] = {}
"""Those who are waited for, the longest first."""
_of_address: Counter[str] = Counter()
"""Open connections by address; those of trusted proxies are many people's, and not counted."""


class PatientHttp(HttpToolsProtocol):
    """One connection."""

    _half: asyncio.TimerHandle | None = None
    _reading: asyncio.TimerHandle | None = None
    _unread = 0
    """Bytes of answers that waited when it was last looked."""
    _counted_for: str | None = None
    _greedy = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn does
        """Wait for a request, but not for ever; where it is crowded, who is silent longest makes room."""
        super().connection_made(transport)
        if self.limit_concurrency is not None and len(self.connections) >= self.limit_concurrency and _silent:
            next(iter(_silent)).transport.abort()
        self._wait()
        self._take_place()

    def data_received(self, data: bytes) -> None:
        """Take what has come; the time runs from the first byte."""
        if self._half is None and (self.cycle is None or self.cycle.response_complete):
            self._wait()
        super().data_received(data)

    def on_headers_complete(self) -> None:
        """Begin to answer; where too much is asked at once, what is being answered is the last."""
        super().on_headers_complete()
        if len(self.pipeline) > MOST_AT_ONCE:
            self.pipeline.clear()
            self._greedy = True

    def on_message_complete(self) -> None:
        """The request is whole: the answer may take its time."""
        self._stop_waiting()
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """The answer is whole, and leaves as fast as it is read."""
        if self._greedy:
            self.transport.close()
        super().on_response_complete()
        self._watch_reader()

    def pause_writing(self) -> None:
        """More waits than should: whoever reads will take it."""
        super().pause_writing()
        self._watch_reader()

    def handle_websocket_upgrade(self) -> None:
        """A WebSocket has its own patience."""
        self._leave()
        super().handle_websocket_upgrade()
        self.loop.call_soon(self._forget_parser)  # it is at work

    def connection_lost(self, exc: Exception | None) -> None:
        """Nobody is waited for."""
        self._leave()
        super().connection_lost(exc)

    def _forget_parser(self) -> None:
        """Parser and connection would keep each other until garbage is looked for, which is seldom."""
        self.parser = None  # type: ignore[assignment]  # as uvicorn does when a connection is lost

    # ---- places ------------------------------------------------------------------------------

    def _take_place(self) -> None:
        """Count a connection for its address; one too many is closed."""
        proxies = getattr(self.app, "trusted_hosts", ())
        if self.client is None or self.client[0] in proxies:
            return
        self._counted_for = as_counted(self.client[0])
        _of_address[self._counted_for] += 1
        if _of_address[self._counted_for] > MOST_OF_AN_ADDRESS:
            self.transport.abort()

    def _leave(self) -> None:
        """Nothing of this connection is waited for or counted any more."""
        self._stop_waiting()
        self._stop_watching()
        if self._counted_for is not None:
            _of_address[self._counted_for] -= 1
            if not _of_address[self._counted_for]:
                del _of_address[self._counted_for]
            self._counted_for = None

    # ---- the request -------------------------------------------------------------------------

    def _wait(self) -> None:
        _silent[self] = None
        self._half = self.loop.call_later(REQUEST_SECONDS, self.transport.abort)

    def _stop_waiting(self) -> None:
        _silent.pop(self, None)
        if self._half is not None:
            self._half.cancel()
            self._half = None

    # ---- the answer --------------------------------------------------------------------------

    def _watch_reader(self) -> None:
        """Look in a while whether what waits now is read."""
        self._stop_watching()
        self._unread = self.transport.get_write_buffer_size()
        if self._unread:
            self._reading = self.loop.call_later(READING_SECONDS, self._look_at_reader)

    def _look_at_reader(self) -> None:
        """Go on watching who reads; cut off who does not, or hardly."""
        before, left = self._unread, self.transport.get_write_buffer_size()
        if left and left > before - READING_BYTES:
            self.transport.abort()
        else:
            self._watch_reader()

    def _stop_watching(self) -> None:
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None
