"""Messages about accounts, devices and passkeys."""

from typing import Annotated

import msgspec

from semafor.server.message_fields import NAME_LENGTH, PersonName, Sent
from semafor.words import Language

LABEL_LENGTH = 60


PHRASE_LENGTH = 300


Label = Annotated[str, msgspec.Meta(max_length=LABEL_LENGTH)]


class BecomeMyself(Sent, frozen=True):
    """POST /api/me: create an account; this browser becomes its first device."""

    name: Annotated[str, msgspec.Meta(max_length=NAME_LENGTH)]
    language: Language = "en"
    """Language of the passphrase."""
    device: Label = ""


class Rename(Sent, frozen=True):
    """POST /api/me/name."""

    name: PersonName


class NewPhrase(Sent, frozen=True):
    """POST /api/me/phrase: replace the passphrase."""

    language: Language = "en"


class JoinDevice(Sent, frozen=True):
    """POST /api/me/join: sign in with the passphrase or with a code from another device."""

    phrase: Annotated[str, msgspec.Meta(max_length=PHRASE_LENGTH)] = ""
    code: Annotated[str, msgspec.Meta(max_length=64)] = ""
    device: Label = ""


class SignOut(Sent, frozen=True):
    """POST /api/me/sign-out: sign out this browser or the device of this number."""

    device: Annotated[int, msgspec.Meta(ge=1, le=2**31 - 1)] | None = None


Coded = Annotated[str, msgspec.Meta(max_length=20_000, pattern="^[A-Za-z0-9_-]+$")]
"""Bytes as base64url."""


CredentialId = Annotated[str, msgspec.Meta(max_length=1400, pattern="^[A-Za-z0-9_-]+$")]


class AddPasskey(Sent, frozen=True):
    """POST /api/me/passkeys: the result of the browser's `credentials.create`."""

    credential: CredentialId
    client_data: Coded
    attestation: Coded
    label: Label = ""


class UsePasskey(Sent, frozen=True):
    """POST /api/me/passkeys/enter: sign in with the result of the browser's `credentials.get`."""

    credential: CredentialId
    client_data: Coded
    authenticator_data: Coded
    signature: Coded
    user: Coded
    device: Label = ""


class RemovePasskey(Sent, frozen=True):
    """POST /api/me/passkeys/remove: remove the passkey of this number."""

    number: Annotated[int, msgspec.Meta(ge=1, le=2**31 - 1)]


class PasskeyChallenge(msgspec.Struct, frozen=True):
    """POST /api/me/passkeys/challenge: a challenge to sign, valid once and for a few minutes."""

    challenge: str
    rp: str
    """The relying party: the host name of the server."""
    user: str
    """The account that creates a passkey; empty for signing in."""
    algorithms: tuple[int, ...]
    known: tuple[str, ...]
    """Credentials that the account already has."""


class Passkey(msgspec.Struct, frozen=True):
    """A passkey of mine; the server stores only its public key."""

    number: int
    label: str
    added: float
    used: float | None


class Device(msgspec.Struct, frozen=True):
    """A signed-in browser of mine."""

    number: int
    label: str
    added: float
    here: bool
    """Whether it sent this request."""


class Me(msgspec.Struct, frozen=True):
    """GET /api/me: my account; `name` is None without one."""

    name: str | None
    member: str | None
    """My account id, for links to my page."""
    created: float | None
    devices: tuple[Device, ...]
    passkeys: tuple[Passkey, ...] = ()


class Myself(msgspec.Struct, frozen=True):
    """A new account or a new passphrase, which is shown only once."""

    me: Me
    phrase: str


class DeviceCode(msgspec.Struct, frozen=True):
    """POST /api/me/code: a code that signs in one more device, once, for ten minutes; put it behind a `#`."""

    code: str
    until: float
