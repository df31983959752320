"""HTTP routes of accounts: create, sign in, devices, passkeys, deletion and export."""

from collections.abc import Collection
from typing import Annotated

import msgspec
from litestar import MediaType, Response, get, post
from litestar.params import FromPath, JSONBody, QueryParameter
from sqlalchemy import select

from semafor.errors import SemaforError
from semafor.server.club import club_messages as msg
from semafor.server.club.accounts import Identity
from semafor.server.club.passkeys import HostName
from semafor.server.http.identity import (
    AnyRequest,
    Browser,
    browser_of,
    header_of,
    host_of,
    is_number,
    new_person,
    requester_of,
)
from semafor.server.messages import TableCard
from semafor.server.services import Services, TheServices
from semafor.server.storage import database_schema as db
from semafor.server.storage.store import Store


class MySeat(msgspec.Struct, frozen=True):
    """A table and my seats at it."""

    table: TableCard
    seats: tuple[int, ...]


class Watched(msgspec.Struct, frozen=True):
    """A table with notifications switched on."""

    table: str
    push: bool
    mail: bool


class Export(msgspec.Struct, frozen=True):
    """The exported file."""

    me: msg.Me
    tables: tuple[MySeat, ...]
    memory: msg.MemoryPage
    notices: msg.NoticeSettings
    watched: tuple[Watched, ...]
    push: tuple[str, ...]
    """Endpoints of my browsers at their push services."""


async def export_of(services: Services, identity: Identity) -> Export:
    """Collect everything that is stored about a person."""
    found = await services.store.tables_of(identity.persons, (), limit=None)
    tables = tuple(MySeat(card, tuple(seats)) for card, seats in found)
    me = await services.accounts.me(identity)
    assert me.name is not None
    assert me.member is not None
    memory = await services.history.page(me.name, me.member, identity.persons)
    return Export(
        me,
        tables,
        memory,
        await services.notifier.settings(identity),
        *await _reached(services.store, identity.persons),
    )


async def _reached(store: Store, persons: Collection[str]) -> tuple[tuple[Watched, ...], tuple[str, ...]]:
    """Tables with notifications, and push endpoints."""
    watching = await store.read(select(db.watches).where(db.watches.c.person.in_(persons)))
    told = await store.read(
        select(db.push_subscriptions.c.endpoint).where(db.push_subscriptions.c.person.in_(persons))
    )
    known = tuple(Watched(row.table_id, row.push, row.mail) for row in watching)
    return known, tuple(row.endpoint for row in told)


async def member_of(request: AnyRequest, services: Services) -> tuple[Identity, str]:
    """The identity and account of a request; refused without an account."""
    identity = (await requester_of(request, services)).identity
    if identity.member is None:
        raise SemaforError("no-name-yet")
    return identity, identity.member


async def visitor_of(request: AnyRequest, services: Services) -> Browser:
    """The visitor of a request; refused with an account. Limited per address: hashing is expensive."""
    services.check_limit(services.phrases, request)
    browser = await browser_of(request, services)
    if browser.requester.identity.member is not None:
        raise SemaforError("somebody-already")
    return browser


async def signed_in(browser: Browser, services: Services) -> Response[msg.Me]:
    """The response for a browser that has just signed in."""
    me = await services.accounts.me(await services.accounts.identity(browser.person))
    return Response(me, cookies=browser.cookies)


@get("/api/me")
async def show_me(request: AnyRequest, services: TheServices) -> msg.Me:
    """Show my account."""
    return await services.accounts.me((await requester_of(request, services)).identity)


@post("/api/me", status_code=201)
async def create_account(
    request: AnyRequest, data: JSONBody[msg.BecomeMyself], services: TheServices
) -> Response[msg.Myself]:
    """Create an account."""
    browser = await visitor_of(request, services)
    phrase = await services.accounts.create(browser.person, data.name, data.language, data.device)
    me = await services.accounts.me(await services.accounts.identity(browser.person))
    return Response(msg.Myself(me, phrase), status_code=201, cookies=browser.cookies)


@post("/api/me/join", status_code=200)
async def join_device(
    request: AnyRequest, data: JSONBody[msg.JoinDevice], services: TheServices
) -> Response[msg.Me]:
    """Sign this browser in."""
    browser = await visitor_of(request, services)
    if data.code:
        await services.accounts.join_by_code(browser.person, data.code, data.device)
    else:
        await services.accounts.join_by_phrase(browser.person, data.phrase, data.device)
    return await signed_in(browser, services)


@post("/api/me/name", status_code=200)
async def rename_myself(request: AnyRequest, data: JSONBody[msg.Rename], services: TheServices) -> msg.Me:
    """Change my account name."""
    identity, member = await member_of(request, services)
    await services.accounts.rename(member, data.name)
    return await services.accounts.me(identity)


