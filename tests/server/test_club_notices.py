"""My turn reaches me: encrypted, once, not at night, and nothing secret in it."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Iterator
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from threading import Event, Thread
from typing import Any

import msgspec
import pytest
from aiosmtpd.smtp import SMTP
from sqlalchemy import insert

from semafor.boards import limits
from semafor.errors import SemaforError
from semafor.server.app import create_app
from semafor.server.club import notification_sending as sending
from semafor.server.club import web_push as outgoing
from semafor.server.club.mail import check_address, read_mail_server
from semafor.server.club.notification_sending import NotificationSender, PushMessage
from semafor.server.club.notifications import check_zone, is_quiet
from semafor.server.club.web_push import (
    LARGEST,
    RECORD_SIZE,
    Subscription,
    check_endpoint,
    encrypt,
    from_text,
    new_key_text,
    post,
    public_text,
    read_key,
)
from semafor.server.storage.database_schema import watches
from semafor.server.table.keys import new_key
from tests.server.browsers import Browser, running_club
from tests.server.push_service import Ear, check_signature, push_service
from tests.server.serving import quick_config, running_app, table_of

SOON = {"notice_after": 0.05, "push_locally": True}


async def friends(host: Browser, friend: Browser) -> str:
    """A table of two where the host is first, after the friend's starting choice."""
    made = await host.table("me", "open", board="berlin", first=0)
    table = str(made["table"]["id"])
    await friend.post(f"/api/tables/{table}/seats/1", {"name": "Bob"})
    await host.post(f"/api/tables/{table}/start")
    return table


async def nothing_more(queue: asyncio.Queue[Any]) -> None:
    with pytest.raises(asyncio.TimeoutError):
        await asyncio.wait_for(queue.get(), 0.6)


