"""Coming to a table: it counts as work, nothing is missed meanwhile, and who has a seat comes back to it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from semafor.server.app import create_app
from semafor.server.client import RemoteServer
from semafor.server.config import Config
from semafor.server.http.live_socket import TOO_MUCH, WRONG_KEY
from semafor.server.http.table_session import HANDSHAKE_COST
from semafor.server.services import Services
from semafor.server.socket_messages import Hello, Refresh, State
from semafor.server.table import journal as en
from semafor.server.table import table_actions as actions
from semafor.server.table.table import Table
from tests.server.serving import quick_config, running, running_app, table_of


async def turned_away(server: RemoteServer, table: str, keys: Sequence[str] = ()) -> int:
    """Return the close code of a refused WebSocket."""
    with pytest.raises(ConnectionClosed) as caught:
        async with server.sit(table, keys) as place:
            await place.receive_until(State)
    assert caught.value.rcvd is not None
    return caught.value.rcvd.code


@pytest.mark.parametrize("left", [HANDSHAKE_COST - 1.0, HANDSHAKE_COST + 1.0])
async def test_to_come_counts_as_work_of_the_address(left: float, tmp_path: Path) -> None:
    """The allowance is too small for the handshake or for `hello`."""
    async with running(quick_config(tmp_path, address_work_per_second=left / 60)) as server:
        made = await table_of(server, "me", "me", start=True)
        assert await turned_away(server, made.table.id, [key.key for key in made.keys]) == TOO_MUCH


async def test_a_person_whose_line_is_cut_again_and_again_comes_back(tmp_path: Path) -> None:
    usual = Config()
    shares = {
        "address_work_per_second": usual.address_work_per_second,
        "table_work_per_second": usual.table_work_per_second,
    }
    async with running(quick_config(tmp_path, **shares)) as server:
        made = await table_of(server, "me", "me", start=True)
        for _ in range(100):
            async with server.sit(made.table.id, [key.key for key in made.keys]) as place:
                assert (await place.receive_until(State)).you == (0, 1)


async def test_who_has_a_seat_comes_back_though_others_use_up_the_table(tmp_path: Path) -> None:
    app = create_app(quick_config(tmp_path))
    async with running_app(app) as server:
        made = await table_of(server, "me", "me", start=True)
        app.state.services.table_work.spend(made.table.id, 1e9)
        assert await turned_away(server, made.table.id) == TOO_MUCH
        async with server.sit(made.table.id, [key.key for key in made.keys]) as place:
            await place.receive_until(State)
            await place.send(Hello(tuple(key.key for key in made.keys)))
            assert (await place.receive_until(State)).you == (0, 1)


async def test_who_says_hello_without_end_is_cut_off(tmp_path: Path) -> None:
    """`hello` costs as much work as a refresh and is charged the same."""
    async with running(quick_config(tmp_path, messages_per_second=0.6)) as server:
        made = await table_of(server, "me", "me", start=True)
        assert await turned_away_after(server, made.table.id, Hello()) == TOO_MUCH
        assert await turned_away_after(server, made.table.id, Refresh()) == TOO_MUCH


async def turned_away_after(server: RemoteServer, table: str, message: Any) -> int:
    """Return the close code after too many messages."""
    async with server.sit(table) as place:
        await place.receive_until(State)
        await place.send(message)
        with pytest.raises(ConnectionClosed) as caught:
            await place.receive_until(State)
    assert caught.value.rcvd is not None
    return caught.value.rcvd.code


def change_during_the_first_look(
    services: Services, entry: en.Entry, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A change by another process while a table is being loaded is not missed."""
    looked: list[int] = []

    async def look(table: Table) -> None:
        looked.append(table.version)
        if len(looked) == 1:
            await services.tables.change(services.tables.lives[table.id], lambda _: entry)

    monkeypatch.setattr(services.tables, "look", look)


async def test_what_happens_while_somebody_comes_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = create_app(quick_config(tmp_path))
    async with running_app(app) as server:
        made = await table_of(server, "me", "me", start=True)
        line = en.Said("0:line", 0, "meanwhile")
        change_during_the_first_look(app.state.services, line, monkeypatch)
        async with server.sit(made.table.id) as watcher:
            told = await watcher.receive_until(State)
            assert [one.text for one in told.chat] == ["meanwhile"]
            assert told.version == made.table.version + 1


async def test_who_loses_the_seat_while_coming_has_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = create_app(quick_config(tmp_path))
    async with running_app(app) as server:
        made = await table_of(server, "me", "me", start=True)
        rekeyed = en.Rekeyed(0, "another")
        change_during_the_first_look(app.state.services, rekeyed, monkeypatch)
        assert await turned_away(server, made.table.id, [made.keys[0].key]) == WRONG_KEY


async def test_nobody_is_set_back_by_refreshing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = create_app(quick_config(tmp_path))
    async with running_app(app) as server:
        made = await table_of(server, "me", "me", start=True)
        async with server.sit(made.table.id) as watcher:
            await watcher.receive_until(State)
            line = actions.say(app.state.services.tables.lives[made.table.id].table, 0, "now", "0:line")
            change_during_the_first_look(app.state.services, line, monkeypatch)
            await watcher.send(Refresh())
            assert (await watcher.receive_until(State)).version == made.table.version + 1
