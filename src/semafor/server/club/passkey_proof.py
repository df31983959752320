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
"""The only host name that browsers trust without HTTPS."""
T = TypeVar("T")


class Door(msgspec.Struct, frozen=True):
    """The host name of a request."""

    name: str
    """Without the port: the relying party of passkeys."""
    host: str
    """With the port."""

    @property
    def origins(self) -> list[str]:
        """Allowed origins of a page: browsers offer passkeys only over HTTPS and on the local machine."""
        return [f"https://{self.host}", *([f"http://{self.host}"] if self.name == LOCAL else [])]


class Proven(msgspec.Struct, frozen=True):
    """A verified passkey."""

    credential: str
    public_key: str
    uses: int


def challenge_in(client_data: str) -> bytes:
    """The challenge in a browser's client data."""
    return _checked(lambda: bytes(parse_client_data_json(from_text(client_data)).challenge))


def check_new(said: AddPasskey, challenge: bytes, door: Door) -> Proven:
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
            expected_rp_id=door.name,
            expected_origin=door.origins,
            require_user_verification=True,
            supported_pub_key_algs=ALGORITHMS,
        )
    )
    return Proven(to_text(found.credential_id), to_text(found.credential_public_key), found.sign_count)


def check_used(said: UsePasskey, known: Proven, challenge: bytes, door: Door) -> int:
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
            expected_rp_id=door.name,
            expected_origin=door.origins,
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
