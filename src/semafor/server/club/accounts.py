"""Accounts: found by the cookie of a device, a passphrase or a code, which are stored as hashes."""

import asyncio
import hashlib
import re
import secrets
import tomllib
from collections import OrderedDict
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec
from sqlalchemy import Row, delete, insert, select, update

from semafor.errors import SemaforError
from semafor.server import clock
from semafor.server.club.club_messages import Device, Me, Passkey
from semafor.server.server_errors import NoDatabase, Taken
from semafor.server.storage import database_schema as db
from semafor.server.storage.message_bus import SignedOut
from semafor.server.storage.store import Store
from semafor.server.table.keys import hash_key, new_id, new_key, nobody
from semafor.server.table.text import clean_name
from semafor.spelling import fold
from semafor.words import Language

LENGTH = 8
"""Words per passphrase; with 256 words to choose from that is 64 bits."""
_COST, _BLOCK, _MEMORY = 2**14, 8, 64 * 2**20


@cache
def words_of(language: Language) -> tuple[str, ...]:
    """The word list of a language."""
    text = files("semafor.server.club").joinpath("phrase_words.toml").read_text(encoding="utf-8")
    return tuple(tomllib.loads(text)[language].split())


def new_phrase(language: Language) -> str:
    """Generate a random passphrase."""
    return " ".join(secrets.choice(words_of(language)) for _ in range(LENGTH))


def plain(text: str) -> str:
    """A text in the form used for comparison: lower case, without accents and punctuation."""
    return " ".join(re.findall(r"\w+", fold(text)))


def slow_hash(phrase: str, salt: str) -> str:
    """The stored hash of a passphrase; each guess takes 16 MB and about 50 ms.

    All accounts share one salt, so that an account is found by the passphrase alone. With 64 random bits
    a salt per account would add nothing.
    """
    made = hashlib.scrypt(
        plain(phrase).encode(), salt=salt.encode(), n=_COST, r=_BLOCK, p=1, maxmem=_MEMORY, dklen=32
    )
    return made.hex()


CODE_SECONDS = 600.0
"""Seconds for which a sign-in code is valid."""
MOST_DEVICES = 50
"""Signed-in devices of one account."""
REMEMBERED = 10_000


class Identity(msgspec.Struct, frozen=True):
    """The identity of a browser: its account, and the cookies of all devices of that account."""

    cookie: str | None
    """Hash of the browser's own cookie; None if it has none or was signed out."""
    persons: frozenset[str] = frozenset()
    member: str | None = None


NOBODY = Identity(None)


