"""HTTP routes of accounts: create, sign in, devices, passkeys, deletion and export."""

from collections.abc import Collection
from typing import Annotated

import msgspec
from litestar import MediaType, Response, get, post
from litestar.params import FromPath, JSONBody, QueryParameter
from sqlalchemy import select

from semafor.errors import SemaforError
from semafor.server.club.accounts import Who
from semafor.server.club.club_messages import (
    AddPasskey,
    BecomeMyself,
    ClubTable,
    DeviceCode,
    JoinDevice,
    Me,
    MemoryPage,
    Myself,
    NewPhrase,
    NoticeSettings,
    PairPage,
    PasskeyChallenge,
    RemovePasskey,
    Rename,
    SignOut,
    UsePasskey,
)
from semafor.server.club.passkeys import Door
from semafor.server.http.identity import header_of, host_of, is_number, new_person
from semafor.server.http.requester import AnyRequest, Browser, browser_of, requester_of
from semafor.server.messages import TableCard
from semafor.server.services import Services, TheServices
from semafor.server.storage.database_schema import members, push_subscriptions, watches
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

    me: Me
    tables: tuple[MySeat, ...]
    memory: MemoryPage
    notices: NoticeSettings
    watched: tuple[Watched, ...]
    push: tuple[str, ...]
    """Endpoints of my browsers at their push services."""


async def export_of(services: Services, who: Who) -> Export:
    """Collect everything that is stored about a person."""
    found = await services.store.tables_of(who.persons, (), limit=None)
    tables = tuple(MySeat(card, tuple(seats)) for card, seats in found)
    me = await services.accounts.me(who)
    assert me.name is not None
    assert me.member is not None
    memory = await services.history.page(me.name, me.member, who.persons)
    return Export(
        me, tables, memory, await services.notices.settings(who), *await _reached(services.store, who.persons)
    )


async def _reached(store: Store, persons: Collection[str]) -> tuple[tuple[Watched, ...], tuple[str, ...]]:
    """Tables with notifications, and push endpoints."""
    watching = await store.read(select(watches).where(watches.c.person.in_(persons)))
    told = await store.read(
        select(push_subscriptions.c.endpoint).where(push_subscriptions.c.person.in_(persons))
    )
    known = tuple(Watched(row.table_id, row.push, row.mail) for row in watching)
    return known, tuple(row.endpoint for row in told)


async def member_of(request: AnyRequest, services: Services) -> tuple[Who, str]:
    """The identity and account of a request; refused without an account."""
    who = (await requester_of(request, services)).who
    if who.member is None:
        raise SemaforError("no-name-yet")
    return who, who.member


async def nobody_yet(request: AnyRequest, services: Services) -> Browser:
    """The visitor of a request; refused with an account. Limited per address: hashing is expensive."""
    services.check_share(services.phrases, request)
    guest = await browser_of(request, services)
    if guest.asker.who.member is not None:
        raise SemaforError("somebody-already")
    return guest


async def now_me(guest: Browser, services: Services) -> Response[Me]:
    """The response for a browser that has just signed in."""
    me = await services.accounts.me(await services.accounts.who(guest.person))
    return Response(me, cookies=guest.cookies)


@get("/api/me")
async def show_me(request: AnyRequest, services: TheServices) -> Me:
    """Show my account."""
    return await services.accounts.me((await requester_of(request, services)).who)


@post("/api/me", status_code=201)
async def become_myself(
    request: AnyRequest, data: JSONBody[BecomeMyself], services: TheServices
) -> Response[Myself]:
    """Create an account."""
    guest = await nobody_yet(request, services)
    phrase = await services.accounts.become(guest.person, data.name, data.language, data.device)
    me = await services.accounts.me(await services.accounts.who(guest.person))
    return Response(Myself(me, phrase), status_code=201, cookies=guest.cookies)


@post("/api/me/join", status_code=200)
async def join_device(request: AnyRequest, data: JSONBody[JoinDevice], services: TheServices) -> Response[Me]:
    """Sign this browser in."""
    guest = await nobody_yet(request, services)
    if data.code:
        await services.accounts.join_by_code(guest.person, data.code, data.device)
    else:
        await services.accounts.join_by_phrase(guest.person, data.phrase, data.device)
    return await now_me(guest, services)


@post("/api/me/name", status_code=200)
async def rename_myself(request: AnyRequest, data: JSONBody[Rename], services: TheServices) -> Me:
    """Change my account name."""
    who, member = await member_of(request, services)
    await services.accounts.rename(member, data.name)
    return await services.accounts.me(who)


@post("/api/me/phrase", status_code=200)
async def change_phrase(request: AnyRequest, data: JSONBody[NewPhrase], services: TheServices) -> Myself:
    """Create a new passphrase, which replaces the old one."""
    services.check_share(services.phrases, request)
    who, member = await member_of(request, services)
    phrase = await services.accounts.change_phrase(member, data.language)
    return Myself(await services.accounts.me(who), phrase)


