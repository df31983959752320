"""One address, or one table, cannot take what others need: work, bytes, lists, connections, open files."""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress
from pathlib import Path

import pytest
from nursery import Nursery, free_port
from serving import play_to_end, quick_config, run, running, running_app, table_of
from websockets.exceptions import ConnectionClosed

from semafor.errors import SemaforError
from semafor.server.app import create_app
from semafor.server.client import Place, Server
from semafor.server.http.websocket import TOO_MUCH
from semafor.server.socket_messages import Refresh, Refusal, State

FILES = 160


async def refusal_after(place: Place, times: int) -> Refusal:
    """What somebody is told who refreshes so often."""
    for _ in range(times):
        await place.send(Refresh())
    return await place.receive_until(Refusal)


def test_a_table_has_a_share_and_its_game_goes_on(tmp_path: Path) -> None:
    """Whoever refreshes and chats without end: the players of the same table decide as before."""

    async def main() -> None:
        app = create_app(quick_config(tmp_path))
        async with running_app(app) as server:
            made = await table_of(server, "me", "me", start=True)
            other = await table_of(server, "me", "me", start=True)
            keys = [key.key for key in made.keys]
            app.state.services.table_work.spend(made.table.id, 1e9)
            async with server.sit(made.table.id) as stranger:
                assert (await refusal_after(stranger, 1)).code == "too-many"
            async with server.sit(made.table.id, keys) as place:
                with pytest.raises(SemaforError, match="Too many"):
                    await place.chat(0, "hello")
                await play_to_end(place, random.Random(1), version=place.version + 10)
            async with server.sit(other.table.id, [key.key for key in other.keys]) as place:
                await place.chat(0, "hello")

    run(main())


def test_an_address_has_a_share_over_all_its_connections_and_bytes_count(tmp_path: Path) -> None:
    async def main() -> None:
        async with running(quick_config(tmp_path, address_work_per_second=0.5)) as server:
            made = await table_of(server, "me", "me", start=True)
            async with server.sit(made.table.id) as first, server.sit(made.table.id) as second:
                assert (await refusal_after(first, 10)).code == "too-many"
                assert (await refusal_after(second, 10)).code == "too-many"

    run(main())


def test_one_address_cannot_fill_the_public_list(tmp_path: Path) -> None:
    async def main() -> None:
        async with running(quick_config(tmp_path, public_tables_per_day=2.0)) as server:
            for _ in range(2):
                await table_of(server, "me", "open", public=True)
            with pytest.raises(SemaforError) as caught:
                await table_of(server, "me", "open", public=True)
            assert caught.value.code == "too-many"
            await table_of(server, "me", "open")

    run(main())


@pytest.mark.parametrize("crowd", ["server", "table"])
def test_where_it_is_crowded_those_who_have_a_seat_are_let_in(tmp_path: Path, crowd: str) -> None:
    async def main() -> None:
        app = create_app(quick_config(tmp_path, connections_per_table=0 if crowd == "table" else 100))
        async with running_app(app) as server:
            if crowd == "server":
                app.state.services.most_connections = 1
            made = await table_of(server, "me", "me", start=True)
            async with server.sit(made.table.id, [key.key for key in made.keys]) as place:
                assert (await place.receive_until(State)).sights
                with pytest.raises(ConnectionClosed) as caught:
                    async with server.sit(made.table.id) as stranger:
                        await stranger.receive_until(State)
                assert caught.value.rcvd is not None
                assert caught.value.rcvd.code == TOO_MUCH

    run(main())


def test_at_the_limit_of_open_files_players_go_on_and_come_back(nursery: Nursery, tmp_path: Path) -> None:
    """A stranger opens more connections than there may be files, and says nothing on them."""

    async def main() -> None:
        port = free_port()
        child = await nursery.start(port, tmp_path, files=FILES)
        server = Server(f"http://127.0.0.1:{port}")
        made = await table_of(server, "me", "me", start=True)
        keys = [key.key for key in made.keys]
        async with server.sit(made.table.id, keys) as place:
            await place.receive_until(State)
            silent = [await asyncio.open_connection("127.0.0.1", port) for _ in range(2 * FILES)]
            await play_to_end(place, random.Random(3), version=place.version + 20)
            async with server.sit(made.table.id, keys) as again:
                assert (await again.receive_until(State)).version == place.version
        for _, writer in silent:
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()
        await server.ask("/health", dict)
        nursery.kill(child)

    run(main())
