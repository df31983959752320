"""Passkeys: a browser is mine by a signature asked for here, now, once; the server has public keys only."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from semafor.server import clock
from tests.server.authenticator import PRESENT, Authenticator
from tests.server.browsers import Browser, Club, running_club

NAME = "testserver.local"
"""A host name of the test servers."""
KEYS = "/api/me/passkeys"


async def browser_by_name(club: Club) -> Browser:
    """A browser that uses the host name, as passkeys require."""
    browser = await club.browser()
    browser.client.headers["Host"] = NAME
    return browser


async def add(browser: Browser, key: Authenticator, label: str = "Phone") -> Any:
    """Make a passkey of a person who has a name."""
    asked = await browser.post(f"{KEYS}/challenge")
    return await browser.post(KEYS, {**key.make(asked), "label": label})


@asynccontextmanager
async def ada_and_a_new_browser(folder: Path) -> AsyncIterator[tuple[Browser, Browser, Authenticator]]:
    """Return an account with a passkey, and a browser that is not signed in."""
    async with running_club(folder) as club:
        desk, phone = await browser_by_name(club), await browser_by_name(club)
        await desk.become("Ada")
        key = Authenticator(NAME, f"https://{NAME}")
        await add(desk, key)
        yield desk, phone, key


async def test_another_device_is_mine_by_a_passkey(tmp_path: Path) -> None:
    async with ada_and_a_new_browser(tmp_path) as (desk, phone, key):
        table = (await desk.table("me", "easy", start=True))["table"]["id"]
        (kept,) = (await desk.get("/api/me"))["passkeys"]
        assert (kept["number"], kept["label"], kept["used"]) == (1, "Phone", None)
        asked = await phone.post(f"{KEYS}/challenge")
        assert (asked["rp"], asked["user"], asked["known"]) == (NAME, "", [])
        me = await phone.post(f"{KEYS}/enter", {**key.sign(asked), "device": "Phone"})
        assert (me["name"], [one["label"] for one in me["devices"]]) == ("Ada", ["Ada's phone", "Phone"])
        assert me["passkeys"][0]["used"] > 0
        assert await phone.tables() == [table]
        assert (await phone.get("/api/me/export"))["me"]["passkeys"] == me["passkeys"]
        assert await phone.refused(f"{KEYS}/enter", key.sign(asked)) == "somebody-already"


async def test_a_removed_passkey_opens_nothing(tmp_path: Path) -> None:
    async with ada_and_a_new_browser(tmp_path) as (desk, phone, key):
        again = await desk.post(f"{KEYS}/challenge")
        assert len(again["known"]) == 1
        assert await desk.refused(KEYS, key.make(again)) == "wrong-passkey"
        assert await phone.refused(KEYS, key.make(await phone.post(f"{KEYS}/challenge"))) == "no-name-yet"
        assert (await desk.post(f"{KEYS}/remove", {"number": 1}))["passkeys"] == []
        assert await desk.refused(f"{KEYS}/remove", {"number": 1}) == "no-such-passkey"
        asked = await phone.post(f"{KEYS}/challenge")
        assert await phone.refused(f"{KEYS}/enter", key.sign(asked)) == "wrong-passkey"


async def test_a_challenge_is_answered_once_soon_and_by_who_was_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with ada_and_a_new_browser(tmp_path) as (desk, phone, key):
        asked = await phone.post(f"{KEYS}/challenge")
        answer = key.sign(asked)
        await phone.post(f"{KEYS}/enter", answer)
        await phone.post("/api/me/sign-out")
        assert await phone.refused(f"{KEYS}/enter", answer) == "wrong-passkey"
        assert await phone.refused(f"{KEYS}/enter", key.sign(asked)) == "wrong-passkey"
        of_desk = await desk.post(f"{KEYS}/challenge")
        assert await phone.refused(f"{KEYS}/enter", key.sign(of_desk)) == "wrong-passkey"
        made_up = {**asked, "challenge": "A" * 43}
        assert await phone.refused(f"{KEYS}/enter", key.sign(made_up)) == "wrong-passkey"
        late = await phone.post(f"{KEYS}/challenge")
        monkeypatch.setattr(clock, "ahead", time.time() - time.monotonic() + 301)
        assert await phone.refused(f"{KEYS}/enter", key.sign(late)) == "wrong-passkey"


def _elsewhere(key: Authenticator) -> None:
    key.origin = "https://games.example.net"


def _without_https(key: Authenticator) -> None:
    key.origin = f"http://{NAME}"


def _of_another_server(key: Authenticator) -> None:
    key.rp = "games.example.net"


def _by_who_did_not_show_a_finger(key: Authenticator) -> None:
    key.flags = PRESENT


def _by_a_copy(key: Authenticator) -> None:
    key.uses -= 5


def _with_another_key(key: Authenticator) -> None:
    key.key = Authenticator(NAME, key.origin).key


def _of_another_person(key: Authenticator) -> None:
    key.user = "QWRh"


Wrong = Callable[[Authenticator], None]
WRONG_WHEN_MADE: tuple[Wrong, ...] = (
    _elsewhere,
    _without_https,
    _of_another_server,
    _by_who_did_not_show_a_finger,
)
WRONG_WHEN_USED: tuple[Wrong, ...] = (*WRONG_WHEN_MADE, _by_a_copy, _with_another_key, _of_another_person)


async def test_what_was_signed_wrongly_opens_nothing(tmp_path: Path) -> None:
    async with ada_and_a_new_browser(tmp_path) as (desk, phone, key):
        key.uses = 10
        await phone.post(f"{KEYS}/enter", key.sign(await phone.post(f"{KEYS}/challenge")))
        await phone.post("/api/me/sign-out")
        for wrong in WRONG_WHEN_USED:
            before = dict(vars(key))
            wrong(key)
            answer = key.sign(await phone.post(f"{KEYS}/challenge"))
            assert await phone.refused(f"{KEYS}/enter", answer) == "wrong-passkey", wrong
            vars(key).update(before)
        for wrong in WRONG_WHEN_MADE:
            other = Authenticator(NAME, f"https://{NAME}")
            wrong(other)
            made = other.make(await desk.post(f"{KEYS}/challenge"))
            assert await desk.refused(KEYS, made) == "wrong-passkey", wrong
        await phone.post(f"{KEYS}/enter", key.sign(await phone.post(f"{KEYS}/challenge")))


async def test_bytes_that_are_nothing_are_refused(tmp_path: Path) -> None:
    async with ada_and_a_new_browser(tmp_path) as (desk, phone, key):
        for part in ("client_data", "attestation"):
            made = {**key.make(await desk.post(f"{KEYS}/challenge")), part: "AAAA"}
            assert await desk.refused(KEYS, made) == "wrong-passkey"
        for part in ("client_data", "authenticator_data", "signature", "credential"):
            answer = {**key.sign(await phone.post(f"{KEYS}/challenge")), part: "AAAA"}
            assert await phone.refused(f"{KEYS}/enter", answer) == "wrong-passkey"
        assert await phone.refused(f"{KEYS}/enter", {**answer, "signature": "=="}) == "bad-request"


async def test_numbers_have_no_passkeys(tmp_path: Path) -> None:
    async with running_club(tmp_path) as club:
        assert await (await club.browser()).refused(f"{KEYS}/challenge") == "no-passkeys-here"
        foreign = await club.browser()
        foreign.client.headers["Host"] = "games.example.net"
        assert await foreign.refused(f"{KEYS}/challenge") == "foreign-host"


async def test_who_is_forgotten_leaves_no_passkey_behind(tmp_path: Path) -> None:
    kept: list[bytes] = []
    async with ada_and_a_new_browser(tmp_path) as (desk, phone, key):
        asked = await desk.post(f"{KEYS}/challenge")
        kept.append(asked["known"][0].encode())
        kept.append(asked["challenge"].encode())
        await desk.post("/api/me/forget")
        answer = key.sign(await phone.post(f"{KEYS}/challenge"))
        assert await phone.refused(f"{KEYS}/enter", answer) == "wrong-passkey"
    stored = b"".join(file.read_bytes() for file in tmp_path.iterdir() if file.suffix != ".log")
    assert not any(one in stored for one in kept)
