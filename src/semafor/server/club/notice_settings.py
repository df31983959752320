"""Notification settings as shown to their owner."""

from __future__ import annotations

from sqlalchemy import select

from semafor.server.club.notice_messages import NoticeSettings, QuietHours
from semafor.server.club.people import Who
from semafor.server.services import Services
from semafor.server.storage.club_tables import mail_addresses, quiet_hours


async def settings_of(services: Services, who: Who) -> NoticeSettings:
    """The quiet hours and mail address of a person."""
    rows = await services.store.read(select(quiet_hours).where(quiet_hours.c.person.in_(who.persons)))
    quiet = QuietHours(rows[0].begin, rows[0].end, rows[0].zone) if rows else None
    mine = await services.store.read(select(mail_addresses).where(mail_addresses.c.member == who.member))
    address, sure = (mine[0].address, mine[0].confirmed) if mine else (None, False)
    return NoticeSettings(quiet, address, sure, services.sending.can_mail)
