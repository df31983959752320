"""Troubles with the database: clear errors, no wrong state, and recovery without a restart."""

from __future__ import annotations

import asyncio
import random
import resource
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import asyncpg
import httpx
import pytest
import structlog
from sqlalchemy import event

from semafor.errors import SemaforError
from semafor.server.app import create_app
from semafor.server.client import RemoteServer, TableSocket
from semafor.server.messages import Health
from semafor.server.socket_messages import State
from tests.server.nursery import Nursery, free_port
from tests.server.serving import PATIENCE, metric, play_to_end, quick_config, running, running_app, table_of


async def refusal_of(place: TableSocket, seat: int, move: str, decision: str) -> str:
    """The code with which a decision is refused."""
    with pytest.raises(SemaforError) as caught:
        await place.decide(seat, move, decision)
    return caught.value.code


async def code_of(coroutine: Any) -> str:
    with pytest.raises(SemaforError) as caught:
        await coroutine
    return caught.value.code


async def decide_again(place: TableSocket, seat: int, move: str, decision: str) -> int:
    """Send a decision until it is stored."""
    while True:
        try:
            return await place.decide(seat, move, decision)
        except SemaforError as error:
            if error.code not in ("not-stored", "no-database"):
                raise
            await asyncio.sleep(0.1)


async def health_of(server: RemoteServer) -> tuple[int, str]:
    """Return the health report and the metrics."""
    async with httpx.AsyncClient(base_url=server.address) as web:
        answer = await web.get("/health")
        return answer.status_code, answer.json()["status"]


async def test_a_read_only_database(tmp_path: Path) -> None:
    app = create_app(quick_config(tmp_path))
    read_only = False

    async with running_app(app) as server:

        @event.listens_for(app.state.services.store.engines.direct, "begin")
        def protect(connection: Any) -> None:
            connection.exec_driver_sql(f"pragma query_only = {int(read_only)}")

        made = await table_of(server, "me", "me", start=True)
        async with server.sit(made.table.id, server.keys) as place:
            await place.receive_until(State)
            move = place.moves(0)[0]
            read_only = True
            assert await refusal_of(place, 0, move, "d") == "not-stored"
            assert await code_of(table_of(server, "me", "easy")) == "not-stored"
            assert (await server.table(made.table.id)).version == made.table.version
            assert await health_of(server) == (503, "not-stored")
            read_only = False
            assert await health_of(server) == (200, "ok")
            assert await place.decide(0, move, "d") == made.table.version + 1


async def test_a_full_disk(nursery: Nursery, tmp_path: Path) -> None:
    port = free_port()
    server = RemoteServer(f"http://127.0.0.1:{port}")
    child = await nursery.start(port, tmp_path)
    made = await table_of(server, "me", "me", start=True)
    async with server.sit(made.table.id, server.keys) as place:
        await place.receive_until(State)
        move = place.moves(0)[0]
        _, hard = resource.prlimit(child, resource.RLIMIT_FSIZE)
        # Not a byte more in any file: the journal file of SQLite cannot grow.
        resource.prlimit(child, resource.RLIMIT_FSIZE, (1, hard))
        assert await refusal_of(place, 0, move, "d") == "not-stored"
        assert await metric(server, "semafor_not_stored_total") >= 1
        assert (await server.table(made.table.id)).version == made.table.version
        while await health_of(server) == (200, "ok"):  # cached for a moment
            await asyncio.sleep(0.1)
        assert await health_of(server) == (503, "not-stored")
        resource.prlimit(child, resource.RLIMIT_FSIZE, (hard, hard))
        assert await health_of(server) == (200, "ok")
        assert await decide_again(place, 0, move, "d") == made.table.version + 1
    nursery.kill(child)
    child = await nursery.start(port, tmp_path)
    assert (await server.table(made.table.id)).version == made.table.version + 1
    nursery.kill(child)


