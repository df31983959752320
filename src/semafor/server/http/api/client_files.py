"""The browser client's files; every other address of a page answers with its front page."""

from __future__ import annotations

import asyncio
import mimetypes
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

from litestar import HttpMethod, MediaType, Request, Response, route
from litestar.params import FromPath

from semafor.errors import SemaforError
from semafor.server.http.lasting import PACKS, VARIES, compress, takes_gzip
from semafor.server.http.link_preview import preview_tags
from semafor.server.services import TheServices
from semafor.words import LANGUAGES, say

Argument = TypeVar("Argument")
Result = TypeVar("Result")
PACKAGED = Path(__file__).parents[2] / "static"
"""Where the built client lies."""
PACKABLE = {"text/html", "text/css", "text/javascript", "application/json", "image/svg+xml"}
"""Kinds of files that gzip makes smaller."""
KEPT = 128
"""Files that stay packed: more than the client has, and as many front pages with something of a table."""
LASTING = "public, max-age=31536000, immutable"
"""For files whose name changes with their content."""
NOT_BUILT = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Semafor</title>
<body><h1>Semafor</h1>{told}</body></html>
"""


def page_without_client() -> str:
    """A page that says in every language that there is no client."""
    told = (f'<p lang="{language}">{say("web.not-built", {}, language)}</p>' for language in LANGUAGES)
    return NOT_BUILT.format(told="".join(told))


def find_file(folder: Path, path: str) -> Path | None:
    """The file of this path inside the folder; None for anything else, above all outside of it."""
    if "\0" in path:
        return None
    wanted = (folder / path.lstrip("/")).resolve()
    inside = wanted.is_relative_to(folder.resolve())
    return wanted if inside and wanted.is_file() else None


@route(
    ["/", "/{path:path}"],
    http_method=[HttpMethod.GET, HttpMethod.HEAD],
    include_in_schema=False,
    opt={PACKS: True},
)
async def client_file(
    request: Request[Any, Any, Any], services: TheServices, path: FromPath[str] = ""
) -> Response[bytes]:
    """A file of the client, or its front page, with what a link to a table shows before it is opened."""
    answer = await _in_file_thread(answer_with_file, path)
    tags = await preview_tags(services, path, request)
    if tags and answer.media_type == "text/html":
        answer.content = answer.content.replace(b"</head>", tags.encode() + b"</head>", 1)
    if answer.media_type in PACKABLE:
        answer.headers.update(VARIES)
        if takes_gzip(request.headers.get("accept-encoding", "")):
            answer.headers["Content-Encoding"] = "gzip"
            answer.content = await _in_file_thread(_packed, answer.content)
    return answer


_packed = lru_cache(KEPT)(compress)
_threads = ThreadPoolExecutor(4, "files")
"""Threads for files alone: pages load although other work fills the threads of the event loop."""


async def _in_file_thread(function: Callable[[Argument], Result], argument: Argument) -> Result:
    return await asyncio.get_running_loop().run_in_executor(_threads, function, argument)


def answer_with_file(path: str) -> Response[bytes]:
    """The file of this path, the front page for the address of a page, or a refusal."""
    if path.lstrip("/").split("/")[0] == "api":
        raise SemaforError("not-found")
    if not (PACKAGED / "index.html").is_file():
        return Response(page_without_client().encode(), media_type=MediaType.HTML)
    found = find_file(PACKAGED, path)
    if found is None and "." in path.rsplit("/", 1)[-1]:
        raise SemaforError("not-found")
    file = found or PACKAGED / "index.html"
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    lasting = "assets" in file.relative_to(PACKAGED.resolve() if found else PACKAGED).parts
    headers = {"Cache-Control": LASTING if lasting else "no-cache"}
    return Response(file.read_bytes(), media_type=kind, headers=headers)
