"""HTTP routes of notifications: push and mail per table, quiet hours, mail address."""

from typing import Any

from litestar import MediaType, get, post
from litestar.params import FromPath, JSONBody
from sqlalchemy import delete, insert, select, update

from semafor.errors import SemaforError
from semafor.server.club.account_api import member_of
from semafor.server.club.accounts import Who
from semafor.server.club.club_messages import (
    MailToken,
    Notices,
    NoticeSettings,
    PushTarget,
    SetMail,
    SetNotices,
    Success,
    WatchTable,
)
from semafor.server.club.mail import check_address
from semafor.server.club.notifications import check_zone
from semafor.server.club.web_push import Subscription, check_endpoint, encrypt
from semafor.server.http.requester import AnyRequest, requester_of
from semafor.server.services import Services, TheServices
from semafor.server.storage.database_schema import (
    mail_addresses,
    members,
    push_subscriptions,
    quiet_hours,
    watches,
)
from semafor.server.table.keys import hash_key

MOST_BROWSERS = 20
"""Push subscriptions per device; the oldest are dropped."""


# ---- a table -------------------------------------------------------------------------------------


@get("/api/tables/{table_id:str}/notices")
async def show_notices(request: AnyRequest, table_id: FromPath[str], services: TheServices) -> Notices:
    """Show my notification settings for a table."""
    return await _notices(services, (await requester_of(request, services)).who, table_id)


async def _notices(services: Services, who: Who, table_id: str) -> Notices:
    mine = (watches.c.table_id == table_id) & watches.c.person.in_(who.persons)
    rows = await services.store.read(select(watches.c.push, watches.c.mail).where(mine))
    return Notices(
        push=any(row.push for row in rows),
        mail=any(row.mail for row in rows),
        mail_possible=services.sending.can_mail and await _has_mail(services, who),
        offered=await _has_played_with_friends(services, who),
        key=await services.sending.public_key(),
    )


async def _has_mail(services: Services, who: Who) -> bool:
    mine = (mail_addresses.c.member == who.member) & mail_addresses.c.confirmed
    return bool(await services.store.read(select(mail_addresses.c.member).where(mine)))


async def _has_played_with_friends(services: Services, who: Who) -> bool:
    """Whether this person has finished a game with other people."""
    for card, seats in await services.store.tables_of(who.persons, ()):
        if card.status == "over" and any(
            one.kind == "person" and one.seat not in seats for one in card.seats
        ):
            return True
    return False


@post("/api/tables/{table_id:str}/notices", status_code=200)
async def watch_table(
    request: AnyRequest, table_id: FromPath[str], data: JSONBody[WatchTable], services: TheServices
) -> Notices:
    """Switch notifications for a table where I sit on or off."""
    asker = await requester_of(request, services)
    live = await services.tables.find(table_id)
    asker.seats_here(live.table)
    who = asker.who
    if who.cookie is None:
        raise SemaforError("not-yours", case="table")
    if data.target is not None:
        await _keep_target(services, who.cookie, data.target, data.language)
    mine = (watches.c.table_id == table_id) & watches.c.person.in_(who.persons)
    statements: list[Any] = [delete(watches).where(mine)]
    if data.push or data.mail:
        row = {"table_id": table_id, "person": who.cookie, "push": data.push, "mail": data.mail}
        statements.append(insert(watches).values(**row, told=0.0, mailed=0.0, seen=0.0))
    await services.store.write(*statements)
    return await _notices(services, who, table_id)


async def _keep_target(services: Services, person: str, target: PushTarget, language: str) -> None:
    """Store a push subscription; refused if its keys or its endpoint are not acceptable."""
    check_endpoint(target.endpoint, services.config.push_locally)
    try:
        encrypt(b"", Subscription(target.endpoint, target.p256dh, target.auth))
    except ValueError:
        raise SemaforError("bad-endpoint") from None
    known = hash_key(target.endpoint)
    mine = select(push_subscriptions.c.id).where(push_subscriptions.c.person == person)
    rows = await services.store.read(mine)
    spare = [row.id for row in rows][: max(0, len(rows) - MOST_BROWSERS + 1)]
    row = {"id": known, "person": person, "language": language, "endpoint": target.endpoint}
    await services.store.write(
        delete(push_subscriptions).where(push_subscriptions.c.id.in_([known, *spare])),
        insert(push_subscriptions).values(**row, p256dh=target.p256dh, auth=target.auth),
    )


# ---- me ------------------------------------------------------------------------------------------


@get("/api/me/notices")
async def show_settings(request: AnyRequest, services: TheServices) -> NoticeSettings:
    """Show my quiet hours and mail address."""
    return await services.notices.settings((await requester_of(request, services)).who)


@post("/api/me/notices", status_code=200)
async def set_quiet(request: AnyRequest, data: JSONBody[SetNotices], services: TheServices) -> NoticeSettings:
    """Set my quiet hours."""
    who = (await requester_of(request, services)).who
    if who.cookie is None:
        raise SemaforError("not-yours", case="table")
    statements: list[Any] = [delete(quiet_hours).where(quiet_hours.c.person.in_(who.persons))]
    if data.quiet is not None:
        row = {"begin": data.quiet.begin, "end": data.quiet.end, "zone": check_zone(data.quiet.zone)}
        statements.append(insert(quiet_hours).values(person=who.cookie, **row))
    await services.store.write(*statements)
    return await services.notices.settings(who)


@post("/api/me/mail", status_code=200)
async def set_mail(request: AnyRequest, data: JSONBody[SetMail], services: TheServices) -> NoticeSettings:
    """Set my mail address, which must be confirmed, or delete it."""
    who, member = await member_of(request, services)
    old = delete(mail_addresses).where(mail_addresses.c.member == member)
    if not data.address:
        await services.store.write(old)
        return await services.notices.settings(who)
    address = check_address(data.address)
    services.check_share(services.letters, request)
    if not services.letters.take(address.lower()):
        raise SemaforError("too-many")
    name = (await services.store.read(select(members.c.name).where(members.c.id == member)))[0].name
    row = {"member": member, "address": address, "language": data.language, "confirmed": False}
    await services.store.write(old, insert(mail_addresses).values(**row))
    await services.sending.mail_confirm(member, name, address, data.language)
    return await services.notices.settings(who)


@post("/api/mail/confirm", status_code=200)
async def confirm_mail(data: JSONBody[MailToken], services: TheServices) -> Success:
    """Confirm my mail address with the token of the first mail."""
    member = await services.sending.member_of("confirm", data.token)
    mine = mail_addresses.c.member == member
    await services.store.write(update(mail_addresses).where(mine).values(confirmed=True))
    return Success()


@post("/api/mail/stop/{token:str}", status_code=200, media_type=MediaType.JSON)
async def stop_mail(token: FromPath[str], services: TheServices) -> Success:
    """Unsubscribe from mail with the token of a mail (one-click unsubscribe)."""
    member = await services.sending.member_of("stop", token)
    await services.store.write(delete(mail_addresses).where(mail_addresses.c.member == member))
    return Success()