async def two_listen(postgres_url: str) -> None:
    """Wait until two servers listen for messages in the database again."""
    database = await asyncpg.connect(postgres_url)
    listening = "select count(*) from pg_stat_activity where query ~* '^(listen |select pg_notify)'"
    while await database.fetchval(listening) < 2:
        await asyncio.sleep(0.05)
    await database.close()


async def test_a_database_that_is_gone_for_a_while(postgres: Any, postgres_url: str, tmp_path: Path) -> None:
    config = quick_config(tmp_path, database=postgres_url)
    async with running(config) as server, running(config) as other:
        made = await table_of(server, "me", "me", start=True)
        first, second = [seat.key for seat in made.keys]
        async with server.sit(made.table.id, [first]) as ada, other.sit(made.table.id, [second]) as bob:
            await ada.receive_until(State)
            await bob.receive_until(State)
            move = ada.moves(0)[0]
            await asyncio.to_thread(postgres.stop)
            assert await refusal_of(ada, 0, move, "d") == "not-stored"
            assert await code_of(server.my_tables()) == "no-database"
            assert await code_of(server.ask("/health", Health)) == "unclear"
            await asyncio.to_thread(postgres.start)
            assert await decide_again(ada, 0, move, "d") == made.table.version + 1
            while bob.version < made.table.version + 1:
                await bob.receive()
            await two_listen(postgres_url)
            await decide_again(bob, 1, bob.moves(1)[0], "e")
            async with asyncio.timeout(PATIENCE):
                while ada.version < bob.version:
                    await ada.receive()


def test_a_server_that_cannot_reach_its_database_says_so(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "semafor", "serve", "--port", "0", "--data", str(tmp_path)]
    database = ["--database", "postgresql://nobody@127.0.0.1:9/nothing"]
    done = subprocess.run([*command, *database], capture_output=True, text=True, timeout=240, check=False)
    assert done.returncode == 1
    assert "cannot start" in done.stderr
    assert "Traceback" not in done.stderr


async def test_tables_go_on_after_an_idle_time(tmp_path: Path) -> None:
    """An unwatched table is unloaded and loaded again; its bots and clocks continue."""
    app = create_app(quick_config(tmp_path, idle_seconds=0.1))
    async with running_app(app) as server:
        tables = app.state.services.tables
        made = await table_of(server, "me", "easy", start=True)
        async with asyncio.timeout(PATIENCE):
            while made.table.id in tables.lives:
                await asyncio.sleep(0.05)
        async with server.sit(made.table.id, server.keys) as place:
            await play_to_end(place, random.Random(1), version=20)


BROKEN = {
    "other-version": "update tables set setup = replace(setup, '\"rules\":', '\"rules\":9') where id = ?",
    "damaged": "delete from journal where number = 2 and table_id = ?",
}
"""Ways in which loading a table fails."""


@pytest.mark.parametrize("code", BROKEN)
async def test_a_table_that_cannot_be_loaded_keeps_no_other_waiting(
    code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table that cannot be loaded does not block the others, and the log names it."""
    monkeypatch.setattr("semafor.server.storage.store.LISTED", 1)
    with structlog.testing.capture_logs() as logged:
        async with running(quick_config(tmp_path)) as server:
            broken, good = [(await table_of(server, "me", "me", start=True)).table.id for _ in range(2)]
        with sqlite3.connect(tmp_path / "semafor.sqlite3") as database:
            database.execute(BROKEN[code], (broken,))
            database.executemany("update tables set due = ? where id = ?", [(1.0, broken), (2.0, good)])
        database.close()
        app = create_app(quick_config(tmp_path))
        async with running_app(app) as server:
            while good not in app.state.services.tables.lives:
                await asyncio.sleep(0.05)
            assert await code_of(server.table(broken)) == code
    (told,) = [line for line in logged if line["event"] == "table postponed"]  # once, not in every round
    assert (told["id"], told["code"]) == (broken[:6], code)
    assert broken not in repr(logged)
    assert good[:6] not in repr(logged)
