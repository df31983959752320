"""Export of everything that is stored about a person."""

from __future__ import annotations

from collections.abc import Collection

import msgspec
from sqlalchemy import select

from semafor.server.club.memory_messages import MemoryPage
from semafor.server.club.notice_messages import NoticeSettings
from semafor.server.club.people import Who
from semafor.server.club.people_messages import Me
from semafor.server.messages import TableCard
from semafor.server.services import Services
from semafor.server.storage.club_tables import push_subscriptions, watches
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
    me = await services.people.me(who)
    assert me.name is not None
    assert me.member is not None
    memory = await services.memory.page(me.name, me.member, who.persons)
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
