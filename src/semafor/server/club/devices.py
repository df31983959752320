"""What happens to seats when a device is signed out, or a person wants to be forgotten."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection
from contextlib import suppress

from semafor.errors import SemaforError
from semafor.server.live.live_table import LiveTable
from semafor.server.services import Services
from semafor.server.table import acts
from semafor.server.table.journal import Entry, Rekeyed
from semafor.server.table.keys import hash_key, new_key
from semafor.server.table.table import Table


async def lock_keys(services: Services, cookie: str) -> None:
    """Change the keys of the seats that a browser took; their person goes on by other devices."""
    async for live, seat in _unfinished(services, {cookie}):
        rekeyed = Rekeyed(seat, hash_key(new_key()))
        await services.tables.change(live, lambda table, entry=rekeyed: _if_held(table, cookie, entry))  # type: ignore[misc]  # mypy does not follow defaults of lambdas


def _if_held(table: Table, cookie: str, entry: Rekeyed) -> Entry:
    if table.seats[entry.seat].person != cookie:
        raise SemaforError("not-yours")
    return entry


async def free_seats(services: Services, persons: Collection[str]) -> None:
    """Give up every seat of a person in games that are not over."""
    async for live, seat in _unfinished(services, persons):
        with suppress(SemaforError):  # a bot may play there already
            await services.tables.change(live, lambda table, n=seat: acts.leave(table, n))  # type: ignore[misc]  # mypy does not follow defaults of lambdas


async def _unfinished(services: Services, persons: Collection[str]) -> AsyncIterator[tuple[LiveTable, int]]:
    """The seats of some browsers at tables whose game is not over."""
    for card, seats in await services.store.tables_of(persons, ()):
        if card.status == "over":
            continue
        with suppress(SemaforError):  # a table that cannot be read is nobody's to play
            live = await services.tables.find(card.id, newest=True)
            for seat in seats:
                yield live, seat
