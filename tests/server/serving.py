"""A real server on loopback inside the test, and players who play at random."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar import Litestar

from semafor.errors import SemaforError
from semafor.server.app import create_app
from semafor.server.client import RemoteServer, TableSocket
from semafor.server.config import Config
from semafor.server.messages import CreateTable, Seated, SeatPlan
from semafor.server.monitoring import REGISTRY
from semafor.server.run import address_of, listen, make_server
from semafor.server.socket_messages import Refusal

PATIENCE = 120.0
"""Seconds for an answer: a busy machine may have to start a process first."""
QUICK = {
    "bots": {"easy": "greedy", "medium": "casual", "hard": "planner", "expert": "planner"},
    "bot_seconds": 0.0,
    "bot_processes": 1,
    "vote_after": 0.0,
    "posts_per_minute": 100_000.0,
    "gets_per_minute": 100_000.0,
    "files_per_minute": 100_000.0,
    "messages_per_second": 10_000.0,
    "check_seconds": 0.2,
    "connections_per_address": 10_000,
    "hosts": ("testserver.local",),
    "tables_per_minute": 100_000.0,
    "public_tables_per_day": 100_000.0,
    "connections_per_table": 10_000,
    "address_work_per_second": 100_000.0,
    "table_work_per_second": 100_000.0,
    "public_tables_per_minute": 100_000.0,
    "own_board_seconds_per_minute": 100_000.0,
    "finishing_seconds_per_minute": 100_000.0,
    "bots_only_seconds_per_minute": 100_000.0,
}


def quick_config(folder: Path, **changes: Any) -> Config:
    """Settings without artificial delays."""
    return Config(data=folder, **{**QUICK, **changes})


@asynccontextmanager
async def running(config: Config) -> AsyncIterator[RemoteServer]:
    """A server with these settings until the block ends."""
    async with running_app(create_app(config)) as server:
        yield server


@asynccontextmanager
async def running_app(app: Litestar, trusted_proxies: str = "127.0.0.1") -> AsyncIterator[RemoteServer]:
    """A server for an application until the block ends."""
    listener = listen("127.0.0.1", 0)
    server = make_server(app, trusted_proxies)
    server.install_signal_handlers = lambda: None  # type: ignore[attr-defined]  # only the main thread may
    task = asyncio.create_task(server.serve(sockets=[listener]))
    while not server.started:
        await asyncio.sleep(0.01)
        if task.done():
            task.result()
            raise RuntimeError("the server did not start")
    try:
        yield RemoteServer(address_of(listener), timeout=PATIENCE)
    finally:
        server.should_exit = True
        await asyncio.wait_for(task, PATIENCE)
        listener.close()


def seats(*kinds: str) -> tuple[SeatPlan, ...]:
    """Plans of seats: `me`, `friend`, `open`, or a level of bots."""
    plain = ("me", "friend", "open")
    return tuple(
        SeatPlan(kind, name="Ada") if kind in plain else SeatPlan("bot", level=kind)  # type: ignore[arg-type]  # the kinds and levels of the tests
        for kind in kinds
    )


async def table_of(server: RemoteServer, *kinds: str, **wishes: Any) -> Seated:
    """A new table with these seats."""
    return await server.create(CreateTable(seats(*kinds), **wishes))


async def play_to_end(place: TableSocket, dice: random.Random, version: int = 100_000) -> int:
    """Play all seats of a connection at random to the end or a version; how many decisions that took."""
    made = 0
    while place.version < 0:
        await place.receive()
    while place.version < version and place.ending is None:
        ready = [seat for seat in place.seats if place.moves(seat)]
        if not ready:
            message = await place.receive()
            assert not isinstance(message, Refusal), message
            continue
        seat = dice.choice(ready)
        await place.decide(seat, lively(place, seat, dice))
        made += 1
    return made


def lively(place: TableSocket, seat: int, dice: random.Random) -> str:
    """Return a random move that leads to a short game: routes before cards."""
    moves = place.moves(seat)
    claims = [move for move in moves if move.startswith("claim")]
    return dice.choice(claims or moves)


async def metric(server: RemoteServer, name: str) -> float:
    """Return the metrics of the server."""
    async with httpx.AsyncClient(base_url=server.address) as web:
        lines = (await web.get("/metrics")).text.splitlines()
    return float(next(line for line in lines if line.startswith(f"{name} ")).split()[1])


def failures() -> float:
    """Return the number of internal errors counted in this process."""
    return REGISTRY.get_sample_value("semafor_failures_total") or 0.0


async def refused(request: Awaitable[object]) -> str:
    """Return the error code of a refused request."""
    with pytest.raises(SemaforError) as caught:
        await request
    return caught.value.code
