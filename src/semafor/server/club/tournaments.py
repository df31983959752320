"""Tournaments: the server creates and seats the tables of each round and starts the next when all have ended.

Every step is decided by a database transaction and can be repeated: the pairings of a round are stored once,
and the ids of tables are derived from them. A server that dies in between leaves nothing half done."""

import asyncio
import random
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import msgspec
from sqlalchemy import Row, delete, insert, select, update

from semafor.errors import BadSetup, SemaforError
from semafor.server import clock
from semafor.server.club import pairing
from semafor.server.club.accounts import Accounts
from semafor.server.club.club_messages import NewTournament
from semafor.server.config import Config
from semafor.server.live.tables import LiveTables
from semafor.server.messages import CreateTable, Level, SeatPlan
from semafor.server.periodic import PeriodicTask, log_failures
from semafor.server.server_errors import Taken
from semafor.server.storage import database_schema as db
from semafor.server.storage.store import Store
from semafor.server.table import journal as en
from semafor.server.table.keys import hash_key, new_id, new_key, next_id
from semafor.server.table.setup import make_setup
from semafor.server.table.table_actions import REPLACEMENT
from semafor.server.table.text import clean_name


def bot_rows(tournament: str, levels: Sequence[Level], first: int) -> list[dict[str, Any]]:
    """Rows of bots that enter, numbered from `first`."""
    return [
        {"tournament": tournament, "number": n, "member": None, "level": level, "name": ""}
        for n, level in enumerate(levels, first)
    ]


def bot_changes(
    tournament: str, numbers: Sequence[int], bots: Sequence[Any], levels: Sequence[Level], begun: bool
) -> list[Any]:
    """Statements that change the bots of a tournament to these levels."""
    mine = db.entrants.c.tournament == tournament
    changes: list[Any] = [
        update(db.entrants).where(mine, db.entrants.c.number == bot.number).values(level=level)
        for bot, level in zip(bots, levels, strict=False)
        if bot.level != level
    ]
    extra = mine & db.entrants.c.number.in_([bot.number for bot in bots[len(levels) :]])
    if len(bots) > len(levels):
        changes.append(
            update(db.entrants).where(extra).values(withdrawn=True)
            if begun
            else delete(db.entrants).where(extra)
        )
    if len(levels) > len(bots):
        fresh = bot_rows(tournament, levels[len(bots) :], max(numbers, default=0) + 1)
        changes.append(insert(db.entrants).values(fresh))
    return changes


MOST_ENTRANTS = 64


class LoadedTournament(msgspec.Struct, frozen=True):
    """A tournament with its entrants, rounds and results."""

    row: Any
    setup: NewTournament
    entrants: tuple[Any, ...]
    rounds: tuple[tuple[Any, ...], ...]
    """The pairings of each round so far."""
    seated: dict[str, dict[int, Any]]
    """For finished tables: the result of each seat."""
    made: frozenset[str]
    """Ids of the tables that have been created."""
    last_round: int
    """Total number of rounds."""

    @property
    def numbers(self) -> list[int]:
        """Numbers of all entrants."""
        return [one.number for one in self.entrants]

    @property
    def active(self) -> list[int]:
        """Numbers of the entrants who play the next round."""
        return [one.number for one in self.entrants if not one.withdrawn]

    @property
    def tables(self) -> list[Row[Any]]:
        """The pairings of all rounds."""
        return [row for one in self.rounds for row in one]

    @property
    def standings(self) -> list[pairing.EntrantStanding]:
        """The standings, best first."""
        return pairing.standings(
            self.numbers, [_ended(self, one) for one in self.tables if one.table_id in self.seated]
        )


def seats_of(row: Row[Any]) -> list[int]:
    """The entrants at a table, by seat."""
    return msgspec.json.decode(row.seats, type=list[int])


def _ended(found: LoadedTournament, row: Row[Any]) -> list[pairing.SeatResult]:
    ended = found.seated[row.table_id]
    return [
        pairing.SeatResult(one, ended[n].rank, ended[n].total)
        for n, one in enumerate(seats_of(row))
        if n in ended
    ]


