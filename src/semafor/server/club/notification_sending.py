"""Sends notifications to push services and to the mail server."""

import asyncio
import hashlib
import hmac
import smtplib
from collections import Counter
from collections.abc import Coroutine, Hashable, Iterable
from concurrent.futures import ThreadPoolExecutor
from email.message import EmailMessage
from typing import Any
from weakref import WeakValueDictionary

import msgspec
import structlog
from sqlalchemy import Row, delete, select

from semafor.errors import SemaforError
from semafor.server.club.mail import letter, read_mail_server, send
from semafor.server.club.web_push import (
    Subscription,
    encrypt,
    new_key_text,
    post,
    public_text,
    read_key,
    signed_by,
)
from semafor.server.config import Config
from semafor.server.messages import TableCard
from semafor.server.storage import database_schema as db
from semafor.server.storage.store import Store
from semafor.server.table.keys import new_key, same
from semafor.words import Language

GONE = (404, 410)
"""Statuses that mean the subscription no longer exists."""
TRIES = (0.0, 2.0, 20.0)
"""Seconds to wait before each attempt to reach a service."""
DAY = "86400"
MAIL_THREADS = 4
"""For the mail server alone: a slow one delays neither pushes nor anything else."""
PUSHES_AT_ONCE = 100
"""Requests to push services at a time. They need no threads, so slow services do not delay others."""
MOST_WAITING = 100
"""Notifications to one person that may wait; more are dropped."""
CONTACT = "mailto:semafor@localhost.invalid"
"""Contact for push services if the server has no public URL."""
log = structlog.get_logger("semafor.notices")


class PushMessage(msgspec.Struct, frozen=True):
    """The content of a push message; the browser shows it in its own language."""

    kind: str
    table: str
    board: str
    language: Language
    waiting: int
    """Number of tables that wait for the person, for the app badge."""


