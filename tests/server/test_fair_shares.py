"""One address, or one table, cannot take what others need: work, bytes, lists, connections, open files."""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import msgspec
import pytest
from litestar.testing import TestClient
from websockets.exceptions import ConnectionClosed

from semafor.boards import load_board
from semafor.boards.model import Name
from semafor.boards.write import format_board
from semafor.errors import SemaforError
from semafor.server.app import create_app
from semafor.server.client import RemoteServer, TableSocket
from semafor.server.http.identity import as_counted
from semafor.server.http.live_socket import TOO_MUCH
from semafor.server.rate_limits import Buckets
from semafor.server.services import DRAW_COST
from semafor.server.socket_messages import Refresh, Refusal, State
from semafor.server.workers.board_pages import map_name
from semafor.server.workers.stories import Stories
from semafor.server.workers.worker_pool import MOST_OF_ONE_OWNER, Limits, WorkerPool
from semafor.server.workers.worker_process import WorkerProcess
from tests.server.nursery import Nursery, free_port
from tests.server.serving import play_to_end, quick_config, refused, running, running_app, table_of

FILES = 160


async def refusal_after(place: TableSocket, times: int) -> Refusal:
    """Return the responses to a number of refreshes."""
    for _ in range(times):
        await place.send(Refresh())
    return await place.receive_until(Refusal)


async def test_a_table_has_a_share_and_its_game_goes_on(tmp_path: Path) -> None:
    """Endless refreshing and chatting does not slow down the players of the same table."""
    app = create_app(quick_config(tmp_path))
    async with running_app(app) as server:
        made = await table_of(server, "me", "me", start=True)
        other = await table_of(server, "me", "me", start=True)
        keys = [key.key for key in made.keys]
        async with server.sit(made.table.id) as stranger:
            await stranger.receive_until(State)
            app.state.services.table_work.spend(made.table.id, 1e9)
            assert (await refusal_after(stranger, 1)).code == "too-many"
        async with server.sit(made.table.id, keys) as place:
            with pytest.raises(SemaforError, match="Too many"):
                await place.chat(0, "hello")
            await play_to_end(place, random.Random(1), version=place.version + 10)
        async with server.sit(other.table.id, [key.key for key in other.keys]) as place:
            await place.chat(0, "hello")


async def test_an_address_has_a_share_over_all_its_connections_and_bytes_count(tmp_path: Path) -> None:
    async with running(quick_config(tmp_path, address_work_per_second=0.5)) as server:
        made = await table_of(server, "me", "me", start=True)
        async with server.sit(made.table.id) as first, server.sit(made.table.id) as second:
            assert (await refusal_after(first, 10)).code == "too-many"
            assert (await refusal_after(second, 10)).code == "too-many"


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
    ],
)
def test_a_house_has_one_share(host: str, counted: str) -> None:
    """An IPv6 customer has 2**64 addresses, which count as one."""
    assert as_counted(host) == counted


async def test_the_addresses_of_one_house_are_counted_together(tmp_path: Path) -> None:
    config = quick_config(tmp_path, gets_per_minute=2.0)
    async with running(config) as server, httpx.AsyncClient(base_url=server.address) as web:
        codes = []
        for host in ("2001:db8::1", "2001:db8::2", "2001:db8::3", "2001:db8:0:1::1"):
            answer = await web.get("/api/engine", headers={"X-Forwarded-For": host})
            codes.append(answer.status_code)
        assert codes == [200, 200, 429, 200]


def write_line(order: tuple[str, str]) -> None:
    """Append a line to a file."""
    with Path(order[0]).open("a", encoding="utf-8") as file:
        file.write(f"{order[1]}\n")


async def test_workers_serve_each_owner_in_turn(tmp_path: Path) -> None:
    """An owner with many calls waits for the others, and has a limited number of calls waiting."""
    log, limits, pool = tmp_path / "log", Limits(seconds=0, timeout=120.0), WorkerPool(1)

    async def call(owner: str) -> None:
        await pool.run(write_line, (str(log), owner), limits, owner)

    greedy = [asyncio.create_task(call("greedy")) for _ in range(MOST_OF_ONE_OWNER)]
    await asyncio.sleep(0)
    assert await refused(call("greedy")) == "too-many"
    await call("other")
    await asyncio.gather(*greedy)
    await call("greedy")
    order = log.read_text(encoding="utf-8").split()
    assert order.index("other") <= 2
    assert len(order) == MOST_OF_ONE_OWNER + 2
    await pool.close()


async def test_the_number_of_stories_that_wait_is_limited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The limit applies per owner; another owner's review is accepted."""
    record: Any = SimpleNamespace(moves=())

    async def never(*_: Any) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(WorkerProcess, "start", never)
    stories = Stories(tmp_path)
    for number in range(MOST_OF_ONE_OWNER):
        await stories.story(f"greedy {number}", record, "greedy")
    await asyncio.sleep(0)
    assert await refused(stories.story("greedy too", record, "greedy")) == "too-many"
    await stories.story("other", record, "other")
    await stories.close()


def test_who_brings_a_board_to_a_table_pays_for_its_drawing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only the first viewer pays; the stored drawing is free."""
    spent: list[float] = []
    spend = Buckets.spend

    def note_and_spend(self: Buckets, address: str, cost: float) -> None:
        spent.append(cost)
        spend(self, address, cost)

    monkeypatch.setattr(Buckets, "spend", note_and_spend)
    own = msgspec.structs.replace(load_board("berlin"), board="mine", title=Name("Mine", "Moja"))
    wish = {"board_file": format_board(own), "seats": [{"kind": "me"}, {"kind": "bot"}]}
    with TestClient(create_app(quick_config(tmp_path, cache=tmp_path))) as web:
        assert web.post("/api/tables", json=wish).status_code == 201
        assert spent.count(DRAW_COST) == 1
        (tmp_path / "boards").mkdir()
        (tmp_path / "boards" / f"{map_name(own)}.json").touch()
        assert web.post("/api/tables", json=wish).status_code == 201
        assert spent.count(DRAW_COST) == 1


async def test_one_address_cannot_fill_the_public_list(tmp_path: Path) -> None:
    async with running(quick_config(tmp_path, public_tables_per_day=2.0)) as server:
        for _ in range(2):
            await table_of(server, "me", "open", public=True)
        with pytest.raises(SemaforError) as caught:
            await table_of(server, "me", "open", public=True)
        assert caught.value.code == "too-many"
        await table_of(server, "me", "open")


@pytest.mark.parametrize("crowd", ["server", "table"])
async def test_where_it_is_crowded_those_who_have_a_seat_are_let_in(tmp_path: Path, crowd: str) -> None:
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


async def test_at_the_limit_of_open_files_players_go_on_and_come_back(
    nursery: Nursery, tmp_path: Path
) -> None:
    """A stranger opens more silent connections than the limit of open files."""
    port = free_port()
    child = await nursery.start(port, tmp_path, files=FILES)
    server = RemoteServer(f"http://127.0.0.1:{port}")
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
