"""HTTP routes of accounts: create, sign in, devices, passkeys, deletion and export."""

from __future__ import annotations

import msgspec
from litestar import MediaType, Response, get, post
from litestar.params import JSONBody

from semafor.errors import SemaforError
from semafor.server.club.export import export_of
from semafor.server.club.people import Who
from semafor.server.club.people_messages import (
    BecomeMyself,
    DeviceCode,
    JoinDevice,
    Me,
    Myself,
    NewPhrase,
    Rename,
    SignOut,
)
from semafor.server.http.asking import AnyRequest, Guest, guest_of, who_asks
from semafor.server.http.identity import new_person
from semafor.server.services import Services, TheServices


async def member_of(request: AnyRequest, services: Services) -> tuple[Who, str]:
    """The identity and account of a request; refused without an account."""
    who = (await who_asks(request, services)).who
    if who.member is None:
        raise SemaforError("no-name-yet")
    return who, who.member


async def nobody_yet(request: AnyRequest, services: Services) -> Guest:
    """The visitor of a request; refused with an account. Limited per address: hashing is expensive."""
    services.check_share(services.phrases, request)
    guest = await guest_of(request, services)
    if guest.asker.who.member is not None:
        raise SemaforError("somebody-already")
    return guest


async def now_me(guest: Guest, services: Services) -> Response[Me]:
    """The response for a browser that has just signed in."""
    me = await services.people.me(await services.people.who(guest.person))
    return Response(me, cookies=guest.cookies)


@get("/api/me")
async def show_me(request: AnyRequest, services: TheServices) -> Me:
    """Show my account."""
    return await services.people.me((await who_asks(request, services)).who)


@post("/api/me", status_code=201)
async def become_myself(
    request: AnyRequest, data: JSONBody[BecomeMyself], services: TheServices
) -> Response[Myself]:
    """Create an account."""
    guest = await nobody_yet(request, services)
    phrase = await services.people.become(guest.person, data.name, data.language, data.device)
    me = await services.people.me(await services.people.who(guest.person))
    return Response(Myself(me, phrase), status_code=201, cookies=guest.cookies)


@post("/api/me/join", status_code=200)
async def join_device(request: AnyRequest, data: JSONBody[JoinDevice], services: TheServices) -> Response[Me]:
    """Sign this browser in."""
    guest = await nobody_yet(request, services)
    if data.code:
        await services.people.join_by_code(guest.person, data.code, data.device)
    else:
        await services.people.join_by_phrase(guest.person, data.phrase, data.device)
    return await now_me(guest, services)


@post("/api/me/name", status_code=200)
async def rename_myself(request: AnyRequest, data: JSONBody[Rename], services: TheServices) -> Me:
    """Change my account name."""
    who, member = await member_of(request, services)
    await services.people.rename(member, data.name)
    return await services.people.me(who)


@post("/api/me/phrase", status_code=200)
async def change_phrase(request: AnyRequest, data: JSONBody[NewPhrase], services: TheServices) -> Myself:
    """Create a new passphrase, which replaces the old one."""
    services.check_share(services.phrases, request)
    who, member = await member_of(request, services)
    phrase = await services.people.change_phrase(member, data.language)
    return Myself(await services.people.me(who), phrase)


@post("/api/me/code", status_code=200)
async def make_code(request: AnyRequest, services: TheServices) -> DeviceCode:
    """Create a code that signs in one more device."""
    _, member = await member_of(request, services)
    return DeviceCode(*await services.people.make_code(member))


@post("/api/me/sign-out", status_code=200)
async def sign_out(request: AnyRequest, data: JSONBody[SignOut], services: TheServices) -> Response[Me]:
    """Sign out this browser or another device of mine; seat keys that it knows stop working."""
    who, member = await member_of(request, services)
    await services.engine.ready()
    me = await services.people.me(who)
    here = next(one.number for one in me.devices if one.here)
    number = here if data.device is None else data.device
    cookie = await services.people.sign_out(member, number)
    services.close_sockets({cookie})
    await services.devices.lock_keys(cookie)
    if number != here:
        return Response(await services.people.me(who))
    return Response(Me(None, None, None, ()), cookies=[new_person(services.config.secure_cookie)[1]])


@post("/api/me/forget", status_code=200)
async def forget_me(request: AnyRequest, services: TheServices) -> Response[Me]:
    """Delete my account and give up my seats."""
    who, _ = await member_of(request, services)
    await services.engine.ready()
    await services.devices.free_seats(who.persons)
    await services.people.forget(who)
    services.close_sockets(who.persons)
    return Response(Me(None, None, None, ()), cookies=[new_person(services.config.secure_cookie)[1]])


@get("/api/me/export")
async def export_me(request: AnyRequest, services: TheServices) -> Response[bytes]:
    """Export everything that is stored about me as one file."""
    who, _ = await member_of(request, services)
    headers = {"Content-Disposition": 'attachment; filename="semafor-me.json"'}
    made = msgspec.json.format(msgspec.json.encode(await export_of(services, who)), indent=1)
    return Response(made, media_type=MediaType.JSON, headers=headers)


ROUTES = (
    show_me,
    become_myself,
    join_device,
    rename_myself,
    change_phrase,
    make_code,
    sign_out,
    forget_me,
    export_me,
)
