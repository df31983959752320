"""What a browser says of a passkey, checked by the standard (WebAuthn): who asked, where, and who signed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import msgspec
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
from semafor.server.club.people_messages import AddPasskey, UsePasskey
from semafor.server.club.web_push import from_text, to_text

ALGORITHMS = [Algorithm.ECDSA_SHA_256, Algorithm.EDDSA, Algorithm.RSASSA_PKCS1_v1_5_SHA_256]
LOCAL = "localhost"
"""The one name that browsers trust without HTTPS."""
T = TypeVar("T")


class Door(msgspec.Struct, frozen=True):
    """Under which name the server is asked."""

    name: str
    """Without the port: to this name passkeys belong."""
    host: str
    """With it."""

    @property
    def origins(self) -> list[str]:
        """Where a page may come from; browsers offer passkeys over HTTPS only, and on the own machine."""
        return [f"https://{self.host}", *([f"http://{self.host}"] if self.name == LOCAL else [])]


class Proven(msgspec.Struct, frozen=True):
    """A passkey that was made here, or used here."""

    credential: str
    public_key: str
    uses: int


def challenge_in(client_data: str) -> bytes:
    """The challenge that a browser says it was given."""
    return _checked(lambda: bytes(parse_client_data_json(from_text(client_data)).challenge))


def check_new(said: AddPasskey, challenge: bytes, door: Door) -> Proven:
    """A new passkey; `wrong-passkey` unless it was made here, now, by somebody it knows."""
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
            expected_rp_id=door.name,
            expected_origin=door.origins,
            require_user_verification=True,
            supported_pub_key_algs=ALGORITHMS,
        )
    )
    return Proven(to_text(found.credential_id), to_text(found.credential_public_key), found.sign_count)


def check_used(said: UsePasskey, known: Proven, challenge: bytes, door: Door) -> int:
    """How often a passkey was used by now; `wrong-passkey` unless it was used here, now, and is no copy."""
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
            expected_rp_id=door.name,
            expected_origin=door.origins,
            credential_public_key=from_text(known.public_key),
            credential_current_sign_count=known.uses,
            require_user_verification=True,
        )
    )
    return found.new_sign_count


def _checked(check: Callable[[], T]) -> T:
    """What a check gives; whatever it stumbles over in somebody's bytes is a refusal."""
    try:
        return check()
    except Exception as error:
        raise SemaforError("wrong-passkey") from error
