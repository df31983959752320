"""Pages that stay the same for long: packed once, and fetched again only when they differ."""

from __future__ import annotations

import gzip
import hashlib
from typing import Any, NamedTuple

from litestar import MediaType, Request, Response

PACKS = "packs_itself"
"""The mark of a handler that packs its answers."""
LEVEL = 6
VARIES = {"Vary": "Accept-Encoding"}


class PackedPage(NamedTuple):
    """A page as JSON."""

    body: bytes
    packed: bytes
    """The same by gzip: too much work to do it for every request, and on the event loop."""
    tag: str
    """Says which page it is; weak, for the page is the same packed or not."""


def pack(body: bytes) -> PackedPage:
    """A page that will be sent often; this takes a while."""
    tag = f'W/"{hashlib.sha256(body).hexdigest()[:32]}"'
    return PackedPage(body, compress(body), tag)


def compress(body: bytes) -> bytes:
    """The same by gzip."""
    return gzip.compress(body, LEVEL, mtime=0)


def send_page(
    request: Request[Any, Any, Any],
    page: PackedPage,
    headers: dict[str, str] | None = None,
    media_type: str = MediaType.JSON,
) -> Response[bytes]:
    """Return a page as a response, compressed if the client accepts that."""
    told = {**VARIES, **(headers or {})}
    if takes_gzip(request.headers.get("accept-encoding", "")):
        told["Content-Encoding"] = "gzip"
        return Response(page.packed, headers=told, media_type=media_type)
    return Response(page.body, headers=told, media_type=media_type)


def takes_gzip(accepted: str) -> bool:
    """Whether a browser can unpack it, and does not rather take it plain."""
    return "gzip" in accepted and "gzip;q=0" not in accepted.replace(" ", "")


def send_if_changed(request: Request[Any, Any, Any], page: PackedPage) -> Response[bytes]:
    """An answer that a browser need not fetch again until it differs."""
    headers = {**VARIES, "ETag": page.tag, "Cache-Control": "no-cache"}
    if request.headers.get("if-none-match") == page.tag:
        return Response(b"", status_code=304, headers=headers, media_type=MediaType.JSON)
    return send_page(request, page, headers)
