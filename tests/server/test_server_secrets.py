"""Secrets: keys are kept as hashes and open only their own seats; strangers get nowhere."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path

import httpx
import msgspec
import pytest
import structlog
from websockets.asyncio.client import connect

from semafor.errors import SemaforError
from semafor.server.client import RemoteServer
from semafor.server.socket_messages import Refusal, State
from semafor.server.table.journal import Decided, decode_entry
from tests.server.serving import quick_config, running, table_of


async def test_other_peoples_keys_open_nothing(tmp_path: Path) -> None:
    async with running(quick_config(tmp_path)) as server:
        mine = await table_of(server, "me", "easy", start=True)
        other = RemoteServer(server.address)
        theirs = await table_of(other, "me", "easy", start=True)
        async with server.sit(mine.table.id, other.keys) as place:
            assert (await place.receive_until(Refusal)).code == "wrong-key"
        async with server.sit(mine.table.id, [other.keys[0], server.keys[0]]) as place:
            assert (await place.receive_until(State)).you == (0,)
        with pytest.raises(SemaforError, match="do not sit"):
            await other.leave(mine.table.id)
        assert theirs.table.id != mine.table.id


async def test_keys_are_stored_hashed_and_never_logged(tmp_path: Path) -> None:
    with structlog.testing.capture_logs() as logged:
        async with running(quick_config(tmp_path)) as server:
            made = await table_of(server, "me", "easy", start=True)
            async with server.sit(made.table.id, server.keys) as place:
                await place.receive_until(State)
                await place.chat(0, "a very private remark")
    secrets = [*server.keys, "private remark"]
    assert not any(secret in repr(logged) for secret in secrets)
    stored = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert secrets[0].encode() not in stored


async def test_a_browser_is_known_by_its_cookie(tmp_path: Path) -> None:
    config = quick_config(tmp_path)
    async with running(config) as server, httpx.AsyncClient(base_url=server.address) as browser:
        made = await browser.post(
            "/api/tables", json={"seats": [{"kind": "me", "name": "Ada"}, {"kind": "bot"}]}
        )
        assert made.status_code == 201
        cookie = made.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert re.search("samesite=lax", cookie, re.IGNORECASE)
        table = made.json()["table"]["id"]
        assert (await browser.get("/api/my")).json()["tables"][0]["seats"] == [0]
        evil = {"origin": "https://evil.example"}
        refused = await browser.post(f"/api/tables/{table}/start", json={}, headers=evil)
        assert refused.status_code == 403
        address = server.address.replace("http", "ws") + f"/api/tables/{table}/live"
        cookies = {"Cookie": f"semafor={browser.cookies['semafor']}"}
        async with connect(address, additional_headers=cookies) as socket:
            await socket.send('{"type": "hello"}')
            assert msgspec.json.decode(await socket.recv())["you"] == [0]


async def test_too_many_requests_are_refused(tmp_path: Path) -> None:
    config = quick_config(tmp_path, posts_per_minute=3.0, gets_per_minute=5.0)
    async with running(config) as server, httpx.AsyncClient(base_url=server.address) as web:
        posts = [(await web.post("/api/tables", json={})).status_code for _ in range(5)]
        assert posts == [400, 400, 400, 429, 429]
        gets = [(await web.get("/api/bots")).status_code for _ in range(7)]
        assert gets == [200] * 5 + [429] * 2
        assert (await web.get("/health")).status_code == 200


async def test_every_answer_has_security_headers(tmp_path: Path) -> None:
    async with (
        running(quick_config(tmp_path)) as server,
        httpx.AsyncClient(base_url=server.address) as web,
    ):
        for path in ("/", "/table/x", "/health", "/api/boards", "/api/nothing", "/api/tables/none"):
            answer = await web.get(path)
            policy = answer.headers["content-security-policy"]
            assert "default-src 'self'" in policy
            assert "unsafe" not in policy
            assert answer.headers["x-content-type-options"] == "nosniff"
            assert "server" not in answer.headers
        assert (await web.get("/assets/..%2f..%2f..%2fpyproject.toml")).status_code == 404
        assert (await web.get("/%2e%2e/%2e%2e/etc/passwd.txt")).status_code == 404


async def test_the_journal_keeps_decisions_readable(tmp_path: Path) -> None:
    async with running(quick_config(tmp_path)) as server:
        made = await table_of(server, "me", "me", start=True)
        async with server.sit(made.table.id, server.keys) as place:
            await place.receive_until(State)
            await place.decide(0, place.moves(0)[0], "d1")
    with sqlite3.connect(tmp_path / "semafor.sqlite3") as database:
        rows = database.execute("select entry from journal order by number").fetchall()
    database.close()
    entry = decode_entry(rows[-1][0])
    assert isinstance(entry, Decided)
    assert entry.id == "0:d1"
