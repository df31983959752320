"""Web Push by the standard: encrypted for one browser (RFC 8291), signed by the server (RFC 8292)."""

from __future__ import annotations

import base64
import os
import struct
import time
from urllib.parse import urlsplit

import msgspec
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

RECORD_SIZE = 4096
LARGEST = 3000
"""Longest message in bytes; push services accept 4096 in all."""
TOKEN_SECONDS = 12 * 3600
_LAST_RECORD = b"\x02"


class Subscription(msgspec.Struct, frozen=True):
    """A push subscription: the endpoint and keys of a browser."""

    endpoint: str
    p256dh: str
    auth: str


def new_key_text() -> str:
    """Generate a signing key as PEM text."""
    key = ec.generate_private_key(ec.SECP256R1())
    form = serialization.PrivateFormat.PKCS8
    return key.private_bytes(serialization.Encoding.PEM, form, serialization.NoEncryption()).decode()


def read_key(text: str) -> ec.EllipticCurvePrivateKey:
    """Read a key from PEM text; ValueError if it is not a P-256 key."""
    key = serialization.load_pem_private_key(text.encode(), password=None)
    if not isinstance(key, ec.EllipticCurvePrivateKey) or key.curve.name != "secp256r1":
        raise ValueError("The push key must be an EC key on P-256.")
    return key


def public_text(key: ec.EllipticCurvePrivateKey) -> str:
    """The public key in the format that browsers expect."""
    return to_text(_point(key.public_key()))


def encrypt(message: bytes, to: Subscription, salt: bytes = b"", own_key: bytes = b"") -> bytes:
    """Encrypt a push message for one browser; ValueError if its keys are invalid.

    Salt and one-time key are random unless a test passes known ones.
    """
    assert len(message) <= LARGEST, "a notice is short"
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), from_text(to.p256dh))
    mine = (
        ec.derive_private_key(int.from_bytes(own_key, "big"), ec.SECP256R1())
        if own_key
        else ec.generate_private_key(ec.SECP256R1())
    )
    salt = salt or os.urandom(16)
    ours = _point(mine.public_key())
    info = b"WebPush: info\x00" + _point(theirs) + ours
    secret = _derive(mine.exchange(ec.ECDH(), theirs), from_text(to.auth), info, 32)
    key = _derive(secret, salt, b"Content-Encoding: aes128gcm\x00", 16)
    nonce = _derive(secret, salt, b"Content-Encoding: nonce\x00", 12)
    header = salt + struct.pack("!IB", RECORD_SIZE, len(ours)) + ours
    return header + AESGCM(key).encrypt(nonce, message + _LAST_RECORD, None)


def signed_by(key: ec.EllipticCurvePrivateKey, endpoint: str, contact: str) -> str:
    """The Authorization header that identifies the server to a push service."""
    parts = urlsplit(endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(time.time()) + TOKEN_SECONDS,
        "sub": contact,
    }
    said = f"{_json({'typ': 'JWT', 'alg': 'ES256'})}.{_json(claims)}"
    r, s = decode_dss_signature(key.sign(said.encode(), ec.ECDSA(hashes.SHA256())))
    signature = to_text(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
    return f"vapid t={said}.{signature}, k={public_text(key)}"


def to_text(data: bytes) -> str:
    """Encode bytes as base64url without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def from_text(text: str) -> bytes:
    """Decode base64url without padding; ValueError if it is invalid."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    point = serialization.PublicFormat.UncompressedPoint
    return key.public_bytes(serialization.Encoding.X962, point)


def _derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def _json(value: dict[str, object]) -> str:
    return to_text(msgspec.json.encode(value))