class TournamentRunner:
    """Creates tournaments and runs their rounds."""

    def __init__(self, store: Store, accounts: Accounts, live: LiveTables, config: Config) -> None:
        self._store, self._accounts, self._live = store, accounts, live
        self._pairing = asyncio.Lock()
        self.task = PeriodicTask("tournaments", config.check_seconds, self.make_round)

    async def make_round(self) -> None:
        """Advance every tournament that is being played."""
        playing = select(db.tournaments.c.id).where(db.tournaments.c.status == "playing")
        for row in await self._store.read(playing):
            with log_failures(self.task.log, "tournament", row.id):
                await self._lead(row.id)

    # ---- reading -----------------------------------------------------------------------------

    async def find(self, tournament: str) -> LoadedTournament:
        """Load a tournament; refused if there is none."""
        rows = await self._store.read(select(db.tournaments).where(db.tournaments.c.id == tournament))
        if not rows:
            raise SemaforError("no-such-tournament")
        known = await self._store.read(
            select(db.entrants).where(db.entrants.c.tournament == tournament).order_by(db.entrants.c.number)
        )
        paired = await self._store.read(
            select(db.pairings)
            .where(db.pairings.c.tournament == tournament)
            .order_by(db.pairings.c.round, db.pairings.c.number)
        )
        rounds = [tuple(one for one in paired if one.round == n) for n in range(1, rows[0].round + 1)]
        setup = msgspec.json.decode(rows[0].setup, type=NewTournament)
        made = frozenset(await self._store.versions([one.table_id for one in paired]))
        last = await self._last_round(setup, len(known))
        return LoadedTournament(
            rows[0], setup, tuple(known), tuple(rounds), await self._seated(paired), made, last
        )

    async def _last_round(self, setup: NewTournament, players: int) -> int:
        """Total number of rounds. The schedule is computed in a thread, since it can take a second."""
        if setup.kind != "all":
            return setup.rounds
        async with self._pairing:
            return await asyncio.to_thread(pairing.all_rounds, players, setup.table_size)

    async def _seated(self, paired: Sequence[Row[Any]]) -> dict[str, dict[int, Any]]:
        tables = [one.table_id for one in paired]
        ended: dict[str, dict[int, Any]] = {}
        for row in await self._store.read(
            select(db.result_seats).where(db.result_seats.c.table_id.in_(tables))
        ):
            ended.setdefault(row.table_id, {})[row.seat] = row
        return ended

    async def of(self, member: str) -> list[Row[Any]]:
        """The tournaments that an account hosts or has entered, newest first."""
        part = select(db.entrants.c.tournament).where(db.entrants.c.member == member)
        mine = (db.tournaments.c.host == member) | db.tournaments.c.id.in_(part)
        return list(
            await self._store.read(
                select(db.tournaments).where(mine).order_by(db.tournaments.c.created.desc()).limit(100)
            )
        )

    # ---- before the start --------------------------------------------------------------------

    async def create(self, member: str, wish: NewTournament, owner: str) -> str:
        """Create a tournament and enter its host; its bots take the turns of this owner. Returns its id."""
        name = clean_name(wish.name)
        await asyncio.to_thread(make_setup, self._wish(wish, [SeatPlan("bot")] * wish.table_size), "", None)
        tournament = new_id()
        row = {
            "id": tournament,
            "name": name,
            "host": member,
            "owner": owner,
            "created": clock.now(),
            "round": 0,
        }
        bots = bot_rows(tournament, wish.bots, 1)
        made = insert(db.tournaments).values(**row, status="open", setup=msgspec.json.encode(wish).decode())
        await self._write(made, *([insert(db.entrants).values(bots)] if bots else []))
        await self.enter(tournament, member)
        return tournament

    async def enter(self, tournament: str, member: str) -> None:
        """Enter a tournament."""
        found = await self._open(tournament)
        if any(one.member == member for one in found.entrants):
            return
        if len(found.entrants) >= MOST_ENTRANTS:
            raise SemaforError("too-many")
        name = (await self._store.read(select(db.members.c.name).where(db.members.c.id == member)))[0].name
        row = {"number": max(found.numbers, default=0) + 1, "member": member, "level": None, "name": name}
        await self._write(insert(db.entrants).values(tournament=tournament, **row))

    async def leave(self, tournament: str, member: str) -> None:
        """Leave a tournament before its start."""
        await self._open(tournament)
        mine = (db.entrants.c.tournament == tournament) & (db.entrants.c.member == member)
        await self._write(delete(db.entrants).where(mine))

    async def withdraw(self, tournament: str, member: str, number: int) -> None:
        """Withdraw an entrant from the coming rounds; before the first round they are removed."""
        found = await self._led_by(tournament, member)
        if number not in found.active:
            raise SemaforError("no-such-entrant")
        one = (db.entrants.c.tournament == tournament) & (db.entrants.c.number == number)
        gone = (
            delete(db.entrants) if found.row.status == "open" else update(db.entrants).values(withdrawn=True)
        )
        await self._write(gone.where(one))

    async def change_bots(self, tournament: str, member: str, levels: Sequence[Level]) -> None:
        """Replace the bots that take part, from the next round on."""
        found = await self._led_by(tournament, member)
        bots = [one for one in found.entrants if one.level and not one.withdrawn]
        begun = found.row.status != "open"
        if len(levels) > len(bots) and begun and found.setup.kind == "all":
            raise SemaforError("already-started")  # the schedule is fixed
        if len(found.entrants) - len(bots) + len(levels) > MOST_ENTRANTS:
            raise SemaforError("too-many")
        await self._write(*bot_changes(tournament, found.numbers, bots, levels, begun))

    async def _led_by(self, tournament: str, member: str) -> LoadedTournament:
        """Load a tournament that is not over; refused unless this account is its host."""
        found = await self.find(tournament)
        if found.row.host != member:
            raise SemaforError("not-host", case="host")
        if found.row.status == "over":
            raise SemaforError("tournament-over")
        return found

    async def begin(self, tournament: str, member: str) -> None:
        """Start the first round."""
        found = await self._open(tournament)
        if found.row.host != member:
            raise SemaforError("not-host", case="host")
        if len(found.active) < 2:
            raise SemaforError("too-few-entrants")
        if found.last_round > pairing.MOST_ROUNDS:
            raise SemaforError("too-many")
        await self._next_round(found)
        await self._lead(tournament)

    async def _open(self, tournament: str) -> LoadedTournament:
        found = await self.find(tournament)
        if found.row.status != "open":
            raise SemaforError("already-started")
        return found

    # ---- round after round -------------------------------------------------------------------

    async def _lead(self, tournament: str) -> None:
        """Create the missing tables of the round; start the next round when all tables are over."""
        found = await self.find(tournament)
        if not found.rounds or found.row.status != "playing":
            return
        waiting = [one for one in found.rounds[-1] if one.table_id not in found.seated]
        for row in waiting:
            if row.table_id not in found.made:
                await self._make_table(found, row)
        if waiting:
            return
        if found.row.round >= found.last_round or len(found.active) < 2:
            await self._write(
                update(db.tournaments).where(db.tournaments.c.id == tournament).values(status="over")
            )
        else:
            await self._next_round(found)
            await self._lead(tournament)

    async def _next_round(self, found: LoadedTournament) -> None:
        """Store the pairings of the next round; if several processes do so, the first one wins."""
        number, secret = found.row.round + 1, await self._store.secret("tournaments", new_key())
        rows = [
            {
                "tournament": found.row.id,
                "round": number,
                "number": n,
                "table_id": next_id(f"{found.row.id} {number} {n}", secret),
                "seats": msgspec.json.encode(table).decode(),
            }
            for n, table in enumerate(await asyncio.to_thread(_pair, found))
        ]
        here = (db.tournaments.c.id == found.row.id) & (db.tournaments.c.round == found.row.round)
        onward = update(db.tournaments).where(here).values(round=number, status="playing")
        with suppress(Taken):
            await self._store.write(onward, insert(db.pairings).values(rows), must_change=1)

    async def _make_table(self, found: LoadedTournament, row: Row[Any]) -> None:
        """Create the table of a pairing with everyone seated, and start its game."""
        known = {one.number: one for one in found.entrants}
        plans: list[SeatPlan] = []
        entries: list[en.Entry] = []
        for seat, number in enumerate(seats_of(row)):
            one = known.get(number)
            person = await self._person(one.member) if one is not None and one.member else None
            if one is None or person is None:
                level = REPLACEMENT if one is None else one.level or REPLACEMENT
                plans.append(SeatPlan("bot", level=level))
            else:
                plans.append(SeatPlan("friend"))
                entries.append(en.Sat(seat, one.name, person, hash_key(new_key()), False, True))
        wish = self._wish(found.setup, plans)
        setup = await asyncio.to_thread(make_setup, wish, new_key(), None)
        with suppress(Taken):  # another process was faster
            await self._live.create(row.table_id, setup, entries, found.row.owner, start=True)

    async def _person(self, member: str) -> str | None:
        """One device of an account, which represents all of them."""
        return min(await self._accounts.persons_of(member), default=None)

    def _wish(self, setup: NewTournament, plans: list[SeatPlan]) -> CreateTable:
        return CreateTable(
            tuple(plans),
            board=setup.board,
            time=setup.time,
            pace="normal" if any(plan.kind != "bot" for plan in plans) else "instant",
            rate=setup.rate,
        )

    async def _write(self, *statements: Any) -> None:
        try:
            await self._store.write(*statements)
        except Taken:
            raise BadSetup("bad-request", reason="twice at once") from None


def _pair(found: LoadedTournament) -> pairing.Round:
    """Compute the pairings of the next round."""
    dice, active = random.Random(f"{found.row.id} {found.row.round}"), set(found.active)
    if found.setup.kind == "all":
        tables = pairing.all_round(found.numbers, found.setup.table_size, found.row.round, dice)
        return [_filled(one, active) for one in tables if active.intersection(one)]
    order = [line.entrant for line in found.standings if line.entrant in active]
    if not found.rounds:
        dice.shuffle(order)
    before = [[tuple(seats_of(one)) for one in tables] for tables in found.rounds]
    assert pairing.FILLER not in order
    return pairing.swiss_round(order, found.setup.table_size, before, dice)


def _filled(table: tuple[int, ...], active: set[int]) -> tuple[int, ...]:
    """A table with bots in the seats of withdrawn entrants."""
    return tuple(one if one in active else pairing.FILLER for one in table)
