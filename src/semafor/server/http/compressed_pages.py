"""Compressed JSON pages with entity tags, so that browsers fetch them only if they changed."""

import gzip
import hashlib
from typing import Any, NamedTuple

from litestar import MediaType, Request, Response

COMPRESSES = "packs_itself"
"""Handler option: the handler compresses its responses itself."""
LEVEL = 6
VARIES = {"Vary": "Accept-Encoding"}


class CompressedPage(NamedTuple):
    """A page, plain and compressed."""

    body: bytes
    packed: bytes
    """The body compressed with gzip."""
    tag: str
    """The weak entity tag."""


def compress_page(body: bytes) -> CompressedPage:
    """Compress a page; call this outside the event loop."""
    tag = f'W/"{hashlib.sha256(body).hexdigest()[:32]}"'
    return CompressedPage(body, compress(body), tag)


def compress(body: bytes) -> bytes:
    """Compress with gzip."""
    return gzip.compress(body, LEVEL, mtime=0)


def send_page(
    request: Request[Any, Any, Any],
    page: CompressedPage,
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
    """Whether an `Accept-Encoding` header allows gzip."""
    return "gzip" in accepted and "gzip;q=0" not in accepted.replace(" ", "")


def send_if_changed(request: Request[Any, Any, Any], page: CompressedPage) -> Response[bytes]:
    """Respond with a page, or with 304 if the browser has it."""
    headers = {**VARIES, "ETag": page.tag, "Cache-Control": "no-cache"}
    if request.headers.get("if-none-match") == page.tag:
        return Response(b"", status_code=304, headers=headers, media_type=MediaType.JSON)
    return send_page(request, page, headers)
