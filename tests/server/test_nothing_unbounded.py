"""No stranger can stop the server, fill its memory or keep others waiting."""

from __future__ import annotations

import asyncio
import random
import socket
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from litestar.testing import TestClient

from semafor.boards import load_board
from semafor.boards.load import check_board
from semafor.boards.model import Board
from semafor.boards.write import format_board
from semafor.errors import SemaforError
from semafor.server import clock
from semafor.server.app import create_app
from semafor.server.client import RemoteServer
from semafor.server.http import connection_guard, table_session
from semafor.server.messages import Health, TableCard, Tables
from semafor.server.monitoring import set_up_logs
from semafor.server.rate_limits import Bucket
from semafor.server.server_errors import NotStored
from semafor.server.services import READ_COST
from semafor.server.socket_messages import ChatLine, Ping, Pong, Presence, Refresh, State
from semafor.server.table.text import clean_name
from semafor.server.workers.board_jobs import read_board
from semafor.server.workers.board_pages import Pages
from semafor.server.workers.own_boards import OwnBoards
from semafor.server.workers.worker_pool import FairTurns, Limits, ProcessLost, WorkerPool
from tests.server.serving import (
    PATIENCE,
    failures,
    metric,
    play_to_end,
    quick_config,
    refused,
    running,
    running_app,
    table_of,
)


def host_and_port(server: RemoteServer) -> tuple[str, int]:
    host, _, port = server.address.removeprefix("http://").partition(":")
    return host, int(port)


# ---- own boards ------------------------------------------------------------------------------------


def test_a_tangled_board_is_refused() -> None:
    """A complete graph, in which the longest route is too hard to find (it was an OverflowError)."""
    europe = load_board("europe")
    ids = [place.id for place in europe.places[:14]]
    one = europe.routes[0]
    knot = [msgspec.structs.replace(one, a=a, b=b) for n, a in enumerate(ids) for b in ids[n + 1 :]]
    faults = check_board(msgspec.structs.replace(europe, routes=tuple(knot)))
    assert "tangled" in {fault.code for fault in faults}


def spin(_: None) -> None:
    """Never end."""
    while True:
        pass


def test_faults_stop_at_two_hundred() -> None:
    """A file of thousands of empty places is refused soon."""
    begin = time.process_time()
    found = read_board("[[places]]\n" * 20_000)
    assert len(found.faults) <= 400  # of form, then of meaning
    assert time.process_time() - begin < 5.0


async def test_a_board_file_is_read_in_a_process_with_limits_and_its_faults_are_remembered() -> None:
    pool = WorkerPool(1)
    boards = OwnBoards(pool)
    berlin = load_board("berlin")
    assert await boards.read(format_board(berlin)) == berlin
    for _ in range(2):
        with pytest.raises(SemaforError) as caught:
            await boards.read("board = 1")
        assert caught.value.code == "bad-board"
    taken: list[float] = []
    same = [boards.read("board = 2", "", taken.append) for _ in range(10)]
    await asyncio.gather(*same, return_exceptions=True)
    assert len(taken) == 1, "ten who send the same file at once make the work of one"
    assert taken[0] > 0
    with pytest.raises(ProcessLost):
        await pool.run(spin, None, Limits(seconds=1, timeout=120.0))
    assert await boards.read(format_board(berlin)) == berlin
    await pool.close()


def test_own_boards_of_an_address_have_a_share(tmp_path: Path) -> None:
    """A new file is refused once the budget is used up; a file that is known costs nothing."""
    app = create_app(quick_config(tmp_path, own_board_seconds_per_minute=READ_COST))
    with TestClient(app) as web:

        def post(number: int) -> int:
            return web.post("/api/boards", json={"board_file": f"board = {number}"}).status_code

        assert post(1) == 400
        app.state.services.own_board_work.spend("testclient", 1000.0)
        assert [post(1), post(2)] == [400, 429]
        assert web.get("/api/boards").status_code == 200


