"""A device that was signed out loses its open WebSockets at once, in all processes."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar import Litestar
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from semafor.server.app import create_app
from semafor.server.storage.message_bus import MessagesLost
from semafor.server.storage.writer import Statements, Writer
from tests.server.browsers import QUICK_CLUB, Browser, Club, running_club
from tests.server.serving import PATIENCE, quick_config, running, running_app

SEAT_LOST = 4005


async def other_device(club: Club) -> tuple[Browser, Browser, str]:
    """Two devices of Ada's and a table whose seat was taken by the first."""
    home, lost = await club.browser(), await club.browser()
    await lost.post("/api/me/join", {"phrase": await home.become("Ada")})
    table = (await home.table("me", "friend", "easy"))["table"]["id"]
    return home, lost, str(table)


async def close_code(socket: ClientConnection) -> int | None:
    """The code with which the server closes a connection, whatever it says before."""
    with suppress(ConnectionClosed):
        while True:
            await socket.recv()
    return socket.close_code


async def number_of(browser: Browser) -> int:
    return int(next(one["number"] for one in (await browser.get("/api/me"))["devices"] if one["here"]))


async def test_sign_out_closes_the_sockets_of_a_seat_that_another_device_took(tmp_path: Path) -> None:
    async with running_club(tmp_path) as club:
        home, lost, table = await other_device(club)
        async with lost.looking_at(table) as (socket, state), home.looking_at(table) as (mine, _):
            assert state["you"] == [0]
            await home.post("/api/me/sign-out", {"device": await number_of(lost)})
            assert await close_code(socket) == SEAT_LOST
            await mine.send(json.dumps({"type": "ping", "n": 1}))
            while json.loads(await mine.recv())["type"] != "pong":
                pass
        async with lost.looking_at(table) as (_, state):
            assert state["you"] == []


async def test_a_deleted_account_has_no_sockets(tmp_path: Path) -> None:
    async with running_club(tmp_path) as club:
        home, lost, table = await other_device(club)
        watched = (await (await club.stranger()).table("me", "friend"))["table"]["id"]
        async with (
            lost.looking_at(table) as (socket, _),
            lost.looking_at(watched) as (spectating, _),
        ):
            await home.post("/api/me/forget")
            assert await close_code(socket) == SEAT_LOST
            assert await close_code(spectating) == SEAT_LOST


@asynccontextmanager
async def browser_at(server: Any, cookie: str) -> AsyncIterator[Browser]:
    """A browser with this cookie at another process."""
    async with httpx.AsyncClient(base_url=server.address, timeout=PATIENCE) as client:
        client.cookies.set("semafor", cookie)
        yield Browser(client, server)


@pytest.mark.parametrize("how", ["sign-out", "forget"])
async def test_other_processes_close_them_too(tmp_path: Path, postgres_url: str, how: str) -> None:
    config = quick_config(tmp_path, database=postgres_url, **QUICK_CLUB)
    async with running(config) as one, running(config) as other, AsyncExitStack() as stack:
        home, lost, table = await other_device(Club(one, stack))
        away = await stack.enter_async_context(browser_at(other, lost.cookie))
        async with away.looking_at(table) as (socket, state):
            assert state["you"] == [0]
            body = {"device": await number_of(lost)} if how == "sign-out" else {}
            await home.post(f"/api/me/{how}", body)
            assert await close_code(socket) == SEAT_LOST


async def test_a_process_that_missed_the_news_checks_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = create_app(quick_config(tmp_path, **QUICK_CLUB))
    services = app.state["services"]
    async with running_app(app) as server, AsyncExitStack() as stack:
        home, lost, table = await other_device(Club(server, stack))
        async with lost.looking_at(table) as (socket, _), home.looking_at(table) as (mine, _):
            with monkeypatch.context() as patch:
                patch.setattr(services, "close_sockets", lambda _persons: None)
                await home.post("/api/me/sign-out", {"device": await number_of(lost)})
            services.receive(MessagesLost())
            assert await close_code(socket) == SEAT_LOST
            await mine.send(json.dumps({"type": "ping", "n": 1}))


async def test_hello_checks_the_identity_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """This holds even if the WebSocket is not closed."""
    app: Litestar = create_app(quick_config(tmp_path, **QUICK_CLUB))
    services = app.state["services"]
    monkeypatch.setattr(services, "close_sockets", lambda _persons: None)
    async with running_app(app) as server, AsyncExitStack() as stack:
        home, lost, table = await other_device(Club(server, stack))
        async with lost.looking_at(table) as (socket, _):
            await home.post("/api/me/sign-out", {"device": await number_of(lost)})
            await socket.send(json.dumps({"type": "hello"}))
            while (said := json.loads(await socket.recv()))["type"] != "state":
                pass
            assert said["you"] == []


async def test_a_decision_that_was_under_way_is_not_accepted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sign-out is stored before the chat line of the signed-out device is."""
    app = create_app(quick_config(tmp_path, **QUICK_CLUB))
    services = app.state["services"]
    write = Writer.write
    async with running_app(app) as server, AsyncExitStack() as stack:
        home, lost, table = await other_device(Club(server, stack))
        live = await services.tables.find(table)
        signed_out, asked = asyncio.Event(), asyncio.Event()

        async def note_and_write(writer: Writer, job: Any) -> None:
            await write(writer, job)
            if isinstance(job, Statements) and job.messages:
                signed_out.set()

        monkeypatch.setattr(Writer, "write", note_and_write)
        async with lost.looking_at(table) as (socket, _):
            version = live.table.version
            await live.lock.acquire()

            def note_and_take(_address: str, _cost: float) -> bool:
                asked.set()
                return True

            monkeypatch.setattr(services.address_work, "take", note_and_take)
            await socket.send(json.dumps({"type": "chat", "id": "x", "seat": 0, "text": "hello"}))
            await asked.wait()
            out = asyncio.create_task(home.post("/api/me/sign-out", {"device": await number_of(lost)}))
            await signed_out.wait()
            assert await close_code(socket) == SEAT_LOST
            live.lock.release()
            await out
            async with live.lock:
                assert live.table.version == version