def test_the_encryption_is_that_of_the_standard() -> None:
    """RFC 8291, appendix A."""
    auth, private = "BTBZMqHH6r4Tts7J_aSIgg", "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
    ear = Ear(from_text(private), from_text(auth))
    to = Subscription("https://push.example.net/", **_keys(ear))
    assert to.p256dh == (
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    )
    salt = from_text("DGv6ra1nlYgDCS1FRnbzlw")
    mine = from_text("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")
    said = b"When I grow up, I want to be a watermelon"
    assert encrypt(said, to, salt, mine) == from_text(
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6Tlz"
        "AC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )
    assert ear.read(encrypt(said, to)) == said


def test_the_longest_notice_is_one_record() -> None:
    ear = Ear()
    to = Subscription("https://push.example.net/", **_keys(ear))
    said = msgspec.json.encode(
        PushMessage("turn", new_key(), "\N{STEAM LOCOMOTIVE}" * limits.NAME, "pl", 10**6)
    )
    assert len(said) < LARGEST
    assert len(encrypt(b"x" * LARGEST, to)) <= RECORD_SIZE
    with pytest.raises(AssertionError):
        encrypt(b"x" * (LARGEST + 1), to)


def _keys(ear: Ear) -> dict[str, str]:
    target = ear.target("")
    return {"p256dh": target["p256dh"], "auth": target["auth"]}


async def test_a_push_says_that_it_is_my_turn_once_and_to_me_alone(tmp_path: Path) -> None:
    key = new_key_text()
    async with running_club(tmp_path, **SOON, push_key=key) as club, push_service() as service:
        host, friend, ear = await club.browser(), await club.browser(), Ear()
        table = await friends(host, friend)
        path = f"/api/tables/{table}/notices"
        before = await host.get(path)
        assert (before["push"], before["offered"], before["key"]) == (
            False,
            False,
            public_text(read_key(key)),
        )
        wish = {"push": True, "target": ear.target(service.address), "language": "pl"}
        assert (await host.post(path, wish))["push"]
        await host.become("Ada")
        kept = await host.get("/api/me/export")
        assert kept["watched"] == [{"table": table, "push": True, "mail": False}]
        assert kept["push"] == [service.address]
        headers, body = await service.next()
        claims = check_signature(headers["authorization"], before["key"])
        assert claims["aud"] == service.address.removesuffix("/push/ada")
        assert headers["content-encoding"] == "aes128gcm"
        assert json.loads(ear.read(body)) == {
            "kind": "turn",
            "table": table,
            "board": "Berlin",
            "language": "pl",
            "waiting": 1,
        }
        await nothing_more(service.got)
        await host.post("/api/me/notices", {"quiet": {"begin": 0, "end": 1439, "zone": "Europe/Warsaw"}})
        await host.decide_once(table)
        await friend.decide_once(table)
        await nothing_more(service.got)
        service.answer = 410
        await host.post("/api/me/notices", {"quiet": None})
        await service.next()
        while _subscriptions(tmp_path):  # the browser is gone: it is forgotten
            await asyncio.sleep(0.05)


def _subscriptions(folder: Path) -> int:
    with closing(sqlite3.connect(folder / "semafor.sqlite3")) as database:
        return int(database.execute("select count(*) from push_subscriptions").fetchone()[0])


async def test_a_notice_that_cannot_be_told_keeps_no_other_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    considered: list[str] = []

    async def fail(row: Any) -> None:
        considered.append(row.table_id)
        raise RuntimeError("broken")

    app = create_app(quick_config(tmp_path))
    async with running_app(app) as server:
        services = app.state.services
        await services.notifier.task.stop()
        made = [(await table_of(server, "me", "me", start=True)).table.id for _ in range(2)]
        row = {"person": "p", "push": True, "mail": False, "told": 0.0, "mailed": 0.0, "seen": 0.0}
        await services.store.write(insert(watches).values([{"table_id": one, **row} for one in made]))
        monkeypatch.setattr(services.notifier, "_consider", fail)
        await services.notifier.make_round()
        assert sorted(considered) == sorted(made)


async def test_who_looks_at_the_table_needs_no_push(tmp_path: Path) -> None:
    async with running_club(tmp_path, **SOON) as club, push_service() as service:
        host, friend = await club.browser(), await club.browser()
        table = await friends(host, friend)
        stranger = await club.stranger()
        wish = {"push": True, "target": Ear().target(service.address)}
        assert await stranger.refused(f"/api/tables/{table}/notices", wish) == "not-yours"
        async with host.looking_at(table):
            await host.post(f"/api/tables/{table}/notices", wish)
            await nothing_more(service.got)
        await nothing_more(service.got)


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example.org/a",
        "https://127.0.0.1/a",
        "https://[::1]/a",
        "https://192.168.1.5/a",
        "https://169.254.169.254/latest",
        "https://localhost/a",
        "https://user@push.example.org/a",
        "https://push.example.org:8443/a",
        "https://[bad/a",
        f"https://push.example.org/{'a' * 1000}",
    ],
)
def test_the_server_knocks_at_no_door_of_its_own_house(endpoint: str) -> None:
    with pytest.raises(SemaforError, match="push service"):
        check_endpoint(endpoint)


async def test_a_name_that_leads_home_is_not_followed() -> None:
    check_endpoint("https://updates.push.services.example.org/wpush/v2/abc")
    with pytest.raises(OSError, match="no public address"):
        await post("https://localhost:9/a", b"", {})


@contextmanager
def dripping_service(first: bytes) -> Iterator[int]:
    """Return the port of a service that answers and then sends single bytes slowly."""
    listener, ended, heard_out = socket.create_server(("127.0.0.1", 0)), Event(), Event()

    def drip() -> None:
        line, _ = listener.accept()
        with line, suppress(OSError):
            line.sendall(first)
            for _ in range(3_000):
                if ended.wait(0.02):
                    return
                line.sendall(b"X")
            heard_out.set()

    dripping = Thread(target=drip)
    dripping.start()
    try:
        yield listener.getsockname()[1]
    finally:
        ended.set()
        dripping.join()
        listener.close()
    assert not heard_out.is_set()


@pytest.mark.parametrize(
    ("scheme", "first"),
    [("http", b"HTTP/1.1 2"), ("http", b"HTTP/1.1 201 Created\r\n"), ("https", b"\x16\x03\x03\x40\x00")],
    ids=["status", "headers", "handshake"],
)
async def test_a_service_that_answers_for_ever_is_not_heard_out(
    monkeypatch: pytest.MonkeyPatch, scheme: str, first: bytes
) -> None:
    monkeypatch.setattr(outgoing, "SECONDS", 0.5)
    with dripping_service(first) as port, suppress(OSError):
        assert await post(f"{scheme}://127.0.0.1:{port}/a", b"", {}, allow_local=True) == 201


