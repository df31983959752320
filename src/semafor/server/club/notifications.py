"""Notifies people that it is their turn: a periodic task checks the tables with notifications.

It only reads stored tables, so decisions never wait for notifications. Each notification is claimed in the
database first: one process sends it, once per turn, also after a restart."""

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime
from typing import Any, Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec
from sqlalchemy import Row, select, update

from semafor.errors import SemaforError
from semafor.server import clock
from semafor.server.club.accounts import Accounts, Identity
from semafor.server.club.club_messages import NoticeSettings, QuietHours
from semafor.server.club.notification_sending import NotificationSender
from semafor.server.config import Config
from semafor.server.live.tables import LiveTables
from semafor.server.messages import TableCard
from semafor.server.periodic import PeriodicTask, log_failures
from semafor.server.storage import database_schema as db
from semafor.server.storage.store import Store


def check_zone(name: str) -> str:
    """Return a time zone name such as `Europe/Warsaw`; refused if it is unknown."""
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise SemaforError("bad-zone") from None
    return name


def is_quiet(begin: int, end: int, zone: str, now: float) -> bool:
    """Whether a moment lies between two times of day (minutes after midnight, may span midnight)."""
    local = datetime.fromtimestamp(now, ZoneInfo(zone))
    minute = local.hour * 60 + local.minute
    if begin <= end:
        return begin <= minute < end
    return minute >= begin or minute < end


ROUND_SECONDS = 10.0
NEVER_AGAIN = 1e18
"""Stored after the end of a game: nothing is left to notify about."""


class DueNotification(msgspec.Struct, frozen=True):
    """A reason to notify a person."""

    kind: Literal["turn", "over"]
    table: TableCard
    since: float
    seats: tuple[int, ...]


class TurnNotifier:
    """The periodic task."""

    def __init__(
        self, store: Store, accounts: Accounts, live: LiveTables, config: Config, sending: NotificationSender
    ) -> None:
        self._store, self._accounts, self._live, self._config = store, accounts, live, config
        self._sending = sending
        seconds = min(ROUND_SECONDS, max(0.05, config.notice_after))
        self.task = PeriodicTask("notices", seconds, self.make_round)
        self._visits: set[asyncio.Task[None]] = set()

    async def stop(self) -> None:
        """Stop; notifications that were not sent are sent after a restart."""
        await self.task.stop()
        for task in self._visits:
            task.cancel()
        await asyncio.gather(*self._visits, return_exceptions=True)
        await self._sending.close()

    def note_visit(self, table_id: str, persons: frozenset[str]) -> None:
        """Note that a person has visited a table, so that the next mail about it may be sent."""
        if self._config.mail and persons:
            task = asyncio.create_task(self._note_visit(table_id, persons))
            self._visits.add(task)
            task.add_done_callback(self._visits.discard)

    async def _note_visit(self, table_id: str, persons: frozenset[str]) -> None:
        unread = (
            (db.watches.c.table_id == table_id)
            & db.watches.c.person.in_(persons)
            & (db.watches.c.mailed > db.watches.c.seen)
        )
        with suppress(SemaforError):
            if await self._store.read(select(db.watches.c.person).where(unread)):
                await self._store.write(update(db.watches).where(unread).values(seen=clock.now()))

    async def settings(self, identity: Identity) -> NoticeSettings:
        """The quiet hours and mail address of a person."""
        rows = await self._store.read(
            select(db.quiet_hours).where(db.quiet_hours.c.person.in_(identity.persons))
        )
        quiet = QuietHours(rows[0].begin, rows[0].end, rows[0].zone) if rows else None
        mine = await self._store.read(
            select(db.mail_addresses).where(db.mail_addresses.c.member == identity.member)
        )
        address, sure = (mine[0].address, mine[0].confirmed) if mine else (None, False)
        return NoticeSettings(quiet, address, sure, self._sending.can_mail)

    async def make_round(self) -> None:
        """Send the notifications that are due."""
        columns = select(db.watches, db.tables.c.card).join(
            db.tables, db.tables.c.id == db.watches.c.table_id
        )
        changed = columns.where(db.tables.c.status != "open", db.tables.c.updated > db.watches.c.told)
        for row in await self._store.read(changed.where(db.watches.c.push | db.watches.c.mail)):
            with log_failures(self.task.log, "notice", row.table_id):
                await self._consider(row)

    async def _consider(self, row: Row[Any]) -> None:
        persons = await self._persons(row.person)
        found = await self._waiting(row, persons)
        if found is None or found.since <= row.told:
            return
        if self._is_there(found):
            await self._claim(row, found)
        elif clock.now() - found.since >= self._config.notice_after and not await self._is_quiet(persons):
            if await self._claim(row, found):
                await self._tell(row, found, persons)

    async def _persons(self, person: str) -> frozenset[str]:
        """All devices of the person who watches; the device they used may be signed out by now."""
        identity = await self._accounts.devices_of_person(person)
        return identity or frozenset({person})

    async def _waiting(self, row: Row[Any], persons: Iterable[str]) -> DueNotification | None:
        card = msgspec.json.decode(row.card, type=TableCard)
        mine = (db.holders.c.table_id == card.id) & db.holders.c.person.in_(list(persons))
        seats = [found.seat for found in await self._store.read(select(db.holders.c.seat).where(mine))]
        if card.status == "over":
            return DueNotification("over", card, NEVER_AGAIN, tuple(seats)) if seats else None
        asked = [
            card.seats[seat] for seat in seats if card.seats[seat].pending and card.seats[seat].level is None
        ]
        since = min((seat.since for seat in asked if seat.since is not None), default=None)
        return (
            None
            if since is None
            else DueNotification("turn", card, since, tuple(seat.seat for seat in asked))
        )

    def _is_there(self, found: DueNotification) -> bool:
        """Whether the person is connected to the table."""
        live = self._live.lives.get(found.table.id)
        return live is not None and bool(live.online & set(found.seats))

    async def _is_quiet(self, persons: Iterable[str]) -> bool:
        rows = await self._store.read(
            select(db.quiet_hours).where(db.quiet_hours.c.person.in_(list(persons)))
        )
        return any(is_quiet(row.begin, row.end, row.zone, clock.now()) for row in rows)

    async def _claim(self, row: Row[Any], found: DueNotification) -> bool:
        """Claim a notification; return whether this process sends it."""
        mine = (db.watches.c.table_id == row.table_id) & (db.watches.c.person == row.person)
        told = update(db.watches).where(mine, db.watches.c.told < found.since).values(told=found.since)
        return await self._store.change_row(told)

    async def _tell(self, row: Row[Any], found: DueNotification, persons: frozenset[str]) -> None:
        if row.push:
            await self._sending.push(found.kind, found.table, persons)
        if row.mail and found.kind == "turn" and row.mailed <= row.seen:
            if await self._sending.mail_turn(found.table, persons):
                mine = (db.watches.c.table_id == row.table_id) & (db.watches.c.person == row.person)
                await self._store.write(update(db.watches).where(mine).values(mailed=clock.now()))
