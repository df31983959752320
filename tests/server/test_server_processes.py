"""Several servers share one PostgreSQL: same tables, same order, one of them may die."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import asyncpg
import pytest

from semafor import Game
from semafor.server.client import RemoteServer
from semafor.server.storage.message_bus import BusMessage, MessageBus, MessagesLost, SignedOut
from tests.server.serving import PATIENCE, play_to_end, quick_config, running, table_of


async def test_players_of_one_table_sit_at_different_servers(postgres_url: str, tmp_path: Path) -> None:
    config = quick_config(tmp_path, database=postgres_url)
    async with running(config) as one, running(config) as other:
        made = await table_of(one, "me", "open", "easy", board="berlin")
        await other.claim(made.table.id, 1, "Bob", made.invite or "")
        await other.start(made.table.id)
        async with one.sit(made.table.id, one.keys) as ada, other.sit(made.table.id, other.keys) as bob:
            await asyncio.gather(play_to_end(ada, random.Random(1)), play_to_end(bob, random.Random(2)))
            assert ada.ending is not None
            assert ada.ending == bob.ending
            assert ada.version == bob.version
        record = await other.record(made.table.id)
        assert record == await one.record(made.table.id)
        assert Game.replay(record).over


async def test_who_is_online_is_known_everywhere(postgres_url: str, tmp_path: Path) -> None:
    config = quick_config(tmp_path, database=postgres_url)
    async with running(config) as one, running(config) as other:
        made = await table_of(one, "me", "me")
        first, second = [seat.key for seat in made.keys]
        async with one.sit(made.table.id, [first]) as ada:
            await ada.receive()
            async with asyncio.timeout(PATIENCE), other.sit(made.table.id, [second]):
                while not (await online(one, made.table.id) == {0, 1} == await online(other, made.table.id)):
                    await asyncio.sleep(0.05)


async def online(server: RemoteServer, table: str) -> set[int]:
    return {seat.seat for seat in (await server.table(table)).seats if seat.online}


async def test_both_servers_take_decisions_at_once(postgres_url: str, tmp_path: Path) -> None:
    config = quick_config(tmp_path, database=postgres_url)
    async with running(config) as one, running(config) as other:
        made = await table_of(one, "me", "me", "me", "me", start=True)
        keys = [seat.key for seat in made.keys]
        async with one.sit(made.table.id, keys[:2]) as ada, other.sit(made.table.id, keys[2:]) as bob:
            # Everyone keeps tickets at the same time, and all talk while they do.
            talk = [ada.chat(0, "hello"), bob.chat(2, "hello")]
            await asyncio.gather(*talk)
            decisions = await asyncio.gather(
                play_to_end(ada, random.Random(1), 40), play_to_end(bob, random.Random(2), 40)
            )
            assert min(decisions) > 4


async def test_the_message_bus_connects_again_after_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection that fails in the middle of something is replaced, and everything is checked again."""
    connections: list[object] = []

    class Failing:
        def __init__(self) -> None:
            connections.append(self)

        def add_termination_listener(self, _listener: object) -> None:
            pass

        async def add_listener(self, _channel: str, _listener: object) -> None:
            pass

        async def execute(self, *_: object) -> None:
            raise asyncpg.InternalClientError("another operation is in progress")

        def terminate(self) -> None:
            pass

    async def connect(_dsn: str) -> Failing:
        return Failing()

    monkeypatch.setattr(asyncpg, "connect", connect)
    received: asyncio.Queue[BusMessage] = asyncio.Queue()
    bus = MessageBus("postgresql://nobody@127.0.0.1:9/nothing", received.put_nowait)
    await bus.open()
    bus.publish(SignedOut("somebody"))
    assert await asyncio.wait_for(received.get(), 60) == MessagesLost()
    await bus.close()
    assert len(connections) == 2
