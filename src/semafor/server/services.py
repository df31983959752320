"""The services that request handlers share, and what belongs to no single request."""

import asyncio
import hmac
import os
import socket
import time
from collections import Counter
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from typing import Protocol

import structlog
from litestar.di import NamedDependency

from semafor.boards.model import Board
from semafor.errors import SemaforError
from semafor.server import clock
from semafor.server.club.accounts import Accounts
from semafor.server.club.devices import Devices
from semafor.server.club.game_archive import ResultRecorder
from semafor.server.club.notification_sending import NotificationSender
from semafor.server.club.notifications import TurnNotifier
from semafor.server.club.passkeys import Passkeys
from semafor.server.club.player_history import PlayerHistory
from semafor.server.club.tournaments import TournamentRunner
from semafor.server.compiling import EngineStart
from semafor.server.config import Config
from semafor.server.http.identity import Connection, address_of
from semafor.server.live.scheduler import Scheduler
from semafor.server.live.tables import LiveTables
from semafor.server.periodic import log_failures
from semafor.server.rate_limits import Buckets
from semafor.server.resources import most_connections
from semafor.server.storage.engine import make_engines, sqlite_url
from semafor.server.storage.message_bus import BusMessage, MessageBus, MessagesLost, SignedOut
from semafor.server.storage.shared_boards import SharedBoards
from semafor.server.storage.store import Store
from semafor.server.table.keys import new_key
from semafor.server.workers.board_pages import Pages
from semafor.server.workers.own_boards import OwnBoards
from semafor.server.workers.pictures import Pictures
from semafor.server.workers.stories import Stories
from semafor.server.workers.studies import Studies
from semafor.server.workers.worker_pool import Charge, WorkerPool

SHARE = 3
"""Keep-alive messages per watchdog interval of systemd."""


def notify(state: str) -> None:
    """Send a state to systemd if it listens (`Type=notify` in the unit)."""
    address = os.environ.get("NOTIFY_SOCKET")
    if not address:
        return
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as out:
        out.connect("\0" + address[1:] if address.startswith("@") else address)
        out.sendall(state.encode())


async def keep_alive() -> None:
    """Report readiness, then send keep-alive messages while the event loop runs (`WatchdogSec`)."""
    notify("READY=1")
    wanted = int(os.environ.get("WATCHDOG_USEC", "0")) / 1e6
    while wanted:
        notify("WATCHDOG=1")
        await asyncio.sleep(wanted / SHARE)


log = structlog.get_logger("semafor.services")

DAY_MINUTES = 24 * 60
FINISH_SECONDS = 0.02
"""Seconds between checks for open WebSockets during shutdown."""
OWNER_LENGTH = 32
"""Hexadecimal digits of a stored owner."""
PULSE_SECONDS = 2.0
"""Seconds for which a successful health check is cached."""
READ_COST = 1.0
"""Seconds charged in advance for reading a user's own board."""
DRAW_COST = 10.0
"""Seconds charged for drawing a user's own board."""


class OpenSocket(Protocol):
    """A WebSocket of a device at a table."""

    cookie: str | None
    """Hash of the device's cookie."""
    persons: frozenset[str]
    """All devices of its person, as of its last `hello`."""

    def evict(self) -> None:
        """Close it at once; the device has lost access."""

    def finish(self) -> None:
        """Close it once pending messages are answered, because the server shuts down."""


