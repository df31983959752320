"""A bare Litestar application that only answers: what the frame itself costs."""

from __future__ import annotations

import asyncio
import random
from time import perf_counter
from typing import Any

from litestar import Litestar, WebSocket, get, websocket

from lab.load.bare_socket import BareSocket, open_socket
from lab.load.players import TICK

ANSWER = "x" * 4000
"""About as long as an update."""


@websocket("/echo")
async def echo(socket: WebSocket[Any, Any, Any]) -> None:
    """Answer every message."""
    await socket.accept()
    while (await socket.receive())["type"] == "websocket.receive":
        await socket.send_text(ANSWER)


@get("/health", sync_to_thread=False)
def health() -> str:
    """Say that it runs."""
    return "ok"


def make_echo() -> Litestar:
    """The application."""
    return Litestar([echo, health], openapi_config=None, logging_config=None)


class EchoLoad:
    """Many sockets that ask for an echo."""

    def __init__(self, port: int) -> None:
        self.delays: list[float] = []
        self._port = port
        self._sockets: list[BareSocket] = []
        self._sent: dict[int, float] = {}

    async def open_sockets(self, number: int) -> None:
        """Open a number of connections."""
        for index in range(number):
            hear = lambda _text, index=index: self._hear(index)  # noqa: E731 - one for each socket
            self._sockets.append(await open_socket("127.0.0.1", self._port, "/echo", hear))

    def _hear(self, index: int) -> None:
        self.delays.append(perf_counter() - self._sent.pop(index))

    async def run(self, rate: float, seconds: float) -> float:
        """Send messages at a rate for some seconds, and return the rate of echoes."""
        dice, start, asked = random.Random(1), perf_counter(), 0
        while (now := perf_counter() - start) < seconds:
            for _ in range(int(now * rate) - asked):
                asked += 1
                index = dice.randrange(len(self._sockets))
                if index not in self._sent:
                    self._sent[index] = perf_counter()
                    self._sockets[index].send(b"{}")
            await asyncio.sleep(TICK)
        await asyncio.sleep(0.5)
        return len(self.delays) / (perf_counter() - start)

    def close(self) -> None:
        """Disconnect."""
        for socket in self._sockets:
            socket.close()