@post("/api/me/code", status_code=200)
async def make_code(request: AnyRequest, services: TheServices) -> DeviceCode:
    """Create a code that signs in one more device."""
    _, member = await member_of(request, services)
    return DeviceCode(*await services.accounts.make_code(member))


@post("/api/me/sign-out", status_code=200)
async def sign_out(request: AnyRequest, data: JSONBody[SignOut], services: TheServices) -> Response[Me]:
    """Sign out this browser or another device of mine; seat keys that it knows stop working."""
    who, member = await member_of(request, services)
    await services.engine.ready()
    me = await services.accounts.me(who)
    here = next(one.number for one in me.devices if one.here)
    number = here if data.device is None else data.device
    cookie = await services.accounts.sign_out(member, number)
    services.close_sockets({cookie})
    await services.devices.lock_keys(cookie)
    if number != here:
        return Response(await services.accounts.me(who))
    return Response(Me(None, None, None, ()), cookies=[new_person(services.config.secure_cookie)[1]])


@post("/api/me/forget", status_code=200)
async def forget_me(request: AnyRequest, services: TheServices) -> Response[Me]:
    """Delete my account and give up my seats."""
    who, _ = await member_of(request, services)
    await services.engine.ready()
    await services.devices.free_seats(who.persons)
    await services.accounts.forget(who)
    services.close_sockets(who.persons)
    return Response(Me(None, None, None, ()), cookies=[new_person(services.config.secure_cookie)[1]])


@get("/api/me/export")
async def export_me(request: AnyRequest, services: TheServices) -> Response[bytes]:
    """Export everything that is stored about me as one file."""
    who, _ = await member_of(request, services)
    headers = {"Content-Disposition": 'attachment; filename="semafor-me.json"'}
    made = msgspec.json.format(msgspec.json.encode(await export_of(services, who)), indent=1)
    return Response(made, media_type=MediaType.JSON, headers=headers)


def door_of(request: AnyRequest) -> Door:
    """The host of a request, which was checked before; passkeys do not work with numeric addresses."""
    name = host_of(request)
    if is_number(name):
        raise SemaforError("no-passkeys-here")
    return Door(name, header_of(request, "host").lower())


@post("/api/me/passkeys/challenge", status_code=200)
async def ask_for_passkey(request: AnyRequest, services: TheServices) -> Response[PasskeyChallenge]:
    """Create a challenge for registering a passkey or signing in."""
    door, guest = door_of(request), await browser_of(request, services)
    asked = await services.passkeys.ask(guest.person, guest.asker.who.member, door)
    return Response(asked, cookies=guest.cookies)


@post("/api/me/passkeys", status_code=201)
async def add_passkey(request: AnyRequest, data: JSONBody[AddPasskey], services: TheServices) -> Me:
    """Register a passkey."""
    who, member = await member_of(request, services)
    assert who.cookie is not None
    await services.passkeys.add(who.cookie, member, data, door_of(request))
    return await services.accounts.me(who)


@post("/api/me/passkeys/enter", status_code=200)
async def enter_by_passkey(
    request: AnyRequest, data: JSONBody[UsePasskey], services: TheServices
) -> Response[Me]:
    """Sign in with a passkey."""
    door, guest = door_of(request), await nobody_yet(request, services)
    await services.passkeys.enter(guest.person, data, door)
    return await now_me(guest, services)


@post("/api/me/passkeys/remove", status_code=200)
async def remove_passkey(request: AnyRequest, data: JSONBody[RemovePasskey], services: TheServices) -> Me:
    """Remove a passkey."""
    who, member = await member_of(request, services)
    await services.passkeys.remove(member, data.number)
    return await services.accounts.me(who)


Short = Annotated[str, QueryParameter(max_length=64)]


@get("/api/me/memory")
async def show_memory(request: AnyRequest, services: TheServices) -> MemoryPage:
    """Show my history."""
    who, member = await member_of(request, services)
    name = (await services.store.read(select(members.c.name).where(members.c.id == member)))[0].name
    return await services.history.page(name, member, who.persons)


@get("/api/me/with/{friend:str}")
async def show_pair(request: AnyRequest, friend: FromPath[str], services: TheServices) -> PairPage:
    """Show my games with a friend."""
    who, member = await member_of(request, services)
    found = await services.history.pair(member, who.persons, friend)
    if found is None:
        raise SemaforError("not-found")
    return found


@get("/api/club")
async def show_club(services: TheServices, season: Short = "", board: Short = "") -> ClubTable:
    """Show the leaderboard."""
    return await services.history.leaderboard.page(season, board)