async def test_a_map_that_could_not_be_drawn_is_not_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[str] = []

    async def too_long(_pages: Pages, board: Board, _who: str) -> bytes:
        tried.append(board.board)
        raise ProcessLost

    monkeypatch.setattr(Pages, "_draw", too_long)
    pages, board = Pages(tmp_path), load_board("berlin")
    assert await pages._geometry("name", board, "") == b""
    assert await pages._geometry("name", board, "") == b""
    assert tried == ["berlin"]


# ---- slow and many connections ---------------------------------------------------------------------


async def test_a_client_that_does_not_read_is_cut_off_by_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_session, "LARGEST_QUEUE", 60_000)
    async with running(quick_config(tmp_path)) as server:
        made = await table_of(server, "me", "me", start=True)
        keys = [key.key for key in made.keys]
        async with server.sit(made.table.id, keys) as place:
            await place.receive_until(State)
            place.socket.transport.pause_reading()
            little = place.socket.transport.get_extra_info("socket")
            little.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            for _ in range(500):
                await place.send(Refresh())
            async with asyncio.timeout(PATIENCE):
                while await metric(server, "semafor_connections"):
                    await asyncio.sleep(0.1)
            place.socket.transport.abort()  # otherwise it waits for a Close that it does not read


async def test_presence_is_told_on_change_and_once(tmp_path: Path) -> None:
    """Spectators who come and go cause no broadcasts."""
    async with running(quick_config(tmp_path)) as server:
        made = await table_of(server, "me", "open")
        async with server.sit(made.table.id, server.keys) as place:
            assert (await place.receive_until(Presence)).online == (0,)
            for _ in range(20):
                async with server.sit(made.table.id) as watching:
                    await watching.receive_until(State)
            with pytest.raises(TimeoutError):
                await place.receive_until(Presence, 1.0)


