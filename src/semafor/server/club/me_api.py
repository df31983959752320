"""Me: take a name for life, join devices, sign out, be forgotten, take everything along."""

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
    """Who asks, with the name for life; refused without one."""
    who = (await who_asks(request, services)).who
    if who.member is None:
        raise SemaforError("no-name-yet")
    return who, who.member


async def nobody_yet(request: AnyRequest, services: Services) -> Guest:
    """Who asks; refused to who has a name already. Passphrases take work, so each address has a share."""
    services.check_share(services.phrases, request)
    guest = await guest_of(request, services)
    if guest.asker.who.member is not None:
        raise SemaforError("somebody-already")
    return guest


async def now_me(guest: Guest, services: Services) -> Response[Me]:
    """Who this browser has become."""
    me = await services.people.me(await services.people.who(guest.person))
    return Response(me, cookies=guest.cookies)


@get("/api/me")
async def show_me(request: AnyRequest, services: TheServices) -> Me:
    """Who I am."""
    return await services.people.me((await who_asks(request, services)).who)


@post("/api/me", status_code=201)
async def become_myself(
    request: AnyRequest, data: JSONBody[BecomeMyself], services: TheServices
) -> Response[Myself]:
    """Take a name for life."""
    guest = await nobody_yet(request, services)
    phrase = await services.people.become(guest.person, data.name, data.language, data.device)
    me = await services.people.me(await services.people.who(guest.person))
    return Response(Myself(me, phrase), status_code=201, cookies=guest.cookies)


@post("/api/me/join", status_code=200)
async def join_device(request: AnyRequest, data: JSONBody[JoinDevice], services: TheServices) -> Response[Me]:
    """Let this browser be mine too."""
    guest = await nobody_yet(request, services)
    if data.code:
        await services.people.join_by_code(guest.person, data.code, data.device)
    else:
        await services.people.join_by_phrase(guest.person, data.phrase, data.device)
    return await now_me(guest, services)


@post("/api/me/name", status_code=200)
async def rename_myself(request: AnyRequest, data: JSONBody[Rename], services: TheServices) -> Me:
    """Take another name."""
    who, member = await member_of(request, services)
    await services.people.rename(member, data.name)
    return await services.people.me(who)


@post("/api/me/phrase", status_code=200)
async def change_phrase(request: AnyRequest, data: JSONBody[NewPhrase], services: TheServices) -> Myself:
    """Another passphrase."""
    services.check_share(services.phrases, request)
    who, member = await member_of(request, services)
    phrase = await services.people.change_phrase(member, data.language)
    return Myself(await services.people.me(who), phrase)


@post("/api/me/code", status_code=200)
async def make_code(request: AnyRequest, services: TheServices) -> DeviceCode:
    """A code for one more device."""
    _, member = await member_of(request, services)
    return DeviceCode(*await services.people.make_code(member))


@post("/api/me/sign-out", status_code=200)
async def sign_out(request: AnyRequest, data: JSONBody[SignOut], services: TheServices) -> Response[Me]:
    """Let this browser, or another device, be mine no longer; keys that it was told open nothing."""
    who, member = await member_of(request, services)
    await services.engine.ready()
    me = await services.people.me(who)
    here = next(one.number for one in me.devices if one.here)
    number = here if data.device is None else data.device
    cookie = await services.people.sign_out(member, number)
    await services.devices.lock_keys(cookie)
    if number != here:
        return Response(await services.people.me(who))
    return Response(Me(None, None, None, ()), cookies=[new_person(services.config.secure_cookie)[1]])


@post("/api/me/forget", status_code=200)
async def forget_me(request: AnyRequest, services: TheServices) -> Response[Me]:
    """Give up my seats and delete all that is known of me."""
    who, _ = await member_of(request, services)
    await services.engine.ready()
    await services.devices.free_seats(who.persons)
    await services.people.forget(who)
    return Response(Me(None, None, None, ()), cookies=[new_person(services.config.secure_cookie)[1]])


@get("/api/me/export")
async def export_me(request: AnyRequest, services: TheServices) -> Response[bytes]:
    """All that is stored about me, as one file."""
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