@post("/api/me/phrase", status_code=200)
async def change_phrase(
    request: AnyRequest, data: JSONBody[msg.NewPhrase], services: TheServices
) -> msg.Myself:
    """Create a new passphrase, which replaces the old one."""
    services.check_limit(services.phrases, request)
    identity, member = await member_of(request, services)
    phrase = await services.accounts.change_phrase(member, data.language)
    return msg.Myself(await services.accounts.me(identity), phrase)


@post("/api/me/code", status_code=200)
async def make_code(request: AnyRequest, services: TheServices) -> msg.DeviceCode:
    """Create a code that signs in one more device."""
    _, member = await member_of(request, services)
    return msg.DeviceCode(*await services.accounts.make_code(member))


@post("/api/me/sign-out", status_code=200)
async def sign_out(
    request: AnyRequest, data: JSONBody[msg.SignOut], services: TheServices
) -> Response[msg.Me]:
    """Sign out this browser or another device of mine; seat keys that it knows stop working."""
    identity, member = await member_of(request, services)
    await services.engine.ready()
    me = await services.accounts.me(identity)
    here = next(one.number for one in me.devices if one.here)
    number = here if data.device is None else data.device
    cookie = await services.accounts.sign_out(member, number)
    services.close_sockets({cookie})
    await services.devices.lock_keys(cookie)
    if number != here:
        return Response(await services.accounts.me(identity))
    return Response(msg.Me(None, None, None, ()), cookies=[new_person(services.config.secure_cookie)[1]])


@post("/api/me/forget", status_code=200)
async def forget_me(request: AnyRequest, services: TheServices) -> Response[msg.Me]:
    """Delete my account and give up my seats."""
    identity, _ = await member_of(request, services)
    await services.engine.ready()
    await services.devices.free_seats(identity.persons)
    await services.accounts.forget(identity)
    services.close_sockets(identity.persons)
    return Response(msg.Me(None, None, None, ()), cookies=[new_person(services.config.secure_cookie)[1]])


@get("/api/me/export")
async def export_me(request: AnyRequest, services: TheServices) -> Response[bytes]:
    """Export everything that is stored about me as one file."""
    identity, _ = await member_of(request, services)
    headers = {"Content-Disposition": 'attachment; filename="semafor-me.json"'}
    made = msgspec.json.format(msgspec.json.encode(await export_of(services, identity)), indent=1)
    return Response(made, media_type=MediaType.JSON, headers=headers)


def host_name_of(request: AnyRequest) -> HostName:
    """The host of a request, which was checked before; passkeys do not work with numeric addresses."""
    name = host_of(request)
    if is_number(name):
        raise SemaforError("no-passkeys-here")
    return HostName(name, header_of(request, "host").lower())


@post("/api/me/passkeys/challenge", status_code=200)
async def create_challenge(request: AnyRequest, services: TheServices) -> Response[msg.PasskeyChallenge]:
    """Create a challenge for registering a passkey or signing in."""
    host, browser = host_name_of(request), await browser_of(request, services)
    asked = await services.passkeys.ask(browser.person, browser.requester.identity.member, host)
    return Response(asked, cookies=browser.cookies)


@post("/api/me/passkeys", status_code=201)
async def add_passkey(request: AnyRequest, data: JSONBody[msg.AddPasskey], services: TheServices) -> msg.Me:
    """Register a passkey."""
    identity, member = await member_of(request, services)
    assert identity.cookie is not None
    await services.passkeys.add(identity.cookie, member, data, host_name_of(request))
    return await services.accounts.me(identity)


@post("/api/me/passkeys/enter", status_code=200)
async def sign_in_with_passkey(
    request: AnyRequest, data: JSONBody[msg.UsePasskey], services: TheServices
) -> Response[msg.Me]:
    """Sign in with a passkey."""
    host, browser = host_name_of(request), await visitor_of(request, services)
    await services.passkeys.enter(browser.person, data, host)
    return await signed_in(browser, services)


@post("/api/me/passkeys/remove", status_code=200)
async def remove_passkey(
    request: AnyRequest, data: JSONBody[msg.RemovePasskey], services: TheServices
) -> msg.Me:
    """Remove a passkey."""
    identity, member = await member_of(request, services)
    await services.passkeys.remove(member, data.number)
    return await services.accounts.me(identity)


Short = Annotated[str, QueryParameter(max_length=64)]


@get("/api/me/memory")
async def show_memory(request: AnyRequest, services: TheServices) -> msg.MemoryPage:
    """Show my history."""
    identity, member = await member_of(request, services)
    name = (await services.store.read(select(db.members.c.name).where(db.members.c.id == member)))[0].name
    return await services.history.page(name, member, identity.persons)


@get("/api/me/with/{friend:str}")
async def show_pair(request: AnyRequest, friend: FromPath[str], services: TheServices) -> msg.PairPage:
    """Show my games with a friend."""
    identity, member = await member_of(request, services)
    found = await services.history.pair(member, identity.persons, friend)
    if found is None:
        raise SemaforError("not-found")
    return found


@get("/api/club")
async def show_club(services: TheServices, season: Short = "", board: Short = "") -> msg.ClubTable:
    """Show the leaderboard."""
    return await services.history.leaderboard.page(season, board)
