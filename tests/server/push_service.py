"""A push service of the tests' own: takes what a server sends, and reads it as a browser would."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from semafor.server.club.web_push import from_text, to_text

CREATED, GONE = 201, 410


class Ear:
    """The keys of a browser that has subscribed."""

    def __init__(self, private: bytes = b"", auth: bytes = b"") -> None:
        curve = ec.SECP256R1()
        known = int.from_bytes(private, "big")
        self.key = ec.derive_private_key(known, curve) if private else ec.generate_private_key(curve)
        self.auth = auth or os.urandom(16)
        self.public = self.key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )

    def target(self, endpoint: str) -> dict[str, str]:
        """Return the subscription that the browser sends to its server."""
        return {"endpoint": endpoint, "p256dh": to_text(self.public), "auth": to_text(self.auth)}

    def read(self, body: bytes) -> bytes:
        """Decrypt a push message as its receiver (RFC 8188 and 8291)."""
        salt, length = body[:16], body[20]
        theirs, sealed = body[21 : 21 + length], body[21 + length :]
        shared = self.key.exchange(
            ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs)
        )
        secret = _derive(shared, self.auth, b"WebPush: info\0" + self.public + theirs, 32)
        key = _derive(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = _derive(secret, salt, b"Content-Encoding: nonce\0", 12)
        said = AESGCM(key).decrypt(nonce, sealed, None)
        assert said[-1:] == b"\x02"
        return said[:-1]


def _derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def check_signature(header: str, public: str) -> dict[str, Any]:
    """Return the claims of a VAPID header after checking its signature with the announced key."""
    kind, _, rest = header.partition(" ")
    assert kind == "vapid"
    parts = dict(one.strip().split("=", 1) for one in rest.split(","))
    assert parts["k"] == public
    said, _, signature = parts["t"].rpartition(".")
    raw = from_text(signature)
    der = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), from_text(public))
    key.verify(der, said.encode(), ec.ECDSA(hashes.SHA256()))
    return dict(json.loads(from_text(said.split(".")[1])))


class PushService:
    """Received pushes, in order."""

    def __init__(self) -> None:
        self.got: asyncio.Queue[tuple[dict[str, str], bytes]] = asyncio.Queue()
        self.address = ""
        self.answer = CREATED

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Take one push."""
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = {
            name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:])
        }
        body = await reader.readexactly(int(headers["content-length"]))
        writer.write(f"HTTP/1.1 {self.answer} X\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".encode())
        await writer.drain()
        writer.close()
        self.got.put_nowait((headers, body))

    async def next(self) -> tuple[dict[str, str], bytes]:
        """The next push."""
        return await asyncio.wait_for(self.got.get(), 60)


@asynccontextmanager
async def push_service() -> AsyncIterator[PushService]:
    """A push service on this machine until the block ends."""
    service = PushService()
    server = await asyncio.start_server(service.serve, "127.0.0.1", 0)
    service.address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/push/ada"
    async with server:
        yield service