class Services:
    """A server's database, tables, scheduler and limits."""

    def __init__(self, config: Config) -> None:
        self.config = config
        database = config.database or _file(config.data)
        self.store = Store(make_engines(database))
        self.accounts = Accounts(self.store)
        self.passkeys = Passkeys(self.store, self.accounts)
        self.bus = MessageBus(database, self.receive)
        self.scheduler = Scheduler(self.store, config, self.bus.publish)
        self.sending = NotificationSender(self.store, config)
        self.notifier = TurnNotifier(self.store, self.accounts, self.scheduler.tables, config, self.sending)
        self.devices = Devices(self.store, self.scheduler.tables)
        self.results = ResultRecorder(self.store, self.scheduler.tables, config)
        self.tournaments = TournamentRunner(self.store, self.accounts, self.scheduler.tables, config)
        self.history = PlayerHistory(self.store, config.cache / "stories", config.seasons)
        self.engine = EngineStart(config.compile)
        self._pulse = -PULSE_SECONDS
        self._alive: asyncio.Task[None] | None = None
        self._preparing: asyncio.Task[None] | None = None
        self.pages = Pages(config.cache / "boards")
        self.stories = Stories(config.cache / "stories")
        self.studies = Studies()
        self.shared_boards = SharedBoards(self.store)
        self.pictures = Pictures()
        self.board_files = WorkerPool(1)
        self.own_boards = OwnBoards(self.board_files)
        self.sketches = WorkerPool(1)  # separate: designing a board does not delay new tables
        self.finishing = WorkerPool(1)  # separate: takes seconds, a look at a sketch a fraction of one
        self.connections: Counter[str] = Counter()
        """Open WebSockets by address."""
        self.sockets: set[OpenSocket] = set()
        """The WebSockets at tables."""
        self._rechecking: asyncio.Task[None] | None = None
        self.most_connections = most_connections()
        """WebSockets beyond which only people with a seat are admitted."""
        self._create_limits(config)

    def _create_limits(self, config: Config) -> None:
        """Create the rate limits."""
        self.posts = Buckets(config.posts_per_minute)
        self.gets = Buckets(config.gets_per_minute)
        self.files = Buckets(config.files_per_minute)
        self.new_tables = Buckets(config.tables_per_minute)
        self.new_public = Buckets(config.public_tables_per_minute)
        self.daily_public = Buckets(config.public_tables_per_day / DAY_MINUTES, config.public_tables_per_day)
        self.address_work = Buckets(60 * config.address_work_per_second)
        self.table_work = Buckets(60 * config.table_work_per_second)
        self.stored_lines = Buckets(config.lines_per_day / DAY_MINUTES, config.lines_per_day)
        self.own_board_work = Buckets(config.own_board_seconds_per_minute)
        self.finishing_work = Buckets(config.finishing_seconds_per_minute)
        self.new_shared = Buckets(config.shared_boards_per_day / DAY_MINUTES, config.shared_boards_per_day)
        self.new_studies = Buckets(config.studies_per_hour / 60, config.studies_per_hour)
        self.mail_limit = Buckets(config.mails_per_hour / 60, config.mails_per_hour)
        self.phrases = Buckets(config.phrases_per_minute)

    @property
    def tables(self) -> LiveTables:
        """The tables in memory."""
        return self.scheduler.tables

    def check_limit(self, share: Buckets, request: Connection, cost: float = 1.0) -> None:
        """Charge an address; refused if its limit is reached."""
        if not share.take(address_of(request), cost):
            raise SemaforError("too-many")

    async def owner_of(self, request: Connection) -> str:
        """The owner of a new table, by which its bots are scheduled: a keyed hash of the address."""
        secret = await self.store.secret("owners", new_key())
        return hmac.digest(secret.encode(), address_of(request).encode(), "sha256").hex()[:OWNER_LENGTH]

    def charge_work(self, request: Connection, estimate: float) -> Charge:
        """Take an estimate of processor seconds from an address's budget; refused if it is used up.

        The function that is returned corrects it to the time that was really taken.
        """
        self.check_limit(self.own_board_work, request, estimate)
        address = address_of(request)
        return lambda seconds: self.own_board_work.spend(address, seconds - estimate)

    async def read_board(self, request: Connection, text: str) -> Board:
        """Return a board that a user sends, as `OwnBoards.read`; the work is charged to the address."""
        charge = None if self.own_boards.knows(text) else self.charge_work(request, READ_COST)
        return await self.own_boards.read(text, address_of(request), charge)

    def charge_drawing(self, request: Connection, board: Board) -> None:
        """Charge the address that brings an own board for its drawing."""
        if not self.pages.knows(board):
            self.own_board_work.spend(address_of(request), DRAW_COST)

    @property
    def crowded(self) -> bool:
        """Whether only people with a seat are admitted."""
        return self.most_connections is not None and self.connections.total() >= self.most_connections

    async def open(self) -> None:
        """Open the database and start all tasks."""
        await self.store.open()
        await self.tables.outages.open()
        await self.bus.open()
        self._alive = asyncio.create_task(keep_alive(), name="watchdog")
        self._preparing = asyncio.create_task(self._prepare(), name="prepare")

    def receive(self, message: BusMessage) -> None:
        """Handle a message of another process or of this one."""
        match message:
            case SignedOut(person):
                self.close_sockets({person})
            case MessagesLost():
                self._rechecking = asyncio.create_task(self._recheck_sockets(), name="recheck sockets")
                self.tables.receive(message)
            case _:
                self.tables.receive(message)

    def close_sockets(self, persons: Collection[str]) -> None:
        """Close all WebSockets of devices that were signed out."""
        self.accounts.clear_cache()
        for one in [one for one in self.sockets if one.cookie in persons]:
            one.evict()

    async def _recheck_sockets(self) -> None:
        """Close the WebSockets of devices that were signed out while messages were lost."""
        for cookie, sockets in self._sockets_by_cookie().items():
            with log_failures(log, "recheck of a WebSocket"):
                identity = await self.accounts.identity(cookie)
                for one in sockets:
                    if not one.persons <= identity.persons:
                        one.evict()

    def _sockets_by_cookie(self) -> dict[str, list[OpenSocket]]:
        found: dict[str, list[OpenSocket]] = {}
        for one in self.sockets:
            if one.cookie is not None:
                found.setdefault(one.cookie, []).append(one)
        return found

    async def finish_sockets(self, seconds: float) -> None:
        """Close all WebSockets when their received messages are answered, or when the time is up."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while self.sockets:
                    for one in list(self.sockets):
                        one.finish()
                    await asyncio.sleep(FINISH_SECONDS)

    async def pulse(self) -> None:
        """Check that the database can be written, at most every few seconds; NotStored if not."""
        if time.monotonic() - self._pulse > PULSE_SECONDS:
            await self.store.pulse(clock.now())
            self._pulse = time.monotonic()

    async def _prepare(self) -> None:
        await self.engine.run()
        self.scheduler.start()
        for one in (self.notifier, self.results, self.tournaments, self.devices):
            one.task.start()
        if self.config.prepare:
            await self._prepare_more()

    async def _prepare_more(self) -> None:
        await self.scheduler.bots.prepare("hard", decisions=24)
        await self.pages.prepare()
        await self.scheduler.bots.prepare("master", decisions=3)  # a second or two each

    async def retire(self) -> None:
        """Stop long-running work, so that pending requests are answered before the end."""
        await _cancel(self._preparing)
        await self.pages.close()
        await self.stories.close()
        await self.studies.close()
        await self.pictures.close()
        await self.history.leaderboard.close()
        for pool in (self.board_files, self.sketches, self.finishing):
            await pool.close()
        await self.notifier.stop()
        await self.tournaments.task.stop()
        await self.results.task.stop()
        await self.devices.task.stop()
        await self.scheduler.stop()

    async def close(self) -> None:
        """Stop all tasks and close the database."""
        await self.retire()
        await self.bus.close()
        await _cancel(self._rechecking)
        await _cancel(self._alive)
        await self.store.close()


async def _cancel(task: asyncio.Task[None] | None) -> None:
    if task is not None:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


def _file(folder: Path) -> str:
    folder.mkdir(parents=True, exist_ok=True)
    return sqlite_url(folder)


TheServices = NamedDependency[Services]
"""Type of the `services` parameter of request handlers."""
