"""Identity of requests: people with their devices, keys of seats, addresses, hosts and origins."""

from __future__ import annotations

import re
import socket
from functools import cache, lru_cache
from ipaddress import IPv4Address, IPv6Network, ip_address
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import msgspec
from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

from semafor.errors import SemaforError
from semafor.server.club.accounts import Identity
from semafor.server.config import Config
from semafor.server.messages import MOST_SEATS
from semafor.server.table.keys import hash_key, new_key
from semafor.server.table.table import Table

if TYPE_CHECKING:
    from semafor.server.services import Services

COOKIE = "semafor"
YEAR = 365 * 86_400
_TOKEN = re.compile(r"[A-Za-z0-9_-]{20,64}")

AnyRequest = Request[Any, Any, Any]
Connection = ASGIConnection[Any, Any, Any, Any]


def header_of(connection: Connection, name: str) -> str:
    """Return a header, or an empty string; parsed headers would be kept as long as the connection."""
    wanted = name.encode()
    values = [value for key, value in connection.scope["headers"] if key == wanted]
    return b"; ".join(values).decode("latin-1")


def person_of(connection: Connection) -> str | None:
    """The hash of the browser's cookie, if it has one."""
    for part in header_of(connection, "cookie").split(";"):
        name, _, token = part.strip().partition("=")
        if name == COOKIE and _TOKEN.fullmatch(token):
            return hash_key(token)
    return None


def keys_of(connection: Connection) -> list[str]:
    """The hashes of the keys in `Authorization: Bearer KEY,KEY`."""
    kind, _, keys = header_of(connection, "authorization").partition(" ")
    if kind.lower() != "bearer":
        return []
    found = [key.strip() for key in keys.split(",")[: 20 * MOST_SEATS]]
    return [hash_key(key) for key in found if _TOKEN.fullmatch(key)]


def new_person(secure: bool) -> tuple[str, Cookie]:
    """Create a cookie for a new browser; return its hash and the cookie."""
    token = new_key()
    cookie = Cookie(
        key=COOKIE, value=token, path="/", max_age=YEAR, httponly=True, samesite="lax", secure=secure
    )
    return hash_key(token), cookie


def address_of(connection: Connection) -> str:
    """The address of a request as it is counted, as reported by a trusted proxy."""
    return as_counted(connection.client.host) if connection.client else "unknown"


@lru_cache(maxsize=4096)
def as_counted(host: str) -> str:
    """The address for rate limits; for IPv6 the /64 network, which one household has."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if isinstance(address, IPv4Address):
        return host
    mapped = address.ipv4_mapped
    return str(mapped) if mapped else str(IPv6Network((int(address) >> 64 << 64, 64)))


@cache
def names_of_this_machine() -> frozenset[str]:
    """The local host names of this machine."""
    name = socket.gethostname().lower()
    return frozenset({"localhost", name, name.partition(".")[0], f"{name.partition('.')[0]}.local"})


def is_foreign_host(connection: Connection, allowed: tuple[str, ...]) -> bool:
    """Whether the Host header has a name that is not allowed.

    This prevents DNS rebinding; IP addresses cannot be rebound.
    """
    name = host_of(connection)
    return not ("*" in allowed or name in allowed or name in names_of_this_machine() or is_number(name))


def host_of(connection: Connection) -> str:
    """The host name or IP address of the Host header, without the port."""
    host = header_of(connection, "host").lower()
    return host[1:].partition("]")[0] if host.startswith("[") else host.partition(":")[0]


def is_number(host: str) -> bool:
    """Whether a host is an IP address."""
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def is_foreign(connection: Connection, config: Config) -> bool:
    """Whether the request was made by a page of another site; a page over HTTP is not one over HTTPS."""
    origin = header_of(connection, "origin").lower()
    own = f"{_scheme(connection, config)}://{header_of(connection, 'host').lower()}"
    return bool(origin) and origin not in (own, _origin_of(config.public_url), *config.origins)


def _scheme(connection: Connection, config: Config) -> str:
    """Return the scheme that browsers use; a proxy may terminate HTTPS."""
    encrypted = config.secure_cookie or connection.scope["scheme"] in ("https", "wss")
    return "https" if encrypted else "http"


def _origin_of(url: str | None) -> str | None:
    parts = urlsplit(url or "")
    return f"{parts.scheme}://{parts.netloc}".lower() if url else None


def confirmed_base(connection: Connection, config: Config) -> str | None:
    """The address of the server for links, without a slash at the end.

    That is the configured address, or the host of the request if it is known to be ours; None for other IP
    addresses, and for names that are accepted only because all names are.
    """
    if config.public_url:
        return config.public_url.rstrip("/")
    name, host = host_of(connection), header_of(connection, "host").lower()
    server = connection.scope.get("server")
    ours = name in config.hosts or name in names_of_this_machine() or (server and name == server[0])
    port = host.rpartition("]")[2].rpartition(":")[2] if ":" in host.rpartition("]")[2] else "0"
    return f"{_scheme(connection, config)}://{host}" if ours and port.isdecimal() else None


class Requester(msgspec.Struct, frozen=True):
    """The identity of a request."""

    identity: Identity
    keys: tuple[str, ...]

    def seats(self, table: Table) -> tuple[int, ...]:
        """The requester's seats at a table."""
        return table.seats_of(self.identity.persons, self.keys)

    def seats_here(self, table: Table) -> tuple[int, ...]:
        """The same; refuse if there are none."""
        seats = self.seats(table)
        if not seats:
            raise SemaforError("not-yours", case="table")
        return seats


async def requester_of(request: AnyRequest, services: Services) -> Requester:
    """Return the identity of a request."""
    return Requester(await services.accounts.identity(person_of(request)), tuple(keys_of(request)))


class Browser:
    """The browser of a request; it gets a new cookie if it has no valid one."""

    def __init__(self, requester: Requester, services: Services) -> None:
        self.requester = requester
        self.cookies: list[Cookie] = []
        self.person = requester.identity.cookie or self._new(services)
        self.persons = requester.identity.persons | {self.person}

    def _new(self, services: Services) -> str:
        person, cookie = new_person(services.config.secure_cookie)
        self.cookies.append(cookie)
        return person


async def browser_of(request: AnyRequest, services: Services) -> Browser:
    """Return the browser of a request."""
    return Browser(await requester_of(request, services), services)
