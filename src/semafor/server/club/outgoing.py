"""Requests that the server itself makes: only to public addresses, over HTTPS, without following anybody."""

from __future__ import annotations

import http.client
import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from ipaddress import ip_address
from threading import Timer
from urllib.parse import urlsplit

from semafor.errors import SemaforError

SECONDS = 10.0
"""To reach a service, and then for all that is said."""
LONGEST_ADDRESS = 1000


def check_endpoint(address: str, allow_local: bool = False) -> None:
    """Refused unless it may be the address of a push service: HTTPS and nothing of our own."""
    try:
        parts = urlsplit(address)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise SemaforError("bad-endpoint") from None
    good = parts.scheme == "https" and port in (None, 443) and not parts.username and "." in host
    public = good and not _is_private(host)
    if len(address) > LONGEST_ADDRESS or not (public or allow_local):
        raise SemaforError("bad-endpoint")


def _is_private(host: str) -> bool:
    try:
        return not ip_address(host).is_global
    except ValueError:
        return False  # a name: looked at when it is known what it means


def post(address: str, body: bytes, headers: dict[str, str], allow_local: bool = False) -> int:
    """The status with which a service answers; OSError where it cannot be reached, or may not be."""
    parts = urlsplit(address)
    host = parts.hostname or ""
    secure = parts.scheme == "https"
    port = parts.port or (443 if secure else 80)
    line = _connect(host, port, allow_local)
    connection = http.client.HTTPConnection(host, port, timeout=SECONDS)
    try:
        with _ended_in_time(line):
            connection.sock = (
                ssl.create_default_context().wrap_socket(line, server_hostname=host) if secure else line
            )
            connection.request(
                "POST", f"{parts.path}?{parts.query}" if parts.query else parts.path, body, headers
            )
            return connection.getresponse().status
    except http.client.HTTPException as error:
        raise OSError(repr(error)) from error
    finally:
        connection.close()
        line.close()


@contextmanager
def _ended_in_time(line: socket.socket) -> Iterator[None]:
    """Cut a line when its time is over: its own patience begins anew with every byte that comes."""
    with line.dup() as same:  # encryption takes the line itself over
        timer = Timer(SECONDS, _cut, (same,))
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            timer.join()


def _cut(line: socket.socket) -> None:
    with suppress(OSError):  # the other side was faster
        line.shutdown(socket.SHUT_RDWR)


def _connect(host: str, port: int, allow_local: bool) -> socket.socket:
    """A line to a public address of the name: looked up once, so that it cannot become another."""
    for *_, where in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM):
        if allow_local or ip_address(where[0]).is_global:
            return socket.create_connection((str(where[0]), port), timeout=SECONDS)
    raise OSError("no public address")
