"""Several servers on one PostgreSQL behind nginx: players meet through any of them, and nothing is lost."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from lab.load.fleet import nginx_before
from semafor import Game
from semafor.server.client import RemoteServer
from semafor.server.storage.engine import make_engines
from tests.server.behind_nginx import find_nginx
from tests.server.how_long import short_or_long
from tests.server.nursery import Nursery, free_port
from tests.server.serving import table_of
from tests.server.stubborn import Stubborn

PROCESSES = short_or_long([2], [2, 4])
KILLS = short_or_long(2, 20)
TABLES = short_or_long(2, 20)


@pytest.mark.parametrize("processes", PROCESSES)
async def test_processes_and_the_database_die_under_load_and_nothing_is_lost(
    nursery: Nursery, postgres: Any, postgres_url: str, tmp_path: Path, processes: int
) -> None:
    """The database is restarted too, as often as a process dies."""
    dice = random.Random(processes)
    ports = [free_port() for _ in range(processes)]
    children = [await nursery.start(port, tmp_path, postgres_url) for port in ports]
    nginx = await asyncio.to_thread(find_nginx)
    async with nginx_before(ports, tmp_path, nginx, free_port()) as address:
        players: list[Stubborn] = []
        for number in range(TABLES):
            made = await table_of(RemoteServer(address), "me", "me", board="berlin", start=True)
            keys = [seat.key for seat in made.keys]
            players += [Stubborn([address], made.table.id, [key], number) for key in keys]
        tasks = [asyncio.create_task(player.play()) for player in players]
        for _ in range(KILLS):
            await some_are_answered(players)
            victim = dice.randrange(processes)
            nursery.kill(children[victim])
            children[victim] = await nursery.start(ports[victim], tmp_path, postgres_url)
            await some_are_answered(players)
            await asyncio.to_thread(postgres.stop)
            await asyncio.to_thread(postgres.start)
        await asyncio.gather(*tasks)
        for player in players:
            assert Game.replay(await RemoteServer(address).record(player.table)).over
    await check_stored(postgres_url, players)
    for child in children:
        nursery.kill(child)


async def some_are_answered(players: list[Stubborn]) -> None:
    """Wait for progress in the games unless all are over."""
    goal = answered(players) + 10
    while answered(players) < goal and not all(player.over for player in players):
        await asyncio.sleep(0.02)


def answered(players: list[Stubborn]) -> int:
    """How many decisions were acknowledged so far."""
    return sum(len(player.acknowledged) for player in players)


async def check_stored(url: str, players: list[Stubborn]) -> None:
    """Check that every acknowledged decision is stored once, with the acknowledged version."""
    rows = await _journal(url)
    stored = {(row.table_id, row.decision): row.number for row in rows if row.decision}
    assert len(stored) == sum(bool(row.decision) for row in rows)
    for player in players:
        assert player.acknowledged
        for decision, version in player.acknowledged.items():
            assert stored[player.table, decision] == version


async def _journal(url: str) -> list[Any]:
    engine = make_engines(url).asynchronous
    async with engine.connect() as connection:
        found = (await connection.execute(text("select table_id, number, decision from journal"))).fetchall()
    await engine.dispose()
    return list(found)