async def test_slow_services_hold_up_neither_the_server_nor_other_people(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    knocked: asyncio.Queue[str] = asyncio.Queue()
    answering = asyncio.Event()

    async def knock(endpoint: str, *_: object) -> int:
        knocked.put_nowait(endpoint)
        await answering.wait()
        return 201

    monkeypatch.setattr(sending, "post", knock)
    out = NotificationSender(None, quick_config(tmp_path))  # type: ignore[arg-type]  # the store is not used
    for number in range(100):
        out._soon("Ada", nothing(out._try_post("Ada", f"Ada {number}", b"", {})))
    assert await knocked.get() == "Ada 0"
    others = {f"person {number}" for number in range(20)}
    for name in others:
        out._soon(name, nothing(out._try_post(name, name, b"", {})))
    assert {await knocked.get() for _ in others} == others
    assert knocked.empty(), "one request for a person at a time"
    answering.set()
    assert [await knocked.get() for _ in range(99)] == [f"Ada {number}" for number in range(1, 100)]
    await out.close()


async def test_names_that_are_never_found_are_given_up_and_delay_nobody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    look_up, found = socket.getaddrinfo, Event()

    def slow(host: str, *others: Any, **more: Any) -> Any:
        if host.endswith("slow.example"):
            found.wait()
        return look_up(host, *others, **more)

    monkeypatch.setattr(socket, "getaddrinfo", slow)
    try:
        async with push_service() as service:
            names = [f"https://{number}.slow.example/a" for number in range(10)]
            stuck = [asyncio.create_task(post(name, b"", {})) for name in names]
            assert await post(service.address, b"", {}, allow_local=True) == 201
            monkeypatch.setattr(outgoing, "SECONDS", 0.2)
            with pytest.raises(TimeoutError):
                await post("https://one.slow.example/a", b"", {})
            for task in stuck:
                task.cancel()
    finally:
        found.set()


async def nothing(answer: Awaitable[int]) -> None:
    await answer


async def test_what_waits_for_one_person_is_bounded(tmp_path: Path) -> None:
    out = NotificationSender(None, quick_config(tmp_path))  # type: ignore[arg-type]  # the store is not used
    told, may_go = [], asyncio.Event()

    async def tell(number: int) -> None:
        await may_go.wait()
        told.append(number)

    for number in range(sending.MOST_WAITING + 50):
        out._soon("Ada", tell(number))
    out._soon("Bob", tell(-1))
    may_go.set()
    while out._tasks:
        await asyncio.sleep(0)
    assert sorted(told) == [-1, *range(sending.MOST_WAITING)]
    assert not out._waiting_for
    await out.close()


def test_quiet_hours_may_span_midnight() -> None:
    noon = 1_700_049_600.0  # 12:00 UTC, 13:00 in Warsaw
    assert is_quiet(13 * 60, 14 * 60, "Europe/Warsaw", noon)
    assert not is_quiet(14 * 60, 13 * 60, "Europe/Warsaw", noon)
    assert is_quiet(22 * 60, 13 * 60 + 1, "Europe/Warsaw", noon)
    with pytest.raises(SemaforError, match="time zone"):
        check_zone("../etc/passwd")


class Letters:
    """Stores every received mail."""

    def __init__(self) -> None:
        self.letters: asyncio.Queue[EmailMessage] = asyncio.Queue()

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:  # noqa: N802  # SMTP's word
        self.letters.put_nowait(message_from_bytes(envelope.content, policy=default))
        return "250 OK"

    async def next(self) -> tuple[EmailMessage, str]:
        """Return the next mail with its text."""
        letter = await asyncio.wait_for(self.letters.get(), 60)
        return letter, str(letter.get_content())


@asynccontextmanager
async def mail_server() -> AsyncIterator[tuple[Letters, str]]:
    """A real mail server on this machine, and its URL."""
    letters = Letters()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: SMTP(letters, loop=loop), "127.0.0.1", 0)
    async with server:
        port = server.sockets[0].getsockname()[1]
        yield letters, f"smtp://127.0.0.1:{port}?from=games@example.org"


