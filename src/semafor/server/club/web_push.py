"""Web Push: messages encrypted for one browser (RFC 8291), signed (RFC 8292), sent to public addresses."""

import asyncio
import base64
import os
import socket
import ssl
import struct
import time
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from ipaddress import ip_address
from urllib.parse import SplitResult, urlsplit

import msgspec
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from semafor.errors import SemaforError

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


SECONDS = 10.0
"""Time limit of a request: look-up, connection, TLS handshake and answer together."""
LONGEST_ADDRESS = 1000
LONGEST_LINE = 4096
"""Bytes that are read of an answer."""
LOOKUP_THREADS = 32
"""Name look-ups at a time. One that takes too long is given up, though its thread is busy until it ends."""
_lookups = ThreadPoolExecutor(LOOKUP_THREADS, "lookups")


def check_endpoint(address: str, allow_local: bool = False) -> None:
    """Refuse an address that cannot be one of a push service: it must be HTTPS, and not one of ours."""
    try:
        parts = urlsplit(address)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise SemaforError("bad-endpoint") from None
    good = parts.scheme == "https" and port in (None, 443) and not parts.username and "." in host
    public = good and not _is_private(host)
    plain = address.isascii() and address.isprintable() and " " not in address
    if len(address) > LONGEST_ADDRESS or not plain or not (public or allow_local):
        raise SemaforError("bad-endpoint")


def _is_private(host: str) -> bool:
    try:
        return not ip_address(host).is_global
    except ValueError:
        return False  # a name: its address is checked when it is looked up


async def post(address: str, body: bytes, headers: dict[str, str], allow_local: bool = False) -> int:
    """Send a POST request; return the status of the answer. OSError if there is none in time."""
    parts = urlsplit(address)
    try:
        async with asyncio.timeout(SECONDS):
            return await _exchange(parts, _request(parts, body, headers), allow_local)
    except (ValueError, EOFError, asyncio.LimitOverrunError) as error:
        raise OSError(repr(error)) from error


def _request(parts: SplitResult, body: bytes, headers: dict[str, str]) -> bytes:
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    fixed = {"Host": parts.netloc, "Content-Length": str(len(body)), "Connection": "close"}
    lines = [f"POST {target} HTTP/1.1", *(f"{name}: {value}" for name, value in (fixed | headers).items())]
    return "\r\n".join([*lines, "", ""]).encode() + body


async def _exchange(parts: SplitResult, request: bytes, allow_local: bool) -> int:
    """Send a request to a public address of its host, which is looked up once; return the status."""
    secure, host = parts.scheme == "https", parts.hostname or ""
    port = parts.port or (443 if secure else 80)
    loop = asyncio.get_running_loop()
    where = await loop.run_in_executor(_lookups, _look_up, host, port, allow_local)
    reader, writer = await asyncio.open_connection(
        where,
        port,
        limit=LONGEST_LINE,
        ssl=_tls() if secure else None,
        server_hostname=host if secure else None,
    )
    try:
        writer.write(request)
        version, status, *_ = (await reader.readuntil(b"\n")).split()
        if not version.startswith(b"HTTP/"):
            raise ValueError("not HTTP")
        return int(status)
    finally:
        writer.transport.abort()


def _look_up(host: str, port: int, allow_local: bool) -> str:
    """The first address of a name that may be reached."""
    _tls()  # loads the certificates in this thread
    for *_, where in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM):
        if allow_local or ip_address(where[0]).is_global:
            return str(where[0])
    raise OSError("no public address")


@cache
def _tls() -> ssl.SSLContext:
    return ssl.create_default_context()
