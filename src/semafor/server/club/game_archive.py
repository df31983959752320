"""Results of finished games: stored by a periodic task, read in portions that do not block the event loop."""

from collections import OrderedDict, defaultdict
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

import msgspec
import structlog
from sqlalchemy import Row, func, insert, select

from semafor.server.club.ratings import RatedGame
from semafor.server.config import Config
from semafor.server.live.tables import LiveTables
from semafor.server.periodic import PeriodicTask
from semafor.server.server_errors import NoDatabase, Taken
from semafor.server.storage import database_schema as db
from semafor.server.storage.store import Store
from semafor.server.table.keys import GONE
from semafor.server.table.table import Seat, Table
from semafor.server.table.table_actions import REPLACEMENT

PORTION = 100
"""Games that are read at a time."""
CACHED_PEOPLE = 64
"""People whose games are kept until there is a new result."""


class ArchivedGame(NamedTuple):
    """A finished game with all its seats."""

    table: str
    finished: float
    board: str
    own_board: bool
    players: int
    counts: bool
    seats: list[Row[Any]]


class ArchiveState(NamedTuple):
    """Changes whenever a result is added or an account gets or loses a device."""

    games: int
    newest: float
    rated: int
    devices: int
    newest_device: float


class GameArchive:
    """Reads finished games and the accounts of their players."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._mine: OrderedDict[tuple[str, ...], tuple[ArchiveState, list[ArchivedGame]]] = OrderedDict()

    async def state(self) -> ArchiveState:
        """Return the state of the archive, which is cheap to read."""
        columns = (
            func.count().label("games"),
            func.coalesce(func.max(db.results.c.finished), 0.0).label("newest"),
            func.count().filter(db.results.c.counts).label("rated"),
        )
        (one,) = await self._store.read(select(*columns).select_from(db.results))
        added = func.coalesce(func.max(db.devices.c.added), 0.0).label("newest")
        (two,) = await self._store.read(select(func.count().label("number"), added).select_from(db.devices))
        return ArchiveState(one.games, one.newest, one.rated, two.number, two.newest)

    async def games_of(self, persons: Collection[str]) -> list[ArchivedGame]:
        """Return the games of a person, the newest first."""
        key, now = tuple(sorted(persons)), await self.state()
        known = self._mine.pop(key, None)
        if known is None or known[0] != now:
            mine = select(db.result_seats.c.table_id).where(db.result_seats.c.person.in_(key))
            known = (now, (await self.games(db.results.c.table_id.in_(mine)))[::-1])
        self._mine[key] = known
        while len(self._mine) > CACHED_PEOPLE:
            self._mine.popitem(last=False)
        return known[1]

    async def games(self, where: Any) -> list[ArchivedGame]:
        """Return games in the order in which they finished."""
        ordered = (
            select(db.results.c.table_id).where(where).order_by(db.results.c.finished, db.results.c.table_id)
        )
        tables = [row.table_id for row in await self._store.read(ordered)]
        found: list[ArchivedGame] = []
        for start in range(0, len(tables), PORTION):
            found += await self._portion(tables[start : start + PORTION])
        return found

    async def _portion(self, tables: Sequence[str]) -> list[ArchivedGame]:
        rows = await self._store.read(select(db.results).where(db.results.c.table_id.in_(tables)))
        games = {
            row.table_id: ArchivedGame(
                row.table_id, row.finished, row.board, row.own_board, row.players, row.counts, []
            )
            for row in rows
        }
        seats = select(db.result_seats).where(db.result_seats.c.table_id.in_(tables))
        for row in await self._store.read(seats.order_by(db.result_seats.c.seat)):
            games[row.table_id].seats.append(row)
        return [games[table] for table in tables if table in games]

    async def accounts(self, persons: Iterable[str]) -> dict[str, str]:
        """Return the account of each browser that belongs to one."""
        asked = sorted(set(persons))
        found: dict[str, str] = {}
        for start in range(0, len(asked), PORTION):
            query = select(db.devices.c.person, db.devices.c.member)
            some = query.where(db.devices.c.person.in_(asked[start : start + PORTION]))
            found |= {row.person: row.member for row in await self._store.read(some)}
        return found

    async def persons_of(self, member: str) -> frozenset[str]:
        """Return all browsers of an account."""
        rows = await self._store.read(select(db.devices.c.person).where(db.devices.c.member == member))
        return frozenset(row.person for row in rows)

    async def names(self, accounts: Iterable[str]) -> dict[str, str]:
        """Return the names of accounts."""
        asked = sorted(accounts)
        found: dict[str, str] = {}
        for start in range(0, len(asked), PORTION):
            query = select(db.members.c.id, db.members.c.name)
            some = query.where(db.members.c.id.in_(asked[start : start + PORTION]))
            found |= {row.id: row.name for row in await self._store.read(some)}
        return found


def rated_game(game: ArchivedGame, people: dict[str, str]) -> RatedGame | None:
    """The game as it is rated; None unless everyone is a bot or has an account, and nobody sits twice.

    A bot that a person was replaced by keeps the result; the person is ranked below everybody else.
    """
    persons = [_account(one, people) for one in game.seats if one.person]
    if None in persons or not persons or len(set(persons)) < len(persons):
        return None
    sides: dict[int, list[str]] = defaultdict(list)
    abandoned: list[str] = []
    for one in game.seats:
        account = str(_account(one, people)) if one.person else ""
        sides[one.side].append(f"bot:{one.level}" if one.level else account)
        if account and one.level:
            abandoned.append(account)
    if len(sides) < 2:
        return None
    ranks = {one.side: one.rank for one in game.seats}
    last = max(ranks.values()) + 1
    return RatedGame(
        (*(tuple(side) for side in sides.values()), *((one,) for one in abandoned)),
        (*(ranks[side] for side in sides), *(last for _ in abandoned)),
    )


def _account(one: Row[Any], people: dict[str, str]) -> str | None:
    """The account of a person's seat, or what stands for a deleted one; None for a browser."""
    return one.person if one.person.startswith(GONE) else people.get(one.person)


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
        noted = select(db.results.c.table_id)
        ended = (
            (db.tables.c.status == "over")
            & (db.tables.c.updated >= self._since)
            & db.tables.c.id.not_in(noted)
        )
        found = select(db.tables.c.id, db.tables.c.updated).where(
            ended, db.tables.c.id.not_in(list(self._unreadable))
        )
        rows = await self._store.read(found.order_by(db.tables.c.updated).limit(AT_ONCE))
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
    return [insert(db.results).values(**row), insert(db.result_seats).values(_seat_rows(table))]


def _seat_rows(table: Table) -> list[dict[str, Any]]:
    assert table.result is not None
    routes: dict[int, list[str]] = defaultdict(list)
    for route, owner in table.view(None).routes.items():
        routes[owner].append(route)
    table.drop_computed()
    return [
        {
            "table_id": table.id,
            "seat": number,
            "person": table.seats[number].person if table.seats[number].key else "",
            "name": _stored_name(table.seats[number]),
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


def _stored_name(seat: Seat) -> str:
    """The name that is stored; none for a deleted account."""
    return "" if seat.forgotten else seat.name
