"""uvicorn's HTTP with an end to patience: who begins a request must finish it soon."""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

REQUEST_SECONDS = 20.0
"""From the first byte of a request to its last; half requests would hold descriptors for ever."""


_silent: dict[PatientHttp, None] = {}
"""Those who are waited for, the longest first."""


class PatientHttp(HttpToolsProtocol):
    """One connection."""

    _half: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn does
        """Wait for a request, but not for ever; where it is crowded, who is silent longest makes room."""
        super().connection_made(transport)
        if self.limit_concurrency is not None and len(self.connections) >= self.limit_concurrency and _silent:
            next(iter(_silent)).transport.abort()
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Take what has come; the time runs from the first byte."""
        if self._half is None and (self.cycle is None or self.cycle.response_complete):
            self._wait()
        super().data_received(data)

    def on_message_complete(self) -> None:
        """The request is whole: the answer may take its time."""
        self._stop_waiting()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """A WebSocket has its own patience."""
        self._stop_waiting()
        super().handle_websocket_upgrade()
        self.loop.call_soon(self._forget_parser)  # it is at work

    def connection_lost(self, exc: Exception | None) -> None:
        """Nobody is waited for."""
        self._stop_waiting()
        super().connection_lost(exc)

    def _forget_parser(self) -> None:
        """Parser and connection would keep each other until garbage is looked for, which is seldom."""
        self.parser = None  # type: ignore[assignment]  # as uvicorn does when a connection is lost

    def _wait(self) -> None:
        _silent[self] = None
        self._half = self.loop.call_later(REQUEST_SECONDS, self.transport.abort)

    def _stop_waiting(self) -> None:
        _silent.pop(self, None)
        if self._half is not None:
            self._half.cancel()
            self._half = None
