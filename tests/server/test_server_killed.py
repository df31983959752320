"""Nothing is lost: servers are killed at random moments under load, and every table goes on."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

from semafor.server.client import RemoteServer
from tests.server.how_long import short_or_long
from tests.server.nursery import Nursery, free_port
from tests.server.serving import table_of
from tests.server.stubborn import Stubborn, check_journal

KILLS = short_or_long(9, 200)
TABLES = short_or_long(4, 20)


async def test_no_acknowledged_decision_is_lost_when_the_server_is_killed(
    nursery: Nursery, tmp_path: Path
) -> None:
    dice = random.Random(11)
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    child = await nursery.start(port, tmp_path)
    players = []
    for number in range(TABLES):
        server = RemoteServer(address)
        made = await table_of(server, "me", "me", "me" if number % 2 else "easy", start=True)
        keys = [seat.key for seat in made.keys]
        players += [Stubborn([address], made.table.id, [key], number, undoes=0.3) for key in keys]
    tasks = [asyncio.create_task(player.play()) for player in players]
    for _ in range(KILLS):
        goal = answered(players) + dice.randrange(1, 12)
        while answered(players) < goal:
            await asyncio.sleep(0.002)
        await asyncio.sleep(dice.uniform(0, 0.03))
        nursery.kill(child)
        child = await nursery.start(port, tmp_path)
        check_journal(tmp_path / "semafor.sqlite3", players)
    before = {player.table: (await RemoteServer(address).table(player.table)).version for player in players}
    async with asyncio.timeout(120):
        while any([await stands_still(address, table, version) for table, version in before.items()]):
            await asyncio.sleep(0.1)
        while not any(player.undone for player in players):
            await asyncio.sleep(0.1)
    for task in tasks:
        task.cancel()
    check_journal(tmp_path / "semafor.sqlite3", players)
    nursery.kill(child)


def answered(players: list[Stubborn]) -> int:
    """How many decisions were acknowledged so far."""
    return sum(len(player.acknowledged) for player in players)


async def stands_still(address: str, table: str, version: int) -> bool:
    card = await RemoteServer(address).table(table)
    return card.status != "over" and card.version <= version


async def test_one_of_two_servers_is_killed_in_mid_game(
    nursery: Nursery, postgres_url: str, tmp_path: Path
) -> None:
    ports = free_port(), free_port()
    addresses = [f"http://127.0.0.1:{port}" for port in ports]
    children = [await nursery.start(port, tmp_path, postgres_url) for port in ports]
    made = await table_of(RemoteServer(addresses[0]), "me", "me", "easy", start=True)
    keys = [seat.key for seat in made.keys]
    players = [
        Stubborn(addresses, made.table.id, [keys[0]], 1),
        Stubborn(addresses[::-1], made.table.id, [keys[1]], 2),
    ]
    tasks = [asyncio.create_task(player.play()) for player in players]
    other = RemoteServer(addresses[1])
    while (await other.table(made.table.id)).version < 25:
        await asyncio.sleep(0.05)
    nursery.kill(children[0])
    await asyncio.gather(*tasks)
    record = await other.record(made.table.id)
    for player in players:
        assert player.acknowledged
    assert len(record.moves) + 3 == (await other.table(made.table.id)).version
    nursery.kill(children[1])
