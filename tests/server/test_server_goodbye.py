"""The end of a server that is asked to end: what was asked is answered, what was answered is kept."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import AsyncExitStack, suppress
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from semafor.boards.model import Board
from semafor.server.app import create_app
from semafor.server.client import RemoteServer, TableSocket
from semafor.server.messages import EngineProgress
from semafor.server.server_errors import Restarting
from semafor.server.socket_messages import Ack, Decide, State
from semafor.server.storage.writer import Job, NewEntry, Writer
from semafor.server.workers.board_pages import Pages
from tests.server.nursery import free_port
from tests.server.serving import PATIENCE, quick_config, running_app, table_of
from tests.server.stubborn import Stubborn, check_journal


def start_server(port: int, folder: Path) -> subprocess.Popen[str]:
    """The `semafor serve` command, as people and systemd run it."""
    command = [sys.executable, "-m", "semafor", "serve", "--port", str(port), "--data", str(folder)]
    quick = ["--bot-seconds", "0", "--log", "json", "--log-level", "debug"]
    return subprocess.Popen([*command, *quick], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)


async def answers(server: RemoteServer) -> None:
    """Wait until the server answers and its rules are ready."""
    async with asyncio.timeout(240):
        while True:
            with suppress(OSError):
                if (await server.ask("/api/engine", EngineProgress)).ready:
                    return
            await asyncio.sleep(0.05)


async def end_of(place: TableSocket) -> int | None:
    """The code with which a connection is closed."""
    with suppress(ConnectionClosed):
        while True:
            await place.receive()
    return place.socket.close_code


async def test_a_server_under_load_ends_politely_and_loses_nothing(tmp_path: Path) -> None:
    port = free_port()
    server = RemoteServer(f"http://127.0.0.1:{port}", timeout=PATIENCE)
    process = start_server(port, tmp_path)
    await answers(server)
    players: list[Stubborn] = []
    watched = await table_of(server, "hard", "hard", board="berlin", start=True)
    for number in range(2):
        made = await table_of(RemoteServer(server.address), "me", "me", "easy", board="berlin", start=True)
        keys = [seat.key for seat in made.keys]
        players += [Stubborn([server.address], made.table.id, [key], number) for key in keys]
    tasks = [asyncio.create_task(player.play()) for player in players]
    async with AsyncExitStack() as stack:
        tables = [watched.table.id, *(player.table for player in players)]
        places = [await stack.enter_async_context(server.sit(table)) for table in tables]
        while sum(len(player.acknowledged) for player in players) < 20:
            await asyncio.sleep(0.02)
        process.send_signal(signal.SIGTERM)
        assert await asyncio.gather(*(end_of(place) for place in places)) == [1012] * len(places)
    _, logged = await asyncio.to_thread(process.communicate, timeout=PATIENCE)
    assert process.returncode == 0
    assert "Traceback" not in logged
    assert '"level": "error"' not in logged
    secrets = [*tables, *(key for player in players for key in player.keys)]
    assert not any(secret in logged for secret in secrets)
    check_journal(tmp_path / "semafor.sqlite3", players)
    again = start_server(port, tmp_path)
    await asyncio.gather(*tasks)  # every table is played to its end
    check_journal(tmp_path / "semafor.sqlite3", players)
    again.terminate()
    await asyncio.to_thread(again.communicate, timeout=PATIENCE)


async def test_decisions_that_have_arrived_are_answered_before_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    arrived: list[Job] = []
    stored = asyncio.Event()
    write, commit = Writer.write, Writer._commit

    async def note_and_write(writer: Writer, job: Job) -> None:
        arrived.append(job)
        await write(writer, job)

    async def wait_and_commit(writer: Writer, jobs: Sequence[Job]) -> None:
        if any(isinstance(job, NewEntry) for job in jobs):
            await stored.wait()
        await commit(writer, jobs)

    monkeypatch.setattr(Writer, "write", note_and_write)
    monkeypatch.setattr(Writer, "_commit", wait_and_commit)
    serving = AsyncExitStack()
    server = await serving.enter_async_context(running_app(create_app(quick_config(tmp_path))))
    async with AsyncExitStack() as sitting:
        places = []
        for _ in range(4):
            table = (await table_of(server, "me", "me", board="berlin", start=True)).table.id
            places.append(await sitting.enter_async_context(server.sit(table, server.keys[-2:])))
            await places[-1].receive_until(State)
        for place in places:
            await place.send(Decide("last", 0, place.moves(0)[0]))
        while sum(isinstance(job, NewEntry) for job in arrived) < len(places):
            await asyncio.sleep(0.01)
        closing = asyncio.create_task(serving.aclose())
        await is_closed(server)
        stored.set()
        for place in places:
            assert await last_acknowledged(place) == place.version
        await closing


async def is_closed(server: RemoteServer) -> None:
    """Wait until the server takes no more connections."""
    host, _, port = server.address.removeprefix("http://").partition(":")
    with suppress(ConnectionRefusedError):
        while True:
            _, writer = await asyncio.open_connection(host, int(port))
            writer.close()
            await asyncio.sleep(0.02)


async def last_acknowledged(place: TableSocket) -> int:
    """The version of what was acknowledged last, before the end."""
    version = -1
    with suppress(ConnectionClosed):
        while True:
            message = await place.receive()
            version = message.version if isinstance(message, Ack) else version
    assert place.socket.close_code == 1012
    return version


async def test_who_waits_for_a_drawing_is_told_that_the_server_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawing = asyncio.Event()

    async def draw_for_ever(_pages: Pages, _board: Board, _who: str) -> bytes:
        drawing.set()
        await asyncio.sleep(3600)
        return b""

    monkeypatch.setattr(Pages, "_draw", draw_for_ever)
    async with AsyncExitStack() as stack:
        app = create_app(quick_config(tmp_path, cache=tmp_path))
        server = await stack.enter_async_context(running_app(app))
        async with httpx.AsyncClient(base_url=server.address) as web:
            asked = asyncio.create_task(web.get("/api/boards/berlin"))
            await drawing.wait()
            closing = asyncio.create_task(stack.aclose())
            answer = await asked
            assert answer.status_code == 503
            assert answer.json()["code"] == Restarting().code
            await closing
