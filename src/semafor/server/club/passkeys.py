"""Passkeys (WebAuthn): public keys are stored; each challenge can be answered once, within five minutes."""

from __future__ import annotations

import secrets
from typing import Any

from sqlalchemy import Row, delete, insert, select, update

from semafor.errors import SemaforError
from semafor.server import clock
from semafor.server.club.passkey_proof import ALGORITHMS, Door, Proven, challenge_in, check_new, check_used
from semafor.server.club.people import People, shown_label
from semafor.server.club.people_messages import AddPasskey, PasskeyChallenge, UsePasskey
from semafor.server.club.web_push import to_text
from semafor.server.storage.club_tables import passkey_challenges, passkeys
from semafor.server.storage.store import Store
from semafor.server.storage.writer import Taken
from semafor.server.table.keys import hash_key

CHALLENGE_BYTES = 32
CHALLENGE_SECONDS = 300.0
"""Seconds for which a challenge is valid."""
MOST_PASSKEYS = 20


class Passkeys:
    """Finds and stores them in the database."""

    def __init__(self, store: Store, people: People) -> None:
        self._store, self._people = store, people

    async def ask(self, person: str, member: str | None, door: Door) -> PasskeyChallenge:
        """Create a challenge for a browser's authenticator."""
        challenge, now = to_text(secrets.token_bytes(CHALLENGE_BYTES)), clock.now()
        row = {"challenge": hash_key(challenge), "person": person, "until": now + CHALLENGE_SECONDS}
        old = delete(passkey_challenges).where(passkey_challenges.c.until < now)
        await self._store.write(old, insert(passkey_challenges).values(**row))
        known = tuple(row.credential for row in await self._of(member))
        user = "" if member is None else to_text(member.encode())
        return PasskeyChallenge(challenge, door.name, user, tuple(ALGORITHMS), known)

    async def add(self, person: str, member: str, said: AddPasskey, door: Door) -> None:
        """Store a new passkey of an account."""
        made = check_new(said, await self._answered(person, said.client_data), door)
        numbers = [row.number for row in await self._of(member)]
        if len(numbers) >= MOST_PASSKEYS:
            raise SemaforError("too-many")
        row = {
            "credential": made.credential,
            "member": member,
            "number": max(numbers, default=0) + 1,
            "public_key": made.public_key,
            "uses": made.uses,
            "label": shown_label(said.label),
            "added": clock.now(),
        }
        try:
            await self._store.write(insert(passkeys).values(**row))
        except Taken:  # it is registered already
            raise SemaforError("wrong-passkey") from None

    async def enter(self, person: str, said: UsePasskey, door: Door) -> None:
        """Sign a browser in with a passkey."""
        challenge = await self._answered(person, said.client_data)
        mine = passkeys.c.credential == said.credential
        rows = await self._store.read(select(passkeys).where(mine))
        if not rows or to_text(rows[0].member.encode()) != said.user:
            raise SemaforError("wrong-passkey")
        known = Proven(rows[0].credential, rows[0].public_key, rows[0].uses)
        uses = check_used(said, known, challenge, door)
        counted = update(passkeys).where(mine, passkeys.c.uses == known.uses)
        used = counted.values(uses=uses, used=clock.now())
        await self._people.join(person, rows[0].member, said.device, used, "wrong-passkey")

    async def remove(self, member: str, number: int) -> None:
        """Remove a passkey of an account."""
        mine = (passkeys.c.member == member) & (passkeys.c.number == number)
        if not await self._store.change_row(delete(passkeys).where(mine)):
            raise SemaforError("no-such-passkey")

    async def _answered(self, person: str, client_data: str) -> bytes:
        """The challenge of a response; it cannot be used again, whether the response is valid or not."""
        challenge = challenge_in(client_data)
        asked = passkey_challenges.c
        mine = (asked.challenge == hash_key(to_text(challenge))) & (asked.person == person)
        used_up = delete(passkey_challenges).where(mine, asked.until >= clock.now())
        if not await self._store.change_row(used_up):
            raise SemaforError("wrong-passkey")
        return challenge

    async def _of(self, member: str | None) -> list[Row[Any]]:
        return list(await self._store.read(select(passkeys).where(passkeys.c.member == member)))
