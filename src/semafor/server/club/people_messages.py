"""The messages about people, their devices and their passkeys."""

from __future__ import annotations

from typing import Annotated

import msgspec

from semafor.server.message_fields import NAME_LENGTH, PersonName, Sent
from semafor.words import Language

LABEL_LENGTH = 60


PHRASE_LENGTH = 300


Label = Annotated[str, msgspec.Meta(max_length=LABEL_LENGTH)]


class BecomeMyself(Sent, frozen=True):
    """POST /api/me: take a name for life; this browser is its first device."""

    name: Annotated[str, msgspec.Meta(max_length=NAME_LENGTH)]
    language: Language = "en"
    """Of the passphrase's words."""
    device: Label = ""


class Rename(Sent, frozen=True):
    """POST /api/me/name."""

    name: PersonName


class NewPhrase(Sent, frozen=True):
    """POST /api/me/phrase: another passphrase; the one before opens nothing any more."""

    language: Language = "en"


class JoinDevice(Sent, frozen=True):
    """POST /api/me/join: this browser is mine too, by the passphrase or a code of another device."""

    phrase: Annotated[str, msgspec.Meta(max_length=PHRASE_LENGTH)] = ""
    code: Annotated[str, msgspec.Meta(max_length=64)] = ""
    device: Label = ""


class SignOut(Sent, frozen=True):
    """POST /api/me/sign-out: this browser, or the device of this number, is mine no longer."""

    device: Annotated[int, msgspec.Meta(ge=1, le=2**31 - 1)] | None = None


Coded = Annotated[str, msgspec.Meta(max_length=20_000, pattern="^[A-Za-z0-9_-]+$")]
"""Bytes as text (base64url)."""


CredentialId = Annotated[str, msgspec.Meta(max_length=1400, pattern="^[A-Za-z0-9_-]+$")]


class AddPasskey(Sent, frozen=True):
    """POST /api/me/passkeys: what the browser's `credentials.create` gave."""

    credential: CredentialId
    client_data: Coded
    attestation: Coded
    label: Label = ""


class UsePasskey(Sent, frozen=True):
    """POST /api/me/passkeys/enter: what the browser's `credentials.get` gave; this browser is mine then."""

    credential: CredentialId
    client_data: Coded
    authenticator_data: Coded
    signature: Coded
    user: Coded
    device: Label = ""


class RemovePasskey(Sent, frozen=True):
    """POST /api/me/passkeys/remove: the passkey of this number opens nothing any more."""

    number: Annotated[int, msgspec.Meta(ge=1, le=2**31 - 1)]


class PasskeyChallenge(msgspec.Struct, frozen=True):
    """POST /api/me/passkeys/challenge: what an authenticator is to sign, once and soon."""

    challenge: str
    rp: str
    """The name of the server, to which a passkey belongs."""
    user: str
    """Who makes a passkey; empty for who has no name yet here, and wants to sign in."""
    algorithms: tuple[int, ...]
    known: tuple[str, ...]
    """Passkeys that need not be made again."""


class Passkey(msgspec.Struct, frozen=True):
    """A passkey of mine; the server has its public half only."""

    number: int
    label: str
    added: float
    used: float | None


class Device(msgspec.Struct, frozen=True):
    """A browser of mine."""

    number: int
    label: str
    added: float
    here: bool
    """Whether it is the one that asks."""


class Me(msgspec.Struct, frozen=True):
    """GET /api/me: who I am; `name` is None for whoever plays without a name for life."""

    name: str | None
    member: str | None
    """By which others find my page."""
    created: float | None
    devices: tuple[Device, ...]
    passkeys: tuple[Passkey, ...] = ()


class Myself(msgspec.Struct, frozen=True):
    """The answer to taking a name, and to a new passphrase, which is told only now."""

    me: Me
    phrase: str


class DeviceCode(msgspec.Struct, frozen=True):
    """POST /api/me/code: what joins one more device, once and soon; put it behind a `#`."""

    code: str
    until: float
