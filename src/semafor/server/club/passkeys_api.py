"""Passkeys: make one, sign in by it on another device, remove it."""

from __future__ import annotations

from litestar import Response, post
from litestar.params import JSONBody

from semafor.errors import SemaforError
from semafor.server.club.me_api import member_of, nobody_yet, now_me
from semafor.server.club.passkey_proof import Door
from semafor.server.club.people_messages import AddPasskey, Me, PasskeyChallenge, RemovePasskey, UsePasskey
from semafor.server.http.asking import AnyRequest, guest_of
from semafor.server.http.identity import header_of, host_of, is_number
from semafor.server.services import TheServices


def door_of(request: AnyRequest) -> Door:
    """The host of a request, which was checked before; passkeys do not work with numeric addresses."""
    name = host_of(request)
    if is_number(name):
        raise SemaforError("no-passkeys-here")
    return Door(name, header_of(request, "host").lower())


@post("/api/me/passkeys/challenge", status_code=200)
async def ask_for_passkey(request: AnyRequest, services: TheServices) -> Response[PasskeyChallenge]:
    """Create a challenge for registering a passkey or signing in."""
    door, guest = door_of(request), await guest_of(request, services)
    asked = await services.passkeys.ask(guest.person, guest.asker.who.member, door)
    return Response(asked, cookies=guest.cookies)


@post("/api/me/passkeys", status_code=201)
async def add_passkey(request: AnyRequest, data: JSONBody[AddPasskey], services: TheServices) -> Me:
    """Register a passkey."""
    who, member = await member_of(request, services)
    assert who.cookie is not None
    await services.passkeys.add(who.cookie, member, data, door_of(request))
    return await services.people.me(who)


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
    return await services.people.me(who)


ROUTES = (ask_for_passkey, add_passkey, enter_by_passkey, remove_passkey)
