"""Secrets: nothing leaves the socket that its viewer may not know; keys are kept as hashes."""

from __future__ import annotations

import asyncio
import random
import re
import sqlite3
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
import structlog
from serving import lively, quick_config, run, running, table_of
from websockets.asyncio.client import connect

from semafor import Game
from semafor.errors import SemaforError
from semafor.record import Record
from semafor.server.client import Place, Server
from semafor.server.entries import Decided, decode_entry
from semafor.server.messages import OfferedMove, Refusal, Sight, State


class Wire:
    """A socket that keeps every byte it receives."""

    def __init__(self, socket: Any) -> None:
        self._socket = socket
        self.received: list[str] = []
        self.send = socket.send

    async def recv(self) -> Any:
        text = await self._socket.recv()
        self.received.append(text)
        return text


async def play(place: Place, dice: random.Random) -> None:
    while place.ending is None:
        ready = [seat for seat in place.seats if place.moves(seat)]
        if ready:
            await place.decide(ready[0], lively(place, ready[0], dice))
        else:
            assert not isinstance(await place.receive(), Refusal)


@pytest.mark.parametrize("board", ["europe", "iberia", "asia"])
def test_bytes_on_the_wire_hold_only_the_viewers_view(tmp_path: Path, board: str) -> None:
    """Every sight that left the server is what the engine shows that viewer, byte for byte."""
    wires: dict[int | None, Wire] = {}

    async def main() -> Record:
        async with running(quick_config(tmp_path)) as server:
            made = await table_of(server, "me", "me", "me", "me", board=board, start=True)
            places = []
            for key in (*(seat.key for seat in made.keys), None):
                address = server.address.replace("http", "ws") + f"/api/tables/{made.table.id}/live"
                wire = Wire(await connect(address, compression=None, max_size=None))
                place = Place(wire)  # type: ignore[arg-type]
                hello = {"type": "hello", "keys": [key] if key else []}
                await wire.send(msgspec.json.encode(hello).decode())
                await place.receive_until(State)
                wires[place.seats[0] if place.seats else None] = wire
                places.append(place)
            async with asyncio.timeout(80):
                await asyncio.gather(*(play(place, random.Random(7)) for place in places))
            for wire in wires.values():
                await wire._socket.close()
            secrets = [made.invite, *(seat.key for seat in made.keys)]
            for wire in wires.values():
                assert not any(key in text for text in wire.received for key in secrets[1:])
            assert not any(secrets[0] in text for text in wires[None].received)
            return await server.record(made.table.id)

    result: list[Record] = []

    async def keep() -> None:
        result.append(await main())

    run(keep(), 100)
    record = result[0]
    for viewer, wire in wires.items():
        check_sights(record, viewer, wire.received)
        early = [text for text in wire.received if '"ending":null' in text]
        assert not any(record.seed in text for text in early)
        assert any(record.seed in text for text in wire.received)


def check_sights(record: Record, viewer: int | None, texts: list[str]) -> None:
    """Compare every sight with one made from nothing but the engine's view and events."""
    games = {step: Game.replay(record, steps=step) for step in range(0, len(record.moves) + 1, 7)}
    checked = 0
    first = msgspec.json.decode(texts[0])["version"]
    for text in texts:
        message = msgspec.json.decode(text)
        if message["type"] not in ("state", "update") or not message["sights"]:
            continue
        step = message["version"] - first
        if step not in games:
            continue
        game, sight = games[step], message["sights"][0]
        moves = game.moves(viewer) if viewer is not None and viewer in game.pending else []
        expected = Sight(
            seat=viewer,
            view=game.view(viewer),
            moves=tuple(OfferedMove(str(move), move) for move in moves),
            first_event=sight["first_event"],
            events=tuple(game.events(sight["first_event"], viewer)),
        )
        assert len(message["sights"]) == 1
        assert sight == msgspec.json.decode(msgspec.json.encode(expected))
        checked += 1
    assert checked > 5


def test_other_peoples_keys_open_nothing(tmp_path: Path) -> None:
    async def main() -> None:
        async with running(quick_config(tmp_path)) as server:
            mine = await table_of(server, "me", "easy", start=True)
            other = Server(server.address)
            theirs = await table_of(other, "me", "easy", start=True)
            async with server.sit(mine.table.id, other.keys) as place:
                assert (await place.receive_until(Refusal)).code == "wrong-key"
            async with server.sit(mine.table.id, [other.keys[0], server.keys[0]]) as place:
                assert (await place.receive_until(State)).you == (0,)
            with pytest.raises(SemaforError, match="do not sit"):
                await other.leave(mine.table.id)
            assert theirs.table.id != mine.table.id

    run(main())


def test_keys_are_stored_hashed_and_never_logged(tmp_path: Path) -> None:
    with structlog.testing.capture_logs() as logged:

        async def main() -> list[str]:
            async with running(quick_config(tmp_path)) as server:
                made = await table_of(server, "me", "easy", start=True)
                async with server.sit(made.table.id, server.keys) as place:
                    await place.receive_until(State)
                    await place.chat(0, "a very private remark")
                return [*server.keys, "private remark"]

        secrets: list[str] = []

        async def keep() -> None:
            secrets.extend(await main())

        run(keep())
    assert not any(secret in repr(logged) for secret in secrets)
    stored = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert secrets[0].encode() not in stored


def test_a_browser_is_known_by_its_cookie(tmp_path: Path) -> None:
    async def main() -> None:
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

    run(main())


def test_too_many_requests_are_refused(tmp_path: Path) -> None:
    async def main() -> None:
        config = quick_config(tmp_path, posts_per_minute=3.0, gets_per_minute=5.0)
        async with running(config) as server, httpx.AsyncClient(base_url=server.address) as web:
            posts = [(await web.post("/api/tables", json={})).status_code for _ in range(5)]
            assert posts == [400, 400, 400, 429, 429]
            gets = [(await web.get("/api/bots")).status_code for _ in range(7)]
            assert gets == [200] * 5 + [429] * 2
            assert (await web.get("/health")).status_code == 200

    run(main())


def test_every_answer_has_security_headers(tmp_path: Path) -> None:
    async def main() -> None:
        async with (
            running(quick_config(tmp_path)) as server,
            httpx.AsyncClient(base_url=server.address) as web,
        ):
            for path in ("/", "/table/x", "/health", "/api/boards", "/api/nothing", "/api/tables/none"):
                answer = await web.get(path)
                assert "default-src 'self'" in answer.headers["content-security-policy"]
                assert answer.headers["x-content-type-options"] == "nosniff"
                assert "server" not in answer.headers
            assert (await web.get("/assets/..%2f..%2f..%2fpyproject.toml")).status_code == 404
            assert (await web.get("/%2e%2e/%2e%2e/etc/passwd.txt")).status_code == 404

    run(main())


def test_the_journal_keeps_decisions_readable(tmp_path: Path) -> None:
    async def main() -> None:
        async with running(quick_config(tmp_path)) as server:
            made = await table_of(server, "me", "me", start=True)
            async with server.sit(made.table.id, server.keys) as place:
                await place.receive_until(State)
                await place.decide(0, place.moves(0)[0], "d1")

    run(main())
    with sqlite3.connect(tmp_path / "semafor.sqlite3") as database:
        rows = database.execute("select entry from journal order by number").fetchall()
    database.close()
    entry = decode_entry(rows[-1][0])
    assert isinstance(entry, Decided)
    assert entry.id == "0:d1"