async def test_one_mail_a_table_until_it_is_read_and_one_click_to_stop(tmp_path: Path) -> None:
    async with mail_server() as (letters, url):
        options = {**SOON, "mail": url, "public_url": "https://games.example.org"}
        async with running_club(tmp_path, **options) as club:
            host, friend = await club.browser(), await club.browser()
            assert await host.refused("/api/me/mail", {"address": "ada@example.org"}) == "no-name-yet"
            await host.become("Ada")
            assert await host.refused("/api/me/mail", {"address": "ada\n@example.org"}) == "bad-mail"
            assert not (await host.post("/api/me/mail", {"address": "ada@example.org"}))["mail_confirmed"]
            asked, text = await letters.next()
            assert asked["To"] == "ada@example.org"
            token = re.findall(r"https://games.example.org/me#confirm=(\S+)", text)[0]
            assert await host.refused("/api/mail/confirm", {"token": token[:-1] + "x"}) == "bad-token"
            await host.post("/api/mail/confirm", {"token": token})
            table = await friends(host, friend)
            await host.post(f"/api/tables/{table}/notices", {"mail": True})
            told, text = await letters.next()
            assert f"https://games.example.org/table/{table}\n" in text.replace("\r", "")
            assert host.cookie not in text
            await nothing_more(letters.letters)
            await host.decide_once(table)
            await friend.decide_once(table)
            await letters.next()  # it was read in between: another one
            assert told["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
            stop = told["List-Unsubscribe"].strip("<>").removeprefix("https://games.example.org")
            clicked = await friend.client.post(stop, data={"List-Unsubscribe": "One-Click"})
            assert (clicked.status_code, clicked.json()) == (200, {"done": True})
            assert (await host.get("/api/me/notices"))["mail"] is None
            assert await friend.refused(stop) == "bad-token"


@pytest.mark.parametrize(
    "address",
    [
        "=?utf-8?q?ada=0d=0abcc:=20eve=40example.org?=@example.org",
        "=?utf-8?q?Bank?=@example.org",
        "ada\r\nBcc: eve@example.org",
        '"ada lovelace"@example.org',
        "Bank <ada@example.org>",
        "ada@example.org\n",
        "ada..l@example.org",
        ".ada@example.org",
        "ada@-example.org",
        "ada@example",
        "zażółć@example.org",
        "a" * 65 + "@example.org",
    ],
)
def test_addresses_that_are_not_plain_are_refused(address: str) -> None:
    with pytest.raises(SemaforError) as caught:
        check_address(address)
    assert caught.value.code == "bad-mail"


@pytest.mark.parametrize(
    "address", ["ada@example.org", "a.l+semafor=x@mail.example.co.uk", "o'neil@example.org"]
)
def test_plain_addresses_are_accepted(address: str) -> None:
    assert check_address(address) == address


async def test_a_refused_address_is_not_stored_and_a_name_makes_no_link(tmp_path: Path) -> None:
    async with mail_server() as (letters, url):
        options = {**SOON, "mail": url, "public_url": "https://games.example.org"}
        async with running_club(tmp_path, **options) as club:
            eve = await club.browser()
            await eve.become("Visit https://evil.example")
            wish = {"address": "=?utf-8?q?ada=0d=0a?=@example.org"}
            assert await eve.refused("/api/me/mail", wish) == "bad-mail"
            assert (await eve.get("/api/me/notices"))["mail"] is None
            await eve.post("/api/me/mail", {"address": "ada@example.org"})
            asked, text = await letters.next()
            assert asked["To"] == "ada@example.org"
            assert "Visit https evil example" in text
            assert [
                link for link in re.findall(r"https?://\S+", text) if "games.example.org" not in link
            ] == []


def test_a_mail_server_is_read_from_its_url() -> None:
    server = read_mail_server("smtps://ada:p%40ss@mail.example.org?from=Games%20<g@example.org>")
    assert (server.port, server.secure, server.user, server.password) == (465, True, "ada", "p@ss")
    with pytest.raises(ValueError, match="smtp://"):
        read_mail_server("http://mail.example.org")
