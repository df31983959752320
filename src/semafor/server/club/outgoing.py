"""Requests that the server itself makes: over HTTPS, to public addresses, without following redirects."""

from __future__ import annotations

import asyncio
import socket
import ssl
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from ipaddress import ip_address
from urllib.parse import SplitResult, urlsplit

from semafor.errors import SemaforError

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