async def test_whoever_sends_much_at_once_waits_for_a_turn_after_each_message(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    order: list[str] = []
    answer = table_session.TableSession._answer

    async def note_and_answer(self: table_session.TableSession, data: str | bytes) -> None:
        order.append("first" if 0 in self.seats else "second")
        await answer(self, data)

    async with running(quick_config(tmp_path)) as server:
        made = await table_of(server, "me", "me", start=True)
        one, two = ([key.key] for key in made.keys)
        async with server.sit(made.table.id, one) as first, server.sit(made.table.id, two) as second:
            for place in (first, second):
                await place.receive_until(State)
            monkeypatch.setattr(table_session.TableSession, "_answer", note_and_answer)
            for place in (first, second):
                for number in range(50):
                    await place.send(Ping(number))
            for place in (first, second):
                while (await place.receive_until(Pong)).n < 49:
                    pass
    turns = [who for who, before in zip(order, ["", *order], strict=False) if who != before]
    assert len(turns) > 10


async def test_spectators_who_are_behind_cost_numbers_not_tables(tmp_path: Path) -> None:
    app = create_app(quick_config(tmp_path))
    async with running_app(app) as server:
        made = await table_of(server, "me", "me", start=True, spectator_delay=3600)
        async with server.sit(made.table.id, [key.key for key in made.keys]) as place:
            for number in range(50):
                await place.chat(0, f"line {number}")
        live = app.state.services.tables.lives[made.table.id]
        assert len(live.delayed_versions) == 51
        assert all(isinstance(version, int) for _, version in live.delayed_versions)
        assert live.delayed is not None
        assert live.delayed.version < live.table.version


async def test_spectators_who_are_behind_see_each_line_later(tmp_path: Path) -> None:
    async with running(quick_config(tmp_path)) as server:
        made = await table_of(server, "me", "me", start=True, spectator_delay=1)
        async with server.sit(made.table.id) as watching:
            await watching.receive_until(State)
            start = time.monotonic()
            async with server.sit(made.table.id, [key.key for key in made.keys]) as place:
                await place.chat(0, "hello")
            said: list[ChatLine] = []
            while not said:
                message: Any = await watching.receive()
                said += getattr(message, "chat", ())
            assert said[0].text == "hello"
            assert time.monotonic() > start + 1, "a delay of one second"


async def test_the_version_of_a_running_game_is_hidden_from_those_who_are_behind(tmp_path: Path) -> None:
    async with running(quick_config(tmp_path)) as server:
        made = await table_of(server, "me", "me", start=True, spectator_delay=600, public=True)
        stranger = RemoteServer(server.address)
        card = await stranger.table(made.table.id)
        listed = (await stranger.ask("/api/tables", Tables)).tables[0]
        for seen in (card, listed):
            assert (seen.version, seen.updated) == (0, seen.created)
            assert not any(seat.pending or seat.since for seat in seen.seats)
        assert (await server.ask(f"/api/tables/{made.table.id}", TableCard)).version > 0


async def test_half_requests_time_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_guard, "REQUEST_SECONDS", 0.5)
    async with running(quick_config(tmp_path)) as server:
        for half in (
            b"",
            b"GET /health HTT",
            b"\r\n",
            b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{",
        ):
            reader, writer = await asyncio.open_connection(*host_and_port(server))
            writer.write(half)
            async with asyncio.timeout(PATIENCE):
                with suppress(ConnectionError):
                    assert await reader.read() == b""
            writer.close()
        async with httpx.AsyncClient(base_url=server.address) as web:
            end = time.monotonic() + 3 * connection_guard.REQUEST_SECONDS
            while time.monotonic() < end:  # each request on a kept-alive connection gets a new deadline
                assert (await web.get("/health")).status_code == 200


async def test_an_upload_that_is_broken_off_is_no_failure(tmp_path: Path) -> None:
    async with running(quick_config(tmp_path)) as server:
        before = failures()
        with socket.create_connection(host_and_port(server)) as raw:
            head = b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 900\r\n"
            raw.sendall(head + b"Content-Type: application/json\r\n\r\n{")
        await asyncio.sleep(0.5)
        assert failures() == before


# ---- shares ----------------------------------------------------------------------------------------


async def test_everybody_gets_a_turn_with_the_bots() -> None:
    turns: FairTurns[str] = FairTurns()
    turns.put("process")
    order: list[str] = []

    async def think(owner: str) -> None:
        process = await turns.get(owner)
        order.append(owner)
        await asyncio.sleep(0)
        turns.put(process)

    greedy = [asyncio.create_task(think("greedy")) for _ in range(50)]
    await asyncio.sleep(0)
    await asyncio.create_task(think("other"))
    assert order.index("other") <= 4
    greedy[-1].cancel()
    await asyncio.gather(*greedy, return_exceptions=True)
    assert await turns.get("anyone") == "process"


def test_work_is_counted_not_only_requests() -> None:
    bucket = Bucket(rate=0.001, full=10)
    assert bucket.take(8)
    assert not bucket.take(5)
    assert bucket.take(1)


async def test_one_address_has_its_share_of_tables(tmp_path: Path) -> None:
    config = quick_config(tmp_path, tables_per_minute=3.0, public_tables_per_minute=1.0)
    async with running(config) as server:
        await table_of(server, "me", "open", public=True)
        assert await refused(table_of(server, "me", "open", public=True)) == "too-many"
        await table_of(server, "me", "open")
        assert await refused(table_of(server, "me", "open")) == "too-many"


# ---- clock, health, input --------------------------------------------------------------------------


def test_a_clock_that_is_set_back_does_not_stop_time(monkeypatch: pytest.MonkeyPatch) -> None:
    before = clock.now()
    monkeypatch.setattr(time, "time", lambda: before - 3600)
    after = clock.now()
    assert before <= after < before + 60
    clock.seen(before + 30)
    assert clock.now() >= before + 30


async def test_bots_go_on_when_the_clock_is_set_back_and_think_for_an_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    owners: set[Any] = set()
    get = FairTurns.get

    async def note_and_get(self: FairTurns[Any], owner: Any) -> Any:
        owners.add(owner)
        return await get(self, owner)

    monkeypatch.setattr(FairTurns, "get", note_and_get)
    async with running(quick_config(tmp_path)) as server:
        made = await table_of(server, "me", "easy", board="berlin", start=True)
        real = time.time
        monkeypatch.setattr(time, "time", lambda: real() - 3600)
        async with server.sit(made.table.id, server.keys) as place:
            await play_to_end(place, random.Random(1), version=12)
    assert len(owners) == 1


def test_health_tries_a_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = create_app(quick_config(tmp_path))
    with TestClient(app) as web:
        assert web.get("/health").json()["status"] == "ok"
        services = app.state.services

        async def full(_at: float) -> None:
            raise NotStored

        monkeypatch.setattr(services.store, "pulse", full)
        services._pulse = -100.0
        answer = web.get("/health")
        assert (answer.status_code, answer.json()["status"]) == (503, "not-stored")


async def test_a_hole_in_a_journal_is_seen(tmp_path: Path) -> None:
    config = quick_config(tmp_path)
    async with running(config) as server:
        made = await table_of(server, "me", "me", start=True)
    import sqlite3

    with sqlite3.connect(tmp_path / "semafor.sqlite3") as database:
        database.execute("delete from journal where number = 2")
    database.close()
    async with running(config) as server:
        with pytest.raises(SemaforError) as caught:
            await server.table(made.table.id)
        assert caught.value.code == "damaged"
        health = await server.ask("/health", Health)
        assert (health.status, health.damaged) == ("damaged", 1)
        assert await metric(server, "semafor_damaged_tables") == 1


def test_strange_input_is_refused_as_such(tmp_path: Path) -> None:
    with TestClient(create_app(quick_config(tmp_path))) as web:
        for depth in (500, 100_000):
            deep = '{"seats":[],"options":{"x":' + "[" * depth + "]" * depth + "}}"
            answer = web.post("/api/tables", content=deep, headers={"Content-Type": "application/json"})
            assert answer.status_code == 400, depth
        for bad in ("%00", "a%00b", "x" * 100, "..%2f"):
            assert web.get(f"/api/tables/{bad}").status_code == 404
        assert web.get("/api/boards", headers={"Host": "evil.example"}).status_code == 403
        assert web.get("/api/boards", headers={"Host": "192.168.1.7:8000"}).status_code == 200
        assert web.get("/api/boards", headers={"Host": "[::1]:8000"}).status_code == 200
    with TestClient(create_app(quick_config(tmp_path, hosts=("games.example",)))) as web:
        assert web.get("/api/boards", headers={"Host": "games.example"}).status_code == 200
    with TestClient(create_app(quick_config(tmp_path, origins=("https://friend.example",)))) as web:
        for origin, status in (("https://friend.example", 400), ("https://evil.example", 403)):
            assert web.post("/api/tables", json=[], headers={"Origin": origin}).status_code == status


@pytest.mark.parametrize("name", ["\u3164", "\u2800\u2800", "\u200d", "\u0301", "\ufe0f", "\u115f \u1160"])
def test_names_that_nobody_sees_are_none(name: str) -> None:
    with pytest.raises(SemaforError) as caught:
        clean_name(name)
    assert caught.value.code == "no-name"
    assert clean_name(f"A{name}") == clean_name(f"A{name}").strip() != ""


def test_logs_hold_no_ids_of_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    async def fail(*_: Any, **__: Any) -> None:
        raise RuntimeError("broken")

    set_up_logs(json=True)
    app = create_app(quick_config(tmp_path))
    with TestClient(app) as web:
        monkeypatch.setattr(app.state.services.tables, "find", fail)
        assert web.get("/api/tables/secretsecretsecr").status_code == 500
    said = capfd.readouterr()
    assert "secretsecretsecr" not in said.out + said.err