class Accounts:
    """Finds and stores them in the database."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: OrderedDict[str, Identity] = OrderedDict()
        """Identities as last found, used while the database cannot be read."""
        self._hashing = asyncio.Semaphore(2)

    # ---- identity ----------------------------------------------------------------------------

    async def identity(self, cookie: str | None) -> Identity:
        """The identity of a cookie, given by its hash; a signed-out cookie has none."""
        if cookie is None:
            return NOBODY
        mine = select(db.devices.c.member).where(db.devices.c.person == cookie).scalar_subquery()
        query = select(db.devices.c.person, db.devices.c.member, db.devices.c.signed_out).where(
            db.devices.c.member == mine
        )
        try:
            found = _identity_of(cookie, await self._store.read(query))
        except NoDatabase:
            if cookie not in self._known:
                raise
            return self._known[cookie]
        self._known[cookie] = found
        self._known.move_to_end(cookie)
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
        return found

    async def me(self, identity: Identity) -> Me:
        """The account of an identity, as shown to its owner."""
        if identity.member is None:
            return Me(None, None, None, ())
        one = (await self._store.read(select(db.members).where(db.members.c.id == identity.member)))[0]
        mine = select(db.devices).where(db.devices.c.member == identity.member, ~db.devices.c.signed_out)
        rows = await self._store.read(mine.order_by(db.devices.c.number))
        known = tuple(Device(row.number, row.label, row.added, row.person == identity.cookie) for row in rows)
        return Me(one.name, one.id, one.created, known, await self._passkeys(identity.member))

    async def _passkeys(self, member: str) -> tuple[Passkey, ...]:
        mine = select(db.passkeys).where(db.passkeys.c.member == member).order_by(db.passkeys.c.number)
        rows = await self._store.read(mine)
        return tuple(Passkey(row.number, row.label, row.added, row.used) for row in rows)

    async def persons_of(self, member: str) -> frozenset[str]:
        """The cookies of all devices that an account has or had."""
        rows = await self._store.read(select(db.devices.c.person).where(db.devices.c.member == member))
        return frozenset(row.person for row in rows)

    async def devices_of_person(self, person: str) -> frozenset[str]:
        """The cookies of all devices of the account that this device belongs or belonged to."""
        mine = select(db.devices.c.member).where(db.devices.c.person == person).scalar_subquery()
        rows = await self._store.read(select(db.devices.c.person).where(db.devices.c.member == mine))
        return frozenset(row.person for row in rows)

    # ---- creating -----------------------------------------------------------------------------

    async def create(self, cookie: str, name: str, language: Language, label: str) -> str:
        """Create an account for a browser; return its passphrase, which is shown only once."""
        shown, member, phrase = clean_name(name), new_id(), new_phrase(language)
        row = {"id": member, "name": shown, "plain": plain(shown) or shown, "created": clock.now()}
        hashed = await self._hash(phrase)
        await self._write_name(
            shown,
            insert(db.members).values(**row, phrase=hashed),
            insert(db.devices).values(**_device(cookie, member, 1, label)),
        )
        return phrase

    async def rename(self, member: str, name: str) -> None:
        """Change the account name; names at tables stay as they are."""
        shown = clean_name(name)
        values = {"name": shown, "plain": plain(shown) or shown}
        await self._write_name(shown, update(db.members).where(db.members.c.id == member).values(**values))

    async def _write_name(self, name: str, *statements: Any) -> None:
        try:
            await self._store.write(*statements)
        except Taken:
            raise SemaforError("name-taken", name=name) from None

    async def change_phrase(self, member: str, language: Language) -> str:
        """Create a new passphrase, which replaces the old one."""
        phrase = new_phrase(language)
        hashed = await self._hash(phrase)
        await self._store.write(update(db.members).where(db.members.c.id == member).values(phrase=hashed))
        return phrase

    # ---- devices -----------------------------------------------------------------------------

    async def make_code(self, member: str) -> tuple[str, float]:
        """Create a code that signs in one device; return it with its expiry time."""
        code, now = new_key(), clock.now()
        row = {"code": hash_key(code), "member": member, "until": now + CODE_SECONDS}
        await self._store.write(
            delete(db.device_codes).where(db.device_codes.c.until < now),
            insert(db.device_codes).values(**row),
        )
        return code, now + CODE_SECONDS

    async def join_by_phrase(self, cookie: str, phrase: str, label: str) -> None:
        """Sign a browser in with a passphrase."""
        hashed = await self._hash(phrase)
        rows = await self._store.read(select(db.members.c.id).where(db.members.c.phrase == hashed))
        if not rows:
            raise SemaforError("wrong-phrase")
        await self.join(cookie, rows[0].id, label)

    async def join_by_code(self, cookie: str, code: str, label: str) -> None:
        """Sign a browser in with a code, which can be used once."""
        mine = db.device_codes.c.code == hash_key(code)
        rows = await self._store.read(select(db.device_codes.c.member, db.device_codes.c.until).where(mine))
        if not rows or rows[0].until < clock.now():
            raise SemaforError("wrong-code")
        await self.join(cookie, rows[0].member, label, delete(db.device_codes).where(mine))

    async def join(
        self, cookie: str, member: str, label: str, using: Any = None, refusal: str = "wrong-code"
    ) -> None:
        """Add a browser to an account; refused if the statement `using` changes no row."""
        ever = select(db.devices.c.number, db.devices.c.signed_out).where(db.devices.c.member == member)
        rows = await self._store.read(ever)
        if sum(not row.signed_out for row in rows) >= MOST_DEVICES:
            raise SemaforError("too-many")
        number = max((row.number for row in rows), default=0) + 1
        joined = insert(db.devices).values(**_device(cookie, member, number, label))
        used = () if using is None else (using,)
        try:
            await self._store.write(*used, joined, must_change=len(used))
        except Taken:
            raise SemaforError(refusal) from None

    async def sign_out(self, member: str, number: int) -> str:
        """Sign a device out; return the hash of its cookie, whose seat keys must be replaced."""
        mine = (db.devices.c.member == member) & (db.devices.c.number == number) & ~db.devices.c.signed_out
        rows = await self._store.read(select(db.devices.c.person).where(mine))
        if not rows:
            raise SemaforError("no-such-device")
        person = str(rows[0].person)
        await self._store.write(
            update(db.devices).where(mine).values(signed_out=True), messages=(SignedOut(person),)
        )
        return person

    async def forget(self, identity: Identity) -> None:
        """Delete an account and all that is stored about its owner outside the journals of tables."""
        assert identity.member is not None
        await self._store.write(
            delete(db.holders).where(db.holders.c.person.in_(identity.persons)),
            update(db.result_seats)
            .where(db.result_seats.c.person.in_(identity.persons))
            .values(person=nobody(), name=""),
            update(db.entrants).where(db.entrants.c.member == identity.member).values(member=None, name=""),
            update(db.tournaments).where(db.tournaments.c.host == identity.member).values(host=""),
            delete(db.watches).where(db.watches.c.person.in_(identity.persons)),
            delete(db.push_subscriptions).where(db.push_subscriptions.c.person.in_(identity.persons)),
            delete(db.quiet_hours).where(db.quiet_hours.c.person.in_(identity.persons)),
            delete(db.mail_addresses).where(db.mail_addresses.c.member == identity.member),
            delete(db.device_codes).where(db.device_codes.c.member == identity.member),
            delete(db.passkeys).where(db.passkeys.c.member == identity.member),
            delete(db.passkey_challenges).where(db.passkey_challenges.c.person.in_(identity.persons)),
            delete(db.devices).where(db.devices.c.member == identity.member),
            delete(db.members).where(db.members.c.id == identity.member),
            messages=tuple(SignedOut(person) for person in identity.persons),
        )

    def clear_cache(self) -> None:
        """Forget the identities that were read from the database: a device was signed out."""
        self._known.clear()

    # ---- the database ------------------------------------------------------------------------

    async def _hash(self, phrase: str) -> str:
        salt = await self._store.secret("phrases", new_key())
        async with self._hashing:
            return await asyncio.to_thread(slow_hash, phrase, salt)


def _identity_of(cookie: str, rows: Sequence[Row[Any]]) -> Identity:
    """The identity of a cookie, given the rows of all devices of its account."""
    mine = next((row for row in rows if row.person == cookie), None)
    if mine is None:
        return Identity(cookie, frozenset({cookie}))
    if mine.signed_out:
        return NOBODY
    return Identity(cookie, frozenset(row.person for row in rows), mine.member)


def clean_label(label: str) -> str:
    """The name that a person gave a device, or `?`."""
    return " ".join(label.split()) or "?"


def _device(cookie: str, member: str, number: int, label: str) -> dict[str, Any]:
    return {
        "person": cookie,
        "member": member,
        "number": number,
        "label": clean_label(label),
        "added": clock.now(),
        "signed_out": False,
    }
