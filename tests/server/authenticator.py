"""An authenticator of the tests' own: makes passkeys and signs with them as the standard says (WebAuthn)."""

from __future__ import annotations

import hashlib
import json
import os
import struct
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

from semafor.server.club.web_push import from_text, to_text

PRESENT, VERIFIED, WITH_KEY = 0x01, 0x04, 0x40
ES256 = {1: 2, 3: -7, -1: 1}
"""Return a P-256 public key in COSE format."""


class Authenticator:
    """A passkey and the mistakes it can make."""

    def __init__(self, rp: str, origin: str) -> None:
        self.rp, self.origin = rp, origin
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id = os.urandom(20)
        self.user = ""
        self.uses = 0
        self.flags = PRESENT | VERIFIED

    def make(self, asked: Any) -> dict[str, str]:
        """Return the result of `credentials.create`."""
        self.user = asked["user"] or self.user
        numbers = self.key.public_key().public_numbers()
        public = {**ES256, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        attested = bytes(16) + struct.pack(">H", len(self.id)) + self.id + cbor2.dumps(public)
        told = {"fmt": "none", "attStmt": {}, "authData": self._data(WITH_KEY) + attested}
        return {
            "credential": to_text(self.id),
            "client_data": to_text(self._client_data("webauthn.create", asked)),
            "attestation": to_text(cbor2.dumps(told)),
        }

    def sign(self, asked: Any) -> dict[str, str]:
        """Return the result of `credentials.get`."""
        self.uses += 1
        data, client = self._data(0), self._client_data("webauthn.get", asked)
        signature = self.key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        return {
            "credential": to_text(self.id),
            "client_data": to_text(client),
            "authenticator_data": to_text(data),
            "signature": to_text(signature),
            "user": self.user,
        }

    def _data(self, more: int) -> bytes:
        rp = hashlib.sha256(self.rp.encode()).digest()
        return rp + struct.pack(">BI", self.flags | more, self.uses)

    def _client_data(self, kind: str, asked: Any) -> bytes:
        challenge = to_text(from_text(asked["challenge"]))
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin}).encode()
