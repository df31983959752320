"""All that is stored about a person, to take along."""

from __future__ import annotations

import msgspec

from semafor.server.club.messages import Me, MemoryPage, NoticeSettings
from semafor.server.club.notice_settings import settings_of
from semafor.server.club.people import Who
from semafor.server.messages import TableCard
from semafor.server.services import Services


class MySeat(msgspec.Struct, frozen=True):
    """A table, and where I sit there."""

    table: TableCard
    seats: tuple[int, ...]


class Export(msgspec.Struct, frozen=True):
    """The file."""

    me: Me
    tables: tuple[MySeat, ...]
    memory: MemoryPage
    notices: NoticeSettings


async def export_of(services: Services, who: Who) -> Export:
    """What there is of a person."""
    found = await services.store.tables_of(who.persons, (), limit=None)
    tables = tuple(MySeat(card, tuple(seats)) for card, seats in found)
    me = await services.people.me(who)
    assert me.name is not None
    assert me.member is not None
    memory = await services.memory.page(me.name, me.member, who.persons)
    return Export(me, tables, memory, await settings_of(services, who))
