"""Moves bots, ends players' clocks and keeps tables in memory up to date with the database."""

import asyncio
import time
from collections.abc import Callable
from functools import partial

import structlog

from semafor.errors import SemaforError
from semafor.server import clock
from semafor.server.config import Config
from semafor.server.live.live_table import PRESENCE_SECONDS, LiveTable
from semafor.server.live.tables import LiveTables
from semafor.server.messages import DAY, Pace
from semafor.server.monitoring import FAILURES
from semafor.server.periodic import log_failures
from semafor.server.rate_limits import Buckets
from semafor.server.resources import DeclineWatch, collect_and_trim, trim_memory
from semafor.server.server_errors import PERMANENT
from semafor.server.storage.message_bus import BusMessage
from semafor.server.storage.store import Store
from semafor.server.table import journal as en
from semafor.server.table.journal import Entry
from semafor.server.table.table import Table
from semafor.server.table.table_actions import REPLACEMENT, deal_late
from semafor.server.workers.bot_pool import BotPool, BotSeat, ignore_cost

BACKUP_SECONDS = 3.0
"""Seconds after which this process does what another process should have done."""
PACE: dict[Pace, float] = {"slow": 2.5, "normal": 1.0, "instant": 0.0}
"""Factors of the server's bot delay by the pace of a table."""
SWEEP_SECONDS = 3600.0
"""Seconds between two deletions of tables that never started."""

log = structlog.get_logger("semafor.scheduler")


