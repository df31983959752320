"""Stores the results of finished games: a periodic task looks for those that are not stored yet."""

from collections import defaultdict
from contextlib import suppress
from typing import Any

import msgspec
import structlog
from sqlalchemy import insert, select

from semafor.server.config import Config
from semafor.server.live.tables import LiveTables
from semafor.server.periodic import PeriodicTask
from semafor.server.storage.database_schema import result_seats, results, tables
from semafor.server.storage.store import NoDatabase, Store
from semafor.server.storage.writer import Taken
from semafor.server.table.acts import REPLACEMENT
from semafor.server.table.seat import Seat
from semafor.server.table.table import Table

AT_ONCE = 20
"""Tables per round, so that a large archive is processed in steps."""
MARGIN = 3600.0
"""Seconds by which the clocks of several servers may differ, with a margin."""
log = structlog.get_logger("semafor.results")


class ResultRecorder:
    """The periodic task."""

    def __init__(self, store: Store, live: LiveTables, config: Config) -> None:
        self._store, self._live = store, live
        self._since = 0.0
        self._unreadable: set[str] = set()
        self.task = PeriodicTask("results", config.check_seconds, self.make_rounds)

    async def make_rounds(self) -> None:
        """Store all missing results."""
        while await self.make_round():
            pass

    async def make_round(self) -> bool:
        """Store some missing results; return whether there may be more."""
        noted = select(results.c.table_id)
        ended = (tables.c.status == "over") & (tables.c.updated >= self._since) & tables.c.id.not_in(noted)
        found = select(tables.c.id, tables.c.updated).where(ended, tables.c.id.not_in(list(self._unreadable)))
        rows = await self._store.read(found.order_by(tables.c.updated).limit(AT_ONCE))
        for row in rows:
            await self._note(row.id)
        if rows:
            self._since = max(self._since, rows[-1].updated - MARGIN)
        return len(rows) == AT_ONCE

    async def _note(self, table_id: str) -> None:
        table = await self._table(table_id)
        if table is None or table.result is None:
            self._unreadable.add(table_id)
            return
        with suppress(Taken):  # another process was faster
            await self._store.write(*_statements(table))

    async def _table(self, table_id: str) -> Table | None:
        """The finished table; None if it cannot be loaded."""
        live = self._live.lives.get(table_id)
        try:
            if live is not None and live.table.status == "over":
                table = live.table
            else:
                stored = await self._store.load(table_id)
                assert stored is not None
                table = await self._live.loader.rebuild(await self._live.loader.on_its_board(stored))
            await self._live.look(table)
            return table
        except NoDatabase:
            raise  # a later round tries again
        except Exception as error:
            log.warning("result not noted", error=type(error).__name__)
            return None


def _statements(table: Table) -> list[Any]:
    """The statements that store a finished game."""
    assert table.result is not None
    row = {
        "table_id": table.id,
        "finished": table.updated,
        "board": table.setup.board.name[:64],
        "own_board": table.own_board,
        "players": len(table.seats),
        "counts": table.counts and not table.own_board,
    }
    return [insert(results).values(**row), insert(result_seats).values(_seat_rows(table))]


def _seat_rows(table: Table) -> list[dict[str, Any]]:
    assert table.result is not None
    routes: dict[int, list[str]] = defaultdict(list)
    for route, owner in table.view(None).routes.items():
        routes[owner].append(route)
    table.forget_sights()
    return [
        {
            "table_id": table.id,
            "seat": number,
            "person": table.seats[number].person if table.seats[number].key else "",
            "name": _name(table.seats[number]),
            "level": _level(table.seats[number]),
            "side": side.side,
            "rank": side.rank,
            "total": side.total,
            "won": number in table.result.winners,
            "completed": side.completed,
            "failed": len(side.tickets) - side.completed,
            "routes": msgspec.json.encode(routes[number]).decode(),
        }
        for side in table.result.sides
        for number in side.seats
    ]


def _level(seat: Seat) -> str | None:
    """The level of the bot whose result it is, also if a person abandoned the game to it."""
    if seat.key:
        return REPLACEMENT if seat.abandoned else None
    return seat.bot


def _name(seat: Seat) -> str:
    """The name that is stored; none for a deleted account."""
    return "" if seat.forgotten else seat.name