class NotificationSender:
    """Delivers push messages and mail."""

    def __init__(self, store: Store, config: Config) -> None:
        self._store, self._config = store, config
        if config.push_key:
            read_key(config.push_key)  # fails at the start rather than at the first notification
        self._mail = read_mail_server(config.mail) if config.mail else None
        self._tasks: set[asyncio.Task[None]] = set()
        self._mail_threads = ThreadPoolExecutor(MAIL_THREADS, "mail")
        self._pushes = asyncio.Semaphore(PUSHES_AT_ONCE)
        self._turns: WeakValueDictionary[Hashable, asyncio.Lock] = WeakValueDictionary()
        """One lock per person who is being notified."""
        self._waiting_for: Counter[Hashable] = Counter()
        """Number of notifications on their way, by person."""

    @property
    def can_mail(self) -> bool:
        """Whether mail can be sent, with links to this server."""
        return self._mail is not None and self._config.public_url is not None

    async def close(self) -> None:
        """Cancel all deliveries."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._mail_threads.shutdown(wait=False, cancel_futures=True)

    # ---- push --------------------------------------------------------------------------------

    async def public_key(self) -> str:
        """The public key for push subscriptions."""
        return public_text(read_key(await self._key()))

    async def _key(self) -> str:
        return self._config.push_key or await self._store.secret("push", new_key_text())

    async def push(self, kind: str, table: TableCard, persons: frozenset[str]) -> None:
        """Send a push message to all browsers of a person, in the background."""
        mine = db.push_subscriptions.c.person.in_(persons)
        rows = await self._store.read(select(db.push_subscriptions).where(mine))
        waiting = await self._waiting(persons) if rows else 0
        for row in rows:
            board = table.title.pl if row.language == "pl" else table.title.en
            said = PushMessage(kind, table.id, board, row.language, waiting)
            self._soon(persons, self._push_one(persons, row, msgspec.json.encode(said)))

    async def _waiting(self, persons: frozenset[str]) -> int:
        found = await self._store.tables_of(persons, ())
        return sum(any(card.seats[seat].pending for seat in seats) for card, seats in found)

    async def _push_one(self, to_whom: Hashable, row: Row[Any], said: bytes) -> None:
        to = Subscription(row.endpoint, row.p256dh, row.auth)
        contact = self._config.public_url or CONTACT
        headers = {
            "Authorization": signed_by(read_key(await self._key()), to.endpoint, contact),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": DAY,
            "Urgency": "normal",
        }
        status = await self._try_post(to_whom, to.endpoint, encrypt(said, to), headers)
        if status in GONE:
            here = db.push_subscriptions.c.id == row.id
            await self._store.write(delete(db.push_subscriptions).where(here))

    async def _try_post(self, to_whom: Hashable, endpoint: str, body: bytes, headers: dict[str, str]) -> int:
        for pause in TRIES:
            await asyncio.sleep(pause)
            try:
                async with self._turn(to_whom), self._pushes:
                    status = await post(endpoint, body, headers, self._config.push_locally)
            except OSError as error:
                log.warning("push not delivered", error=type(error).__name__)
                continue
            if status < 500:
                return status
        return 0

    # ---- mail --------------------------------------------------------------------------------

    async def mail_turn(self, table: TableCard, persons: Iterable[str]) -> bool:
        """Mail a person that it is their turn; return whether they have a confirmed address."""
        found = select(db.mail_addresses).join(db.devices, db.devices.c.member == db.mail_addresses.c.member)
        mine = found.where(db.devices.c.person.in_(list(persons)), db.mail_addresses.c.confirmed)
        rows = await self._store.read(mine.limit(1))
        if not rows or not self.can_mail:
            return False
        token = await self.token("stop", rows[0].member, rows[0].address)
        board = table.title.pl if rows[0].language == "pl" else table.title.en
        details = {
            "board": board,
            "link": self._link(f"/table/{table.id}"),
            "stop": self._link(f"/stop#token={token}"),
        }
        self._write(
            rows[0].address, "turn", rows[0].language, self._link(f"/api/mail/stop/{token}"), **details
        )
        return True

    async def mail_confirm(self, member: str, name: str, address: str, language: Language) -> None:
        """Mail a confirmation link to a new address; refused if the server sends no mail."""
        if not self.can_mail:
            raise SemaforError("no-mail")
        token = await self.token("confirm", member, address)
        self._write(address, "confirm", language, "", name=name, link=self._link(f"/me#confirm={token}"))

    def _link(self, path: str) -> str:
        return f"{(self._config.public_url or '').rstrip('/')}{path}"

    def _write(self, to: str, kind: str, language: Language, one_click: str, **details: str) -> None:
        assert self._mail is not None
        mail = letter(self._mail.sender, to, kind, language, one_click, **details)
        self._soon(to, self._send(to, mail))

    async def _send(self, to: str, mail: EmailMessage) -> None:
        assert self._mail is not None
        try:
            async with self._turn(to):
                loop = asyncio.get_running_loop()
                await loop.run_in_executor(self._mail_threads, send, self._mail, mail)
        except (OSError, smtplib.SMTPException) as error:
            log.warning("mail not sent", error=type(error).__name__)

    # ---- links in mails ----------------------------------------------------------------------

    async def token(self, what: str, member: str, address: str) -> str:
        """A signed token for a link in a mail; nothing is stored for it."""
        secret = await self._store.secret("letters", new_key())
        made = hmac.new(secret.encode(), f"{what} {member} {address}".encode(), hashlib.sha256)
        return f"{member}.{made.hexdigest()}"

    async def member_of(self, what: str, token: str) -> str:
        """The account that a token was made for; refused if it is not valid for the current address."""
        member = token.partition(".")[0]
        rows = await self._store.read(select(db.mail_addresses).where(db.mail_addresses.c.member == member))
        if not rows or not same(token, await self.token(what, member, rows[0].address)):
            raise SemaforError("bad-token")
        return member

    # ---- one after another -------------------------------------------------------------------

    def _soon(self, to_whom: Hashable, doing: Coroutine[Any, Any, None]) -> None:
        """Start a delivery to a person, unless too many are under way."""
        if self._waiting_for[to_whom] >= MOST_WAITING:
            doing.close()
            log.warning("notification dropped", error="too many")
            return
        self._waiting_for[to_whom] += 1
        task = asyncio.create_task(self._carefully(to_whom, doing))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _carefully(self, to_whom: Hashable, doing: Coroutine[Any, Any, None]) -> None:
        try:
            await doing
        except Exception as error:  # only this notification is lost
            log.error("notification dropped", error=repr(error))
        finally:
            self._waiting_for[to_whom] -= 1
            if not self._waiting_for[to_whom]:
                del self._waiting_for[to_whom]

    def _turn(self, to_whom: Hashable) -> asyncio.Lock:
        """The lock by which one person is sent one notification at a time."""
        return self._turns.setdefault(to_whom, asyncio.Lock())
