"""Browsers without a screen: each keeps its own cookie, as the people of a club have several of them."""

from __future__ import annotations

import json
import random
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import connect

from semafor.server.client import RemoteServer, TableSocket
from semafor.server.socket_messages import Hello
from semafor.server.table.keys import new_key
from tests.server.serving import PATIENCE, play_to_end, quick_config, running

QUICK_CLUB = {"phrases_per_minute": 100_000.0}


class Browser:
    """One browser."""

    def __init__(self, client: httpx.AsyncClient, server: RemoteServer) -> None:
        self.client, self.server = client, server

    async def get(self, path: str) -> Any:
        """Send a GET request that must succeed and return the response."""
        answer = await self.client.get(path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def post(self, path: str, body: Any = None) -> Any:
        """Send a POST request that must succeed and return the response."""
        answer = await self.client.post(path, json={} if body is None else body)
        assert answer.status_code in (200, 201), answer.text
        return answer.json()

    async def refused(self, path: str, body: Any = None) -> str:
        """Return the error code of a refused POST request."""
        answer = await self.client.post(path, json={} if body is None else body)
        assert 400 <= answer.status_code < 500, answer.text
        return str(answer.json()["code"])

    async def become(self, name: str) -> str:
        """Create an account and return its passphrase."""
        return str((await self.post("/api/me", {"name": name, "device": f"{name}'s phone"}))["phrase"])

    async def table(self, *kinds: str, **wishes: Any) -> Any:
        """A new table with these seats: `me`, `friend`, `open`, or a level of bots."""
        seats = [
            {"kind": kind, "name": "Ada"}
            if kind in ("me", "friend", "open")
            else {"kind": "bot", "level": kind}
            for kind in kinds
        ]
        return await self.post("/api/tables", {"seats": seats, **wishes})

    async def tables(self) -> list[str]:
        """The ids of my tables."""
        return [one["table"]["id"] for one in (await self.get("/api/my"))["tables"]]

    @asynccontextmanager
    async def looking_at(self, table: str) -> AsyncIterator[Any]:
        """Open a WebSocket to a table with the cookie, and return it with the first state."""
        address = self.server.address.replace("http", "ws") + f"/api/tables/{table}/live"
        async with connect(address, additional_headers={"Cookie": f"semafor={self.cookie}"}) as socket:
            await socket.send(json.dumps({"type": "hello"}))
            while (said := json.loads(await socket.recv()))["type"] != "state":
                pass
            yield socket, said

    async def decide_once(self, table: str) -> None:
        """Connect to a table with the cookie, decide once, and disconnect."""
        async with self.looking_at(table) as (socket, said):
            seat, move = next(
                (one["seat"], one["moves"][0]["text"]) for one in said["sights"] if one["moves"]
            )
            await socket.send(json.dumps({"type": "decide", "id": new_key(), "seat": seat, "move": move}))
            while (said := json.loads(await socket.recv()))["type"] != "ack":
                assert said["type"] != "error", said

    @property
    def cookie(self) -> str:
        """What names it."""
        return str(self.client.cookies["semafor"])


async def play_by_cookie(address: str, cookie: str, table: str) -> None:
    """Play the seat that belongs to the cookie to the end of the game."""
    live = f"{address.replace('http', 'ws')}/api/tables/{table}/live"
    headers = {"Cookie": f"semafor={cookie}"}
    async with connect(live, additional_headers=headers, max_size=None) as socket:
        place = TableSocket(socket)
        await place.send(Hello())
        await play_to_end(place, random.Random(1))
        assert place.seats


class Club:
    """A running server and its browsers."""

    def __init__(self, server: RemoteServer, stack: AsyncExitStack) -> None:
        self.server, self._stack = server, stack

    async def browser(self) -> Browser:
        """Another browser."""
        client = httpx.AsyncClient(base_url=self.server.address, timeout=PATIENCE)
        return Browser(await self._stack.enter_async_context(client), self.server)

    async def stranger(self) -> Browser:
        """Return a browser with an own cookie."""
        browser = await self.browser()
        await browser.table("me", "easy")
        return browser


@asynccontextmanager
async def running_club(folder: Path, **changes: Any) -> AsyncIterator[Club]:
    """A server for a club until the block ends."""
    async with (
        AsyncExitStack() as stack,
        running(quick_config(folder, **{**QUICK_CLUB, **changes})) as server,
    ):
        yield Club(server, stack)
