"""A name for life: the same person on every device, known by hashes only."""

from __future__ import annotations

import json
import sqlite3
import time
from contextlib import AsyncExitStack, closing
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect

from semafor.server import clock
from semafor.server.app import create_app
from semafor.server.club.accounts import LENGTH, new_phrase, plain, slow_hash, words_of
from semafor.server.live.live_table import LiveTable
from semafor.server.server_errors import NotStored
from semafor.server.storage.store import LISTED
from tests.server.browsers import QUICK_CLUB, Browser, Club, running_club
from tests.server.serving import quick_config, running_app


async def seats_at(browser: Browser, table: str, keys: list[str] | None = None) -> list[int] | None:
    """Return the seats of a browser at a table, or None if its WebSocket is refused."""
    address = browser.server.address.replace("http", "ws") + f"/api/tables/{table}/live"
    async with connect(address, additional_headers={"Cookie": f"semafor={browser.cookie}"}) as socket:
        await socket.send(json.dumps({"type": "hello", "keys": keys or []}))
        said = json.loads(await socket.recv())
        return list(said["you"]) if said["type"] == "state" else None


async def two_devices(club: Club) -> tuple[Browser, Browser]:
    """Two devices of the same account."""
    lost, desk = await club.browser(), await club.browser()
    await desk.post("/api/me/join", {"phrase": await lost.become("Ada")})
    return lost, desk


@pytest.mark.parametrize("language", ["en", "pl"])
def test_a_passphrase_has_sixty_four_bits_and_is_read_as_it_is_spelt(language: Any) -> None:
    assert len(set(words_of(language))) == 256
    assert all(word == plain(word) for word in words_of(language))
    phrase = new_phrase(language)
    assert len(phrase.split()) == LENGTH == 8
    assert slow_hash(phrase, "s") == slow_hash(f"  {phrase.upper().replace(' ', ' - ')}. ", "s")
    assert slow_hash(phrase, "s") != slow_hash(phrase, "t")
    assert plain("Żółta  Łódź!") == "zolta lodz"


async def test_two_devices_of_one_person_have_the_same_tables(tmp_path: Path) -> None:
    async with running_club(tmp_path) as club:
        phone, desk, friend = await club.browser(), await club.browser(), await club.browser()
        before = (await phone.table("me", "easy", start=True))["table"]["id"]
        elsewhere = (await desk.table("me", "friend"))["table"]["id"]
        assert (await phone.get("/api/me"))["name"] is None
        phrase = await phone.become("Ada")
        assert await phone.refused("/api/me", {"name": "Eve"}) == "somebody-already"
        assert await friend.refused("/api/me", {"name": " ada "}) == "name-taken"
        assert await desk.refused("/api/me/join", {"phrase": "open sesame"}) == "wrong-phrase"
        assert (await desk.post("/api/me/join", {"phrase": phrase.upper(), "device": "Desk"}))[
            "name"
        ] == "Ada"
        for device in (phone, desk):
            assert set(await device.tables()) == {before, elsewhere}
            assert await seats_at(device, before) == [0]
        assert await friend.tables() == []
        assert await seats_at(await club.stranger(), before) == []


