"""Tables whose games never began are deleted after a time; games are kept."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from semafor.errors import SemaforError
from semafor.server.client import RemoteServer
from semafor.server.messages import DAY
from semafor.server.socket_messages import State
from tests.server.serving import quick_config, running, table_of


class Clock:
    """The time of day, which a test can set forward."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._now, self._later = time.time, 0.0
        monkeypatch.setattr(time, "time", self.now)

    def now(self) -> float:
        return self._now() + self._later

    def go_on(self, days: float) -> None:
        self._later += days * DAY


async def is_gone(server: RemoteServer, table: str) -> bool:
    """Return whether the server has forgotten a table."""
    try:
        await server.table(table)
    except SemaforError as error:
        if error.code != "no-such-table":
            raise
        return True
    return False


async def wait_until_gone(server: RemoteServer, table: str) -> None:
    while not await is_gone(server, table):
        await asyncio.sleep(0.05)


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
async def test_only_tables_that_never_began_are_deleted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest, database: str
) -> None:
    url = request.getfixturevalue("postgres_url") if database == "postgresql" else None
    clock, config = Clock(monkeypatch), quick_config(tmp_path, database=url)
    days = config.unstarted_days
    async with running(config) as server:
        unstarted = await table_of(server, "me", "open", public=True)
        playing = await table_of(server, "me", "me", start=True)
        clock.go_on(days - 1)
        guest, lively = RemoteServer(server.address), await table_of(server, "me", "open")
        joined = await table_of(server, "me", "open", "open")
        clock.go_on(0.5)
        await guest.claim(joined.table.id, 1, "Bob")
        assert not await is_gone(server, unstarted.table.id)
        async with server.sit(unstarted.table.id, server.keys[:1]) as place:
            await place.receive_until(State)
            clock.go_on(1)
            await wait_until_gone(server, unstarted.table.id)
            while place.socket.close_code is None:
                await asyncio.sleep(0.02)
            assert place.socket.close_code == 4004
        assert not await is_gone(server, lively.table.id)
        clock.go_on(days - 1.3)
        await wait_until_gone(server, lively.table.id)
        mine = {one.table.id for one in (await server.my_tables()).tables}
        assert mine == {playing.table.id, joined.table.id}
        clock.go_on(10 * days)
        await wait_until_gone(server, joined.table.id)
        assert (await server.table(playing.table.id)).status == "playing"


async def test_running_and_finished_games_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    async with running(quick_config(tmp_path)) as server:
        made = await table_of(server, "easy", "easy", board="berlin", start=True)
        while (await server.table(made.table.id)).status != "over":
            await asyncio.sleep(0.05)
        unstarted = await table_of(server, "me", "open")
        clock.go_on(3650)
        await wait_until_gone(server, unstarted.table.id)
        assert (await server.record(made.table.id)).moves
