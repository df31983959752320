"""Who asks: a browser by its cookie, seats by their keys, pages by their origin."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

from semafor.server.keys import hash_key, new_key
from semafor.server.messages import MOST_SEATS

COOKIE = "semafor"
YEAR = 365 * 86_400
_TOKEN = re.compile(r"[A-Za-z0-9_-]{20,64}")

Connection = ASGIConnection[Any, Any, Any, Any]


def person_of(connection: Connection) -> str | None:
    """The hash of the browser's cookie, if it has one."""
    token = connection.cookies.get(COOKIE, "")
    return hash_key(token) if _TOKEN.fullmatch(token) else None


def keys_of(connection: Connection) -> list[str]:
    """The hashes of the keys in `Authorization: Bearer KEY,KEY`."""
    kind, _, keys = connection.headers.get("authorization", "").partition(" ")
    if kind.lower() != "bearer":
        return []
    found = [key.strip() for key in keys.split(",")[: 20 * MOST_SEATS]]
    return [hash_key(key) for key in found if _TOKEN.fullmatch(key)]


def new_person(secure: bool) -> tuple[str, Cookie]:
    """A name for a new browser: its hash, and the cookie."""
    token = new_key()
    cookie = Cookie(
        key=COOKIE, value=token, path="/", max_age=YEAR, httponly=True, samesite="lax", secure=secure
    )
    return hash_key(token), cookie


def address_of(connection: Connection) -> str:
    """Where the request comes from; the server takes a trusted proxy's word for it."""
    return connection.client.host if connection.client else "unknown"


def is_foreign(connection: Connection, allowed: tuple[str, ...]) -> bool:
    """Whether the request was made by a page of another site."""
    origin = connection.headers.get("origin")
    if origin is None or origin in allowed:
        return False
    return urlsplit(origin).netloc.lower() != connection.headers.get("host", "").lower()