class Scheduler:
    """Schedules the work of all tables in memory."""

    def __init__(self, store: Store, config: Config, publish: Callable[[BusMessage], None]) -> None:
        self.tables = LiveTables(store, self._schedule, publish)
        self.bots = BotPool(config.bot_processes, config.bots)
        self._config = config
        self._bot_time = Buckets(config.bots_only_seconds_per_minute)
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._busy: dict[str, asyncio.Task[None]] = {}
        self._announced = 0.0
        self._swept = 0.0
        self._stuck: set[str] = set()
        """Tables with due work that this process cannot load."""
        self._listening, self._in_memory = DeclineWatch(), DeclineWatch()
        self._rounds: asyncio.Task[None] | None = None
        self._stopped = False

    def start(self) -> None:
        """Start the periodic checks."""
        self._rounds = asyncio.create_task(self._walk(), name="scheduler")

    async def stop(self) -> None:
        """Cancel all work; bots decide after the restart."""
        self._stopped = True
        for timer in self._timers.values():
            timer.cancel()
        tasks = [task for task in (self._rounds, *self._busy.values()) if task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.bots.close()
        await self.tables.work.close()

    # ---- at the right time -------------------------------------------------------------------

    def _schedule(self, live: LiveTable) -> None:
        """Set a timer for the next due work of a table."""
        table_id = live.table.id
        if timer := self._timers.pop(table_id, None):
            timer.cancel()
        due = self._due(live.table)
        if due is None or self._stopped:
            return
        wait = max(0.0, due - clock.now()) + (BACKUP_SECONDS if live.foreign else 0.0)
        loop = asyncio.get_running_loop()
        self._timers[table_id] = loop.call_later(wait, self._attend_soon, live)

    def _due(self, table: Table) -> float | None:
        if table.game is None:
            return table.due
        times = [self._due_of(table, seat) for seat in table.pending]
        return min((due for due in times if due is not None), default=None)

    def _due_of(self, table: Table, number: int) -> float | None:
        seat = table.seats[number]
        if seat.bot is not None and seat.since is not None:
            return seat.since + self._config.bot_seconds * PACE[table.setup.pace]
        return seat.runs_out()

    def _attend_soon(self, live: LiveTable) -> None:
        table_id = live.table.id
        if table_id not in self._busy and self.tables.lives.get(table_id) is live:
            task = asyncio.create_task(self._attend(live))
            self._busy[table_id] = task
            task.add_done_callback(lambda _: self._attended(live))

    def _attended(self, live: LiveTable) -> None:
        self._busy.pop(live.table.id, None)
        if live.table.pending or live.table.dealing is not None:
            self._schedule(live)

    async def _attend(self, live: LiveTable) -> None:
        """Do the due work of a table; retry later what cannot be stored now."""
        try:
            if live.table.dealing is not None:
                await self.tables.change(live, lambda table: deal_late(table, clock.now()))
            for number in live.table.pending:
                due = self._due_of(live.table, number)
                if due is not None and due <= clock.now():
                    await self._act(live, number)
        except SemaforError as error:
            log.warning("postponed", code=error.code)
            await asyncio.sleep(self._config.check_seconds)
        except Exception as error:
            FAILURES.inc()
            log.error("scheduler failed", error=repr(error))
            await asyncio.sleep(self._config.check_seconds)

    async def _act(self, live: LiveTable, number: int) -> None:
        if live.table.seats[number].bot is not None:
            await self._move_bot(live, number)
        else:
            await self.tables.change(live, lambda table: _replace_late(table, number))

    async def _move_bot(self, live: LiveTable, number: int) -> None:
        table = live.table
        await self.tables.look(table)
        level, moves = table.seats[number].bot, table.moves(number)
        if table.game is None or level is None or not moves:
            return
        if table.bots_only and not self._bot_time.take(live.owner, 0.0):
            await asyncio.sleep(self._config.check_seconds)  # the owner's budget is spent: try again later
            return
        bot, step = BotSeat(table.id, number, level, live.owner, table.setup.part), table.game.version
        spend = partial(self._bot_time.spend, live.owner) if table.bots_only else ignore_cost
        chosen = await self.bots.choose(table.board, bot, table.view(number), moves, spend)
        decision = en.Decided(f"bot:{step}:{number}", number, str(chosen.move), chosen.fallback)
        undone = table.undone
        await self.tables.change(live, lambda now: _still_bots(now, number, decision, undone), decision.id)

    # ---- on the rounds -----------------------------------------------------------------------

    async def _walk(self) -> None:
        while True:
            await asyncio.sleep(self._config.check_seconds)
            with log_failures(log, "round"):
                await self._make_round()

    async def _make_round(self) -> None:
        """Read changes of other processes, load tables with due work and forget idle ones."""
        await self.tables.outages.beat()
        watched = list(self.tables.lives.values())
        newest = await self.tables.store.versions([live.table.id for live in watched])
        for live in watched:
            if live.table.id not in newest:
                self.tables.drop(live)
            elif newest[live.table.id] > live.table.version:
                with log_failures(log, "table", live.table.id):
                    await self.tables.catch_up(live)
        if self._announced < time.monotonic() - PRESENCE_SECONDS / 3:
            self._announced = time.monotonic()
            for live in watched:
                if live.listeners:
                    self.tables.presences.announce(live)
        await self._wake_due()
        await self._sweep(clock.now())
        self.tables.forget_idle(self._config.idle_seconds)
        for table_id in self._timers.keys() - self.tables.lives.keys():
            self._timers.pop(table_id).cancel()
        await self._give_back()

    async def _wake_due(self) -> None:
        """Load tables with due work; those that cannot be loaded are not tried again."""
        overdue = clock.now() - self._config.bot_seconds * max(PACE.values()) - BACKUP_SECONDS
        self._stuck.difference_update(self.tables.lives)  # these were loaded after all
        for table_id in await self.tables.store.due_tables(overdue, self.tables.lives.keys() | self._stuck):
            with log_failures(log, "table", table_id):
                try:
                    await self.tables.find(table_id)
                except PERMANENT:
                    self._stuck.add(table_id)
                    raise

    async def _give_back(self) -> None:
        """Return memory to the system when half of the connections or tables have gone.

        Not more often, because players wait meanwhile.
        """
        listening = sum(len(live.listeners) for live in self.tables.lives.values())
        gone = self._listening.half_gone(listening), self._in_memory.half_gone(len(self.tables.lives))
        if any(gone):
            await asyncio.to_thread(trim_memory if listening else collect_and_trim)

    async def _sweep(self, now: float) -> None:
        """Delete tables whose game never started."""
        if now >= self._swept + SWEEP_SECONDS:
            await self.tables.store.forget_unstarted(now - self._config.unstarted_days * DAY)
            self._swept = now


def _replace_late(table: Table, number: int) -> Entry:
    """Replace a player whose clock has run out by a bot."""
    seat = table.seats[number]
    out = seat.runs_out()
    if seat.bot is not None or out is None or out > clock.now():
        raise SemaforError("in-time")
    return en.Replaced(number, REPLACEMENT, "clock")


def _still_bots(table: Table, number: int, decision: en.Decided, undone: int) -> Entry:
    """Return the bot's decision unless the person returned or a step was undone meanwhile."""
    if table.seats[number].bot is None or number not in table.pending or table.undone != undone:
        raise SemaforError("came-back")
    return decision
