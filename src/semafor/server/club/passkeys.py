"""Passkeys (WebAuthn): public keys are stored; each challenge can be answered once, within five minutes."""

import secrets
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec
from sqlalchemy import Row, delete, insert, select, update
from webauthn import verify_authentication_response, verify_registration_response
from webauthn.helpers import parse_client_data_json
from webauthn.helpers.cose import COSEAlgorithmIdentifier as Algorithm
from webauthn.helpers.structs import (
    AuthenticationCredential,
    AuthenticatorAssertionResponse,
    AuthenticatorAttestationResponse,
    RegistrationCredential,
)

from semafor.errors import SemaforError
from semafor.server import clock
from semafor.server.club.accounts import Accounts, clean_label
from semafor.server.club.club_messages import AddPasskey, PasskeyChallenge, UsePasskey
from semafor.server.club.web_push import from_text, to_text
from semafor.server.server_errors import Taken
from semafor.server.storage import database_schema as db
from semafor.server.storage.store import Store
from semafor.server.table.keys import hash_key

ALGORITHMS = [Algorithm.ECDSA_SHA_256, Algorithm.EDDSA, Algorithm.RSASSA_PKCS1_v1_5_SHA_256]
LOCAL = "localhost"
"""The only host name that browsers trust without HTTPS."""
T = TypeVar("T")


class HostName(msgspec.Struct, frozen=True):
    """The host name of a request."""

    name: str
    """Without the port: the relying party of passkeys."""
    host: str
    """With the port."""

    @property
    def origins(self) -> list[str]:
        """Allowed origins of a page: browsers offer passkeys only over HTTPS and on the local machine."""
        return [f"https://{self.host}", *([f"http://{self.host}"] if self.name == LOCAL else [])]


class VerifiedKey(msgspec.Struct, frozen=True):
    """A verified passkey."""

    credential: str
    public_key: str
    uses: int


def challenge_in(client_data: str) -> bytes:
    """The challenge in a browser's client data."""
    return _checked(lambda: bytes(parse_client_data_json(from_text(client_data)).challenge))


def check_new(said: AddPasskey, challenge: bytes, host: HostName) -> VerifiedKey:
    """Verify the registration of a new passkey; refused with `wrong-passkey` if it is not valid."""
    found = _checked(
        lambda: verify_registration_response(
            credential=RegistrationCredential(
                id=said.credential,
                raw_id=from_text(said.credential),
                response=AuthenticatorAttestationResponse(
                    client_data_json=from_text(said.client_data),
                    attestation_object=from_text(said.attestation),
                ),
            ),
            expected_challenge=challenge,
            expected_rp_id=host.name,
            expected_origin=host.origins,
            require_user_verification=True,
            supported_pub_key_algs=ALGORITHMS,
        )
    )
    return VerifiedKey(to_text(found.credential_id), to_text(found.credential_public_key), found.sign_count)


def check_used(said: UsePasskey, known: VerifiedKey, challenge: bytes, host: HostName) -> int:
    """Verify a sign-in; return the new signature count. Refused with `wrong-passkey` if it is not valid."""
    found = _checked(
        lambda: verify_authentication_response(
            credential=AuthenticationCredential(
                id=said.credential,
                raw_id=from_text(said.credential),
                response=AuthenticatorAssertionResponse(
                    client_data_json=from_text(said.client_data),
                    authenticator_data=from_text(said.authenticator_data),
                    signature=from_text(said.signature),
                ),
            ),
            expected_challenge=challenge,
            expected_rp_id=host.name,
            expected_origin=host.origins,
            credential_public_key=from_text(known.public_key),
            credential_current_sign_count=known.uses,
            require_user_verification=True,
        )
    )
    return found.new_sign_count


def _checked(check: Callable[[], T]) -> T:
    """Run a check; any exception caused by a client's data becomes a refusal."""
    try:
        return check()
    except Exception as error:
        raise SemaforError("wrong-passkey") from error


CHALLENGE_BYTES = 32
CHALLENGE_SECONDS = 300.0
"""Seconds for which a challenge is valid."""
MOST_PASSKEYS = 20


class Passkeys:
    """Finds and stores them in the database."""

    def __init__(self, store: Store, accounts: Accounts) -> None:
        self._store, self._accounts = store, accounts

    async def ask(self, person: str, member: str | None, host: HostName) -> PasskeyChallenge:
        """Create a challenge for a browser's authenticator."""
        challenge, now = to_text(secrets.token_bytes(CHALLENGE_BYTES)), clock.now()
        row = {"challenge": hash_key(challenge), "person": person, "until": now + CHALLENGE_SECONDS}
        old = delete(db.passkey_challenges).where(db.passkey_challenges.c.until < now)
        await self._store.write(old, insert(db.passkey_challenges).values(**row))
        known = tuple(row.credential for row in await self._of(member))
        user = "" if member is None else to_text(member.encode())
        return PasskeyChallenge(challenge, host.name, user, tuple(ALGORITHMS), known)

    async def add(self, person: str, member: str, said: AddPasskey, host: HostName) -> None:
        """Store a new passkey of an account."""
        made = check_new(said, await self._answered(person, said.client_data), host)
        numbers = [row.number for row in await self._of(member)]
        if len(numbers) >= MOST_PASSKEYS:
            raise SemaforError("too-many")
        row = {
            "credential": made.credential,
            "member": member,
            "number": max(numbers, default=0) + 1,
            "public_key": made.public_key,
            "uses": made.uses,
            "label": clean_label(said.label),
            "added": clock.now(),
        }
        try:
            await self._store.write(insert(db.passkeys).values(**row))
        except Taken:  # it is registered already
            raise SemaforError("wrong-passkey") from None

    async def enter(self, person: str, said: UsePasskey, host: HostName) -> None:
        """Sign a browser in with a passkey."""
        challenge = await self._answered(person, said.client_data)
        mine = db.passkeys.c.credential == said.credential
        rows = await self._store.read(select(db.passkeys).where(mine))
        if not rows or to_text(rows[0].member.encode()) != said.user:
            raise SemaforError("wrong-passkey")
        known = VerifiedKey(rows[0].credential, rows[0].public_key, rows[0].uses)
        uses = check_used(said, known, challenge, host)
        counted = update(db.passkeys).where(mine, db.passkeys.c.uses == known.uses)
        used = counted.values(uses=uses, used=clock.now())
        await self._accounts.join(person, rows[0].member, said.device, used, "wrong-passkey")

    async def remove(self, member: str, number: int) -> None:
        """Remove a passkey of an account."""
        mine = (db.passkeys.c.member == member) & (db.passkeys.c.number == number)
        if not await self._store.change_row(delete(db.passkeys).where(mine)):
            raise SemaforError("no-such-passkey")

    async def _answered(self, person: str, client_data: str) -> bytes:
        """The challenge of a response; it cannot be used again, whether the response is valid or not."""
        challenge = challenge_in(client_data)
        asked = db.passkey_challenges.c
        mine = (asked.challenge == hash_key(to_text(challenge))) & (asked.person == person)
        used_up = delete(db.passkey_challenges).where(mine, asked.until >= clock.now())
        if not await self._store.change_row(used_up):
            raise SemaforError("wrong-passkey")
        return challenge

    async def _of(self, member: str | None) -> list[Row[Any]]:
        return list(await self._store.read(select(db.passkeys).where(db.passkeys.c.member == member)))
