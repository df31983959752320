"""Compressed responses, and JSON pages with entity tags, so that browsers fetch them only if they changed."""

import asyncio
import gzip
import hashlib
from typing import Any, NamedTuple

from litestar import MediaType, Request, Response
from litestar.datastructures import Headers, MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, HTTPResponseStartEvent, Message, Receive, Scope, Send

COMPRESSES = "packs_itself"
"""Handler option: the handler compresses its responses itself."""
LEVEL = 6
SMALLEST_COMPRESSED = 1_000
"""Bytes of the shortest body that is compressed."""
SMALLEST_IN_THREAD = 10_000
"""Bytes of the shortest body that is compressed in a thread; shorter ones take less than a millisecond."""
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


class Compression(ASGIMiddleware):
    """Compresses the responses of handlers that do not do so themselves, long ones in a thread."""

    scopes = (ScopeType.HTTP,)
    exclude_opt_key = COMPRESSES

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Run the handler; its response is one start and one body."""
        if not takes_gzip(Headers.from_scope(scope).get("accept-encoding", "")):
            await next_app(scope, receive, send)
            return
        start: HTTPResponseStartEvent | None = None

        async def compress_and_send(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start":
                start = message
                return
            if message["type"] == "http.response.body" and start is not None:
                body = message["body"]
                if len(body) >= SMALLEST_COMPRESSED:
                    long = len(body) >= SMALLEST_IN_THREAD
                    body = await asyncio.to_thread(compress, body) if long else compress(body)
                    message["body"] = body
                    headers = MutableScopeHeaders(start)
                    headers["Content-Encoding"] = "gzip"
                    headers["Content-Length"] = str(len(body))
                    headers.extend_header_value("Vary", "Accept-Encoding")
                await send(start)
            await send(message)

        await next_app(scope, receive, compress_and_send)
