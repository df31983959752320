"""Seats of signed-out devices and deleted accounts: their keys are replaced, or the seats are given up."""

from collections.abc import Collection, Sequence
from functools import partial
from typing import Any

from sqlalchemy import ColumnElement, Row, select

from semafor.errors import SemaforError
from semafor.server.live.live_table import LiveTable
from semafor.server.live.tables import LiveTables
from semafor.server.periodic import PeriodicTask, log_failures
from semafor.server.server_errors import PERMANENT
from semafor.server.storage import database_schema as db
from semafor.server.storage.store import Store
from semafor.server.table import table_actions as actions
from semafor.server.table.journal import Entry, Forgotten, Rekeyed
from semafor.server.table.keys import NOBODYS, nobody, nobodys_key
from semafor.server.table.table import Table

ROUND_SECONDS = 10.0


class Devices:
    """Revokes access to seats; a periodic task finishes what was interrupted."""

    def __init__(self, store: Store, live: LiveTables) -> None:
        self._store, self._live = store, live
        self._unreadable: set[str] = set()
        """Tables that cannot be loaded, so nobody plays there."""
        self.task = PeriodicTask("devices", ROUND_SECONDS, self.lock_keys)

    async def lock_keys(self, device: str | None = None) -> None:
        """Replace the keys of the seats taken by a signed-out device, or by all signed-out devices.

        The person keeps the seats and uses them from other devices.
        """
        signed_out = db.devices.c.signed_out if device is None else db.devices.c.person == device
        whose = db.holders.c.person.in_(select(db.devices.c.person).where(signed_out))
        for row in await self._unfinished(whose & ~db.holders.c.key.startswith(NOBODYS)):
            with log_failures(self.task.log, "seat", row.table_id):
                live = await self._find(row.table_id)
                await self._live.change(live, partial(_lock, number=row.seat, person=row.person))

    async def free_seats(self, persons: Collection[str]) -> None:
        """Give up every seat of a person in unfinished games; no key or device opens them afterwards."""
        for row in await self._unfinished(db.holders.c.person.in_(list(persons))):
            with log_failures(self.task.log, "seat", row.table_id):
                live = await self._find(row.table_id)
                await self._leave(live, row.seat)
                if live.table.seats[row.seat].person == row.person:
                    await self._live.change(live, partial(_forget, number=row.seat, person=row.person))

    async def _leave(self, live: LiveTable, number: int) -> None:
        try:
            await self._live.change(live, partial(actions.leave, number=number))
        except SemaforError as error:
            if error.code not in ("away-already", "dealing"):  # a bot plays there, or it is being dealt
                raise

    async def _unfinished(self, whose: ColumnElement[bool]) -> Sequence[Row[Any]]:
        """Matching seats at tables whose game is not over."""
        seats = select(db.holders.c.table_id, db.holders.c.seat, db.holders.c.person)
        joined = seats.join(db.tables, db.tables.c.id == db.holders.c.table_id).where(
            db.tables.c.status != "over", whose
        )
        return [row for row in await self._store.read(joined) if row.table_id not in self._unreadable]

    async def _find(self, table_id: str) -> LiveTable:
        try:
            return await self._live.find(table_id, newest=True)
        except PERMANENT:
            self._unreadable.add(table_id)
            raise


def _lock(table: Table, number: int, person: str) -> Entry:
    _check_held(table, number, person)
    return Rekeyed(number, nobodys_key())


def _forget(table: Table, number: int, person: str) -> Entry:
    _check_held(table, number, person)
    return Forgotten(number, nobody())


def _check_held(table: Table, number: int, person: str) -> None:
    if table.seats[number].person != person:
        raise SemaforError("not-yours")
