"""What a link to a table or a replay shows before it is opened: a title, a few words, a picture."""

from __future__ import annotations

from html import escape

from semafor.boards.model import Language
from semafor.errors import SemaforError
from semafor.server.http.api.picture import names_and_points
from semafor.server.http.identity import Connection, confirmed_base
from semafor.server.services import Services
from semafor.server.table.table import Table
from semafor.words import say

PAGES = ("table", "replay")
"""Addresses that name a table."""


async def preview_tags(services: Services, path: str, request: Connection) -> str:
    """Tags for the head of the page; empty for other addresses and unknown tables."""
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
    """The tags of one table, as everyone may see it; links only where the server's address is known."""
    # Before the end the board alone: what lies on it is for those at the table.
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
    """Who plays, and what came of it."""
    head = say(f"web.{'replay' if page == 'replay' else table.status}", {}, language)
    return f"{head}: {', '.join(names_and_points(table, language))}"
