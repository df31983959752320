"""Serves the files of the browser client, and its front page for all other paths."""

import asyncio
import mimetypes
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import TypeVar

from litestar import HttpMethod, MediaType, Response, route
from litestar.params import FromPath

from semafor.boards.model import Language
from semafor.errors import SemaforError
from semafor.server.http.compressed_pages import COMPRESSES, VARIES, compress, takes_gzip
from semafor.server.http.finished_games_api import names_and_points
from semafor.server.http.identity import AnyRequest, Connection, confirmed_base
from semafor.server.services import Services, TheServices
from semafor.server.table.table import Table
from semafor.words import LANGUAGES, say

PAGES = ("table", "replay")
"""Pages whose path has a table id."""


async def preview_tags(services: Services, path: str, request: Connection) -> str:
    """Return the tags of a link preview; empty for other pages and unknown tables."""
    page, _, rest = path.lstrip("/").partition("/")
    if page not in PAGES or not rest:
        return ""
    try:
        table = (await services.tables.find(rest.split("/")[0])).table
    except SemaforError:
        return ""
    language: Language = "pl" if request.headers.get("accept-language", "").startswith("pl") else "en"
    return tags_of(table, page, language, confirmed_base(request, services.config))


def tags_of(table: Table, page: str, language: Language, base: str | None) -> str:
    """The tags for one table; links only if the server's address is known."""
    # Before the end only the empty board is shown.
    drawn = "picture" if table.status == "over" else "board"
    told = {
        "og:site_name": "Semafor",
        "og:type": "website",
        "og:title": f"Semafor: {table.board.title.in_language(language)}",
        "og:description": describe(table, page, language),
    }
    if base is not None:
        told["og:url"] = f"{base}/{page}/{table.id}"
        told["og:image"] = f"{base}/api/tables/{table.id}/{drawn}.png?language={language}"
        told["twitter:card"] = "summary_large_image"
    return "".join(f'<meta property="{name}" content="{escape(text)}">' for name, text in told.items())


def describe(table: Table, page: str, language: Language) -> str:
    """The names and points of the players."""
    head = say(f"web.{'replay' if page == 'replay' else table.status}", {}, language)
    return f"{head}: {', '.join(names_and_points(table, language))}"


Argument = TypeVar("Argument")
Result = TypeVar("Result")
PACKAGED = Path(__file__).parents[1] / "static"
"""The folder of the built client."""
PACKABLE = {"text/html", "text/css", "text/javascript", "application/json", "image/svg+xml"}
"""Media types that are compressed."""
KEPT = 128
"""Compressed files in the cache, including front pages with link previews."""
LASTING = "public, max-age=31536000, immutable"
"""Cache-Control of files whose name contains a hash."""
NOT_BUILT = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Semafor</title>
<body><h1>Semafor</h1>{told}</body></html>
"""


def page_without_client() -> str:
    """A page that says in all languages that the client is not built."""
    told = (f'<p lang="{language}">{say("web.not-built", {}, language)}</p>' for language in LANGUAGES)
    return NOT_BUILT.format(told="".join(told))


def find_file(folder: Path, path: str) -> Path | None:
    """Return the file at a path inside the folder, or None; never a file outside."""
    if "\0" in path:
        return None
    wanted = (folder / path.lstrip("/")).resolve()
    inside = wanted.is_relative_to(folder.resolve())
    return wanted if inside and wanted.is_file() else None


@route(
    ["/", "/{path:path}"],
    http_method=[HttpMethod.GET, HttpMethod.HEAD],
    include_in_schema=False,
    opt={COMPRESSES: True},
)
async def client_file(
    request: AnyRequest, services: TheServices, path: FromPath[str] = ""
) -> Response[bytes]:
    """Return a file of the client, or its front page with a link preview."""
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
    """Return the file at a path, or the front page for the path of a page; refuse other paths."""
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
