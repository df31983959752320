"""HTTP routes of notifications: push and mail per table, quiet hours, mail address."""

from typing import Any

from litestar import MediaType, get, post
from litestar.params import FromPath, JSONBody
from sqlalchemy import delete, insert, select, update

from semafor.errors import SemaforError
from semafor.server.club import club_messages as msg
from semafor.server.club.account_api import member_of
from semafor.server.club.accounts import Identity
from semafor.server.club.mail import check_address
from semafor.server.club.notifications import check_zone
from semafor.server.club.web_push import Subscription, check_endpoint, encrypt
from semafor.server.http.identity import AnyRequest, requester_of
from semafor.server.services import Services, TheServices
from semafor.server.storage import database_schema as db
from semafor.server.table.keys import hash_key

MOST_BROWSERS = 20
"""Push subscriptions per device; the oldest are dropped."""


# ---- a table -------------------------------------------------------------------------------------


@get("/api/tables/{table_id:str}/notices")
async def show_notices(request: AnyRequest, table_id: FromPath[str], services: TheServices) -> msg.Notices:
    """Show my notification settings for a table."""
    return await _notices(services, (await requester_of(request, services)).identity, table_id)


async def _notices(services: Services, identity: Identity, table_id: str) -> msg.Notices:
    mine = (db.watches.c.table_id == table_id) & db.watches.c.person.in_(identity.persons)
    rows = await services.store.read(select(db.watches.c.push, db.watches.c.mail).where(mine))
    return msg.Notices(
        push=any(row.push for row in rows),
        mail=any(row.mail for row in rows),
        mail_possible=services.sending.can_mail and await _has_mail(services, identity),
        offered=await _has_played_with_friends(services, identity),
        key=await services.sending.public_key(),
    )


async def _has_mail(services: Services, identity: Identity) -> bool:
    mine = (db.mail_addresses.c.member == identity.member) & db.mail_addresses.c.confirmed
    return bool(await services.store.read(select(db.mail_addresses.c.member).where(mine)))


async def _has_played_with_friends(services: Services, identity: Identity) -> bool:
    """Whether this person has finished a game with other people."""
    for card, seats in await services.store.tables_of(identity.persons, ()):
        if card.status == "over" and any(
            one.kind == "person" and one.seat not in seats for one in card.seats
        ):
            return True
    return False


@post("/api/tables/{table_id:str}/notices", status_code=200)
async def watch_table(
    request: AnyRequest, table_id: FromPath[str], data: JSONBody[msg.WatchTable], services: TheServices
) -> msg.Notices:
    """Switch notifications for a table where I sit on or off."""
    requester = await requester_of(request, services)
    live = await services.tables.find(table_id)
    requester.seats_here(live.table)
    identity = requester.identity
    if identity.cookie is None:
        raise SemaforError("not-yours", case="table")
    if data.target is not None:
        await _keep_target(services, identity.cookie, data.target, data.language)
    mine = (db.watches.c.table_id == table_id) & db.watches.c.person.in_(identity.persons)
    statements: list[Any] = [delete(db.watches).where(mine)]
    if data.push or data.mail:
        row = {"table_id": table_id, "person": identity.cookie, "push": data.push, "mail": data.mail}
        statements.append(insert(db.watches).values(**row, told=0.0, mailed=0.0, seen=0.0))
    await services.store.write(*statements)
    return await _notices(services, identity, table_id)


async def _keep_target(services: Services, person: str, target: msg.PushTarget, language: str) -> None:
    """Store a push subscription; refused if its keys or its endpoint are not acceptable."""
    check_endpoint(target.endpoint, services.config.push_locally)
    try:
        encrypt(b"", Subscription(target.endpoint, target.p256dh, target.auth))
    except ValueError:
        raise SemaforError("bad-endpoint") from None
    known = hash_key(target.endpoint)
    mine = select(db.push_subscriptions.c.id).where(db.push_subscriptions.c.person == person)
    rows = await services.store.read(mine)
    spare = [row.id for row in rows][: max(0, len(rows) - MOST_BROWSERS + 1)]
    row = {"id": known, "person": person, "language": language, "endpoint": target.endpoint}
    await services.store.write(
        delete(db.push_subscriptions).where(db.push_subscriptions.c.id.in_([known, *spare])),
        insert(db.push_subscriptions).values(**row, p256dh=target.p256dh, auth=target.auth),
    )


# ---- me ------------------------------------------------------------------------------------------


@get("/api/me/notices")
async def show_settings(request: AnyRequest, services: TheServices) -> msg.NoticeSettings:
    """Show my quiet hours and mail address."""
    return await services.notifier.settings((await requester_of(request, services)).identity)


@post("/api/me/notices", status_code=200)
async def set_quiet(
    request: AnyRequest, data: JSONBody[msg.SetNotices], services: TheServices
) -> msg.NoticeSettings:
    """Set my quiet hours."""
    identity = (await requester_of(request, services)).identity
    if identity.cookie is None:
        raise SemaforError("not-yours", case="table")
    statements: list[Any] = [delete(db.quiet_hours).where(db.quiet_hours.c.person.in_(identity.persons))]
    if data.quiet is not None:
        row = {"begin": data.quiet.begin, "end": data.quiet.end, "zone": check_zone(data.quiet.zone)}
        statements.append(insert(db.quiet_hours).values(person=identity.cookie, **row))
    await services.store.write(*statements)
    return await services.notifier.settings(identity)


@post("/api/me/mail", status_code=200)
async def set_mail(
    request: AnyRequest, data: JSONBody[msg.SetMail], services: TheServices
) -> msg.NoticeSettings:
    """Set my mail address, which must be confirmed, or delete it."""
    identity, member = await member_of(request, services)
    old = delete(db.mail_addresses).where(db.mail_addresses.c.member == member)
    if not data.address:
        await services.store.write(old)
        return await services.notifier.settings(identity)
    address = check_address(data.address)
    services.check_limit(services.mail_limit, request)
    if not services.mail_limit.take(address.lower()):
        raise SemaforError("too-many")
    name = (await services.store.read(select(db.members.c.name).where(db.members.c.id == member)))[0].name
    row = {"member": member, "address": address, "language": data.language, "confirmed": False}
    await services.store.write(old, insert(db.mail_addresses).values(**row))
    await services.sending.mail_confirm(member, name, address, data.language)
    return await services.notifier.settings(identity)


@post("/api/mail/confirm", status_code=200)
async def confirm_mail(data: JSONBody[msg.MailToken], services: TheServices) -> msg.Success:
    """Confirm my mail address with the token of the first mail."""
    member = await services.sending.member_of("confirm", data.token)
    mine = db.mail_addresses.c.member == member
    await services.store.write(update(db.mail_addresses).where(mine).values(confirmed=True))
    return msg.Success()


@post("/api/mail/stop/{token:str}", status_code=200, media_type=MediaType.JSON)
async def stop_mail(token: FromPath[str], services: TheServices) -> msg.Success:
    """Unsubscribe from mail with the token of a mail (one-click unsubscribe)."""
    member = await services.sending.member_of("stop", token)
    await services.store.write(delete(db.mail_addresses).where(db.mail_addresses.c.member == member))
    return msg.Success()