async def test_a_code_joins_one_device_once_and_soon(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with running_club(tmp_path) as club:
        phone, desk, thief = await club.browser(), await club.browser(), await club.browser()
        await phone.become("Ada")
        code = (await phone.post("/api/me/code"))["code"]
        assert (await desk.post("/api/me/join", {"code": code}))["name"] == "Ada"
        assert await thief.refused("/api/me/join", {"code": code}) == "wrong-code"
        late = (await phone.post("/api/me/code"))["code"]
        monkeypatch.setattr(clock, "ahead", time.time() - time.monotonic() + 601)
        assert await thief.refused("/api/me/join", {"code": late}) == "wrong-code"
        assert await thief.refused("/api/me/code") == "no-name-yet"


async def test_a_lost_device_is_signed_out_and_nothing_is_lost(tmp_path: Path) -> None:
    """After sign-out neither the cookie nor the seat keys of the device work; the account keeps its seats."""
    async with running_club(tmp_path) as club:
        lost, desk = await club.browser(), await club.browser()
        phrase = await lost.become("Ada")
        made = await lost.table("me", "easy", start=True)
        table, key = made["table"]["id"], made["keys"][0]["key"]
        await desk.post("/api/me/join", {"phrase": phrase})
        assert await seats_at(lost, table, [key]) == [0]
        cookie = lost.cookie
        assert len((await desk.post("/api/me/sign-out", {"device": 1}))["devices"]) == 1
        assert lost.cookie == cookie
        assert await lost.tables() == []
        assert await seats_at(lost, table) == []
        assert await seats_at(lost, table, [key]) is None
        assert (await lost.get("/api/me"))["name"] is None
        assert await seats_at(desk, table) == [0]
        assert await desk.refused("/api/me/sign-out", {"device": 1}) == "no-such-device"
        renewed = (await desk.post("/api/me/phrase"))["phrase"]
        other = await club.browser()
        assert await other.refused("/api/me/join", {"phrase": phrase}) == "wrong-phrase"
        await other.post("/api/me/join", {"phrase": renewed})
        assert await other.tables() == [table]
        await other.post("/api/me/sign-out")
        assert await other.tables() == []


async def test_devices_that_were_signed_out_take_no_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("semafor.server.club.accounts.MOST_DEVICES", 2)
    async with running_club(tmp_path) as club:
        home = await club.browser()
        phrase = await home.become("Ada")
        for number in range(2, 6):
            library = await club.browser()
            me = await library.post("/api/me/join", {"phrase": phrase})
            assert [one["number"] for one in me["devices"]] == [1, number]
            one_too_many = await club.browser()
            assert await one_too_many.refused("/api/me/join", {"phrase": phrase}) == "too-many"
            await library.post("/api/me/sign-out")
        await home.post("/api/me/sign-out")
        back = await club.browser()
        assert (await back.post("/api/me/join", {"phrase": phrase}))["name"] == "Ada"


async def test_a_signed_out_device_has_no_key_however_many_games_came_later(tmp_path: Path) -> None:
    async with running_club(tmp_path) as club:
        lost, desk = await two_devices(club)
        first = await lost.table("me", "easy", start=True)
        for _ in range(LISTED):
            await lost.table("me", "friend")
        await desk.post("/api/me/sign-out", {"device": 1})
        assert await seats_at(lost, first["table"]["id"], [first["keys"][0]["key"]]) is None
        assert await seats_at(desk, first["table"]["id"]) == [0]


async def test_keys_are_locked_table_by_table_and_what_failed_is_done_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = create_app(quick_config(tmp_path, **QUICK_CLUB))
    async with running_app(app) as server, AsyncExitStack() as stack:
        services, club = app.state.services, Club(server, stack)
        lost, desk = await two_devices(club)
        made = [await lost.table("me", "easy", start=True) for _ in range(3)]
        tables, keys = [one["table"]["id"] for one in made], [one["keys"][0]["key"] for one in made]
        change, failing = services.tables.change, {tables[0], tables[1]}

        async def fail_at_some(live: LiveTable, *rest: Any) -> int:
            if live.table.id in failing:
                raise NotStored
            return int(await change(live, *rest))

        monkeypatch.setattr(services.tables, "change", fail_at_some)
        await desk.post("/api/me/sign-out", {"device": 1})
        assert await seats_at(lost, tables[2], [keys[2]]) is None
        failing.clear()
        await services.devices.lock_keys()
        for table, key in zip(tables, keys, strict=True):
            assert await seats_at(lost, table, [key]) is None
            assert await seats_at(desk, table) == [0]
        versions = await services.store.versions(tables)
        await services.devices.lock_keys()
        assert await services.store.versions(tables) == versions  # once is enough


async def test_keys_of_a_signed_out_device_are_locked_after_a_kill(tmp_path: Path) -> None:
    """The server was killed after the sign-out was stored but before the seat keys were replaced."""
    async with running_club(tmp_path) as club:
        lost = await club.browser()
        await lost.become("Ada")
        made = await lost.table("me", "easy", start=True)
    with closing(sqlite3.connect(tmp_path / "semafor.sqlite3")) as database, database:
        database.execute("update devices set signed_out = true")
    app = create_app(quick_config(tmp_path, **QUICK_CLUB))
    async with running_app(app) as server, AsyncExitStack() as stack:
        await app.state.services.devices.lock_keys()
        thief = await Club(server, stack).stranger()
        assert await seats_at(thief, made["table"]["id"], [made["keys"][0]["key"]]) is None


async def test_a_stolen_link_gives_one_table_alone(tmp_path: Path) -> None:
    async with running_club(tmp_path) as club:
        phone, thief = await club.browser(), await club.browser()
        await phone.become("Ada")
        one, two = (
            await phone.table("me", "easy", start=True),
            await phone.table("me", "easy", start=True),
        )
        key = one["keys"][0]["key"]
        thief.client.headers["Authorization"] = f"Bearer {key}"
        assert await thief.tables() == [one["table"]["id"]]
        assert (await thief.get("/api/me"))["name"] is None
        assert await thief.refused("/api/me/code") == "no-name-yet"
        assert await thief.refused(f"/api/tables/{two['table']['id']}/leave") == "not-yours"


async def test_who_wants_to_be_forgotten_is(tmp_path: Path) -> None:
    async with running_club(tmp_path) as club:
        phone, desk = await club.browser(), await club.browser()
        phrase = await phone.become("Zuzanna Zapomniana")
        playing = (await phone.table("me", "easy", start=True))["table"]["id"]
        waiting = (await phone.table("me", "open"))["table"]["id"]
        await desk.post("/api/me/join", {"phrase": phrase})
        kept = await desk.get("/api/me/export")
        assert kept["me"]["name"] == "Zuzanna Zapomniana"
        assert {one["table"]["id"] for one in kept["tables"]} == {playing, waiting}
        await desk.post("/api/me/forget")
        for browser in (phone, desk):
            assert (await browser.get("/api/me"))["name"] is None
            assert await browser.tables() == []
        seats = [(await desk.get(f"/api/tables/{table}"))["seats"][0] for table in (playing, waiting)]
        assert [seats[0]["away"], seats[1]["kind"]] == ["left", "free"]
        assert await phone.refused("/api/me/join", {"phrase": phrase}) == "wrong-phrase"
    stored = b"".join(file.read_bytes() for file in tmp_path.iterdir() if file.suffix != ".log")
    assert b"Zuzanna" not in stored


async def test_nothing_opens_the_seats_of_who_was_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No key or cookie of any device works afterwards, and a table that fails does not stop the deletion."""
    app = create_app(quick_config(tmp_path, **QUICK_CLUB))
    async with running_app(app) as server, AsyncExitStack() as stack:
        services, club = app.state.services, Club(server, stack)
        lost, desk = await two_devices(club)
        made = [await lost.table("me", "easy", start=True) for _ in range(2)]
        tables, keys = [one["table"]["id"] for one in made], [one["keys"][0]["key"] for one in made]
        change = services.tables.change

        async def fail_at_first(live: LiveTable, *rest: Any) -> int:
            if live.table.id == tables[0]:
                raise NotStored
            return int(await change(live, *rest))

        await desk.post("/api/me/sign-out", {"device": 1})
        monkeypatch.setattr(services.tables, "change", fail_at_first)
        cookie = desk.cookie
        await desk.post("/api/me/forget")
        assert (await desk.get("/api/me"))["name"] is None
        desk.client.cookies.clear()
        desk.client.cookies.set("semafor", cookie)
        for browser in (lost, desk):
            assert await seats_at(browser, tables[1], [keys[1]]) is None
            assert await seats_at(browser, tables[1]) == []
        assert (await desk.get(f"/api/tables/{tables[1]}"))["seats"][0]["away"] == "left"


async def test_the_server_keeps_no_secret_of_a_person(tmp_path: Path) -> None:
    secrets: list[str] = []
    async with running_club(tmp_path) as club:
        phone = await club.browser()
        secrets.append(await phone.become("Ada"))
        secrets.append((await phone.post("/api/me/code"))["code"])
        secrets.append(phone.cookie)
    stored = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert not any(secret.encode() in stored for secret in secrets)


async def test_guessing_passphrases_is_slow(tmp_path: Path) -> None:
    async with running_club(tmp_path, phrases_per_minute=3.0) as club:
        thief = await club.browser()
        codes = [await thief.refused("/api/me/join", {"phrase": f"guess {n}"}) for n in range(5)]
        assert codes == ["wrong-phrase"] * 3 + ["too-many"] * 2


async def test_people_are_known_to_all_processes(tmp_path: Path, postgres_url: str) -> None:
    async with (
        running_club(tmp_path, database=postgres_url) as here,
        running_club(tmp_path, database=postgres_url) as there,
    ):
        phone, desk = await here.browser(), await there.browser()
        phrase = await phone.become("Ada")
        table = (await phone.table("me", "easy", start=True))["table"]["id"]
        await desk.post("/api/me/join", {"phrase": phrase})
        assert await desk.tables() == [table]
        await phone.post("/api/me/sign-out", {"device": 2})
        assert await desk.tables() == []
        await phone.post("/api/me/forget")
        assert (await phone.get("/api/me"))["name"] is None
