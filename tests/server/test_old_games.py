"""Games that began before the server was changed: they end as they began, or their players are told."""

from __future__ import annotations

import random
import sqlite3
from pathlib import Path

import msgspec
import pytest

from semafor import Game
from semafor.boards import load_board
from semafor.boards.load import earlier_versions
from semafor.errors import SemaforError
from semafor.record import board_to_record
from semafor.server.socket_messages import Refusal
from semafor.server.table import setup as setups
from tests.server.serving import play_to_end, quick_config, running, table_of


def change_setup(folder: Path, old: str, new: str) -> None:
    """Edit the stored setup of all tables."""
    with sqlite3.connect(folder / "semafor.sqlite3") as database:
        database.execute("update tables set setup = replace(setup, ?, ?)", (old, new))
        assert database.execute("select changes()").fetchone() == (1,)
    database.close()


async def test_a_game_ends_on_the_board_it_began_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The built-in board is another one after an update of the server."""
    berlin = load_board("berlin")
    changed = msgspec.structs.replace(berlin, tickets=berlin.tickets[:-1])
    async with running(quick_config(tmp_path)) as server:
        made = await table_of(server, "me", "me", board="berlin", start=True)
        keys = [key.key for key in made.keys]
    setups._board_of.cache_clear()
    monkeypatch.setattr(
        "semafor.record.load_board", lambda name: changed if name == "berlin" else load_board(name)
    )
    async with running(quick_config(tmp_path)) as server, server.sit(made.table.id, keys) as place:
        await play_to_end(place, random.Random(1))
        assert place.ending is not None


@pytest.mark.parametrize("name", ["berlin", "iberia"])
async def test_a_game_begun_on_an_earlier_version_ends_by_it(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Earlier versions of built-in boards come with the package, even if the journal has no copy."""
    (old,) = earlier_versions(name)
    with monkeypatch.context() as before_the_update:
        for module in ("semafor.record", "semafor.server.table.setup"):
            before_the_update.setattr(f"{module}.load_board", lambda _name: old)
        forget_boards()
        async with running(quick_config(tmp_path)) as server:
            made = await table_of(server, "me", "me", board=name, start=True)
            keys = [key.key for key in made.keys]
    forget_boards()
    with sqlite3.connect(tmp_path / "semafor.sqlite3") as database:
        database.execute("delete from boards")
    database.close()
    async with running(quick_config(tmp_path)) as server, server.sit(made.table.id, keys) as place:
        await play_to_end(place, random.Random(1))
        assert place.ending is not None
        record = await server.record(made.table.id)
    again = Game.replay(record)
    assert again.board == old != load_board(name)
    assert again.result() == place.ending.result


def forget_boards() -> None:
    """As a server does when it starts."""
    setups._board_of.cache_clear()
    board_to_record.cache_clear()


async def test_players_are_told_where_the_rules_are_gone(tmp_path: Path) -> None:
    async with running(quick_config(tmp_path)) as server:
        made = await table_of(server, "me", "me", board="berlin", start=True)
    change_setup(tmp_path, '"rules":', '"rules":9')
    async with running(quick_config(tmp_path)) as server:
        with pytest.raises(SemaforError) as caught:
            await server.table(made.table.id)
        assert caught.value.code == "other-version"
        async with server.sit(made.table.id, [key.key for key in made.keys]) as place:
            assert (await place.receive_until(Refusal)).code == "other-version"
