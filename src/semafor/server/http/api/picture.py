"""The final map as a picture to share, and what links to a table show before."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Annotated

from litestar import Response, get
from litestar.params import FromPath, QueryParameter

from semafor.boards.model import Language
from semafor.errors import SemaforError
from semafor.picture.svg.elements import paint_png
from semafor.picture.tokens import ThemeName
from semafor.server.http.asking import AnyRequest
from semafor.server.services import Services, TheServices
from semafor.server.table.seat import Seat
from semafor.server.table.table import Table
from semafor.show import draw_view
from semafor.words import PlainNaming
from semafor.words.languages import write_figure

LASTING = "public, max-age=86400"
PIXELS_WIDE = 1200
"""What previews of links show well."""
PAINT_COST = 0.6
"""Seconds of a core that pixels take."""
ENGINES = ("Rocket", "Mallard", "Luxtorpeda", "Zephyr", "Crocodile", "Pacific")
"""Bots bear the names of locomotives, as in `web/src/lib/people.ts`."""


@get("/api/tables/{table_id:str}/picture.svg")
async def show_picture(
    table_id: FromPath[str],
    services: TheServices,
    language: Annotated[Language, QueryParameter()] = "en",
    theme: Annotated[ThemeName, QueryParameter()] = "paper",
) -> Response[bytes]:
    """The map as it was at the end, with names and scores; not before the game is over."""
    table = await finished_table(services, table_id)
    drawn = await asyncio.to_thread(draw_ending, table, language, theme)
    return Response(drawn.encode(), media_type="image/svg+xml", headers={"Cache-Control": LASTING})


@get("/api/tables/{table_id:str}/picture.png")
async def show_pixels(
    request: AnyRequest,
    table_id: FromPath[str],
    services: TheServices,
    language: Annotated[Language, QueryParameter()] = "en",
) -> Response[bytes]:
    """The same in pixels, for previews of links."""
    services.check_share(services.own_board_work, request, PAINT_COST)
    table = await finished_table(services, table_id)
    return await painted(lambda: draw_ending(table, language, "paper"))


@get("/api/tables/{table_id:str}/board.png")
async def show_board_pixels(
    request: AnyRequest,
    table_id: FromPath[str],
    services: TheServices,
    language: Annotated[Language, QueryParameter()] = "en",
) -> Response[bytes]:
    """The board as it lies before the first turn, for previews of links until the game is over."""
    services.check_share(services.own_board_work, request, PAINT_COST)
    table = (await services.tables.find(table_id)).table
    check_drawn(services, table)
    return await painted(lambda: draw_view(table.board, None, language, "paper"))


async def painted(draw: Callable[[], str]) -> Response[bytes]:
    """What a function draws, in pixels."""
    pixels = await asyncio.to_thread(lambda: paint_png(draw(), PIXELS_WIDE))
    return Response(pixels, media_type="image/png", headers={"Cache-Control": LASTING})


async def finished_table(services: Services, table_id: str) -> Table:
    """A table whose game is over and whose board is drawn in no time; refused otherwise."""
    table = (await services.tables.find(table_id)).table
    if table.status != "over":
        raise SemaforError("not-over")
    check_drawn(services, table)
    return table


def check_drawn(services: Services, table: Table) -> None:
    """Refused where the map of a table is still being drawn, or cannot be."""
    if table.board.has_map and not services.pages.has_drawn(table.board):
        raise SemaforError("not-found")


def draw_ending(table: Table, language: Language, theme: ThemeName) -> str:
    """The picture of a finished game."""
    assert table.game is not None
    return draw_view(table.board, table.game.view(None), language, theme, names_and_points(table, language))


def names_and_points(table: Table, language: Language) -> tuple[str, ...]:
    """Every seat by its name, with its side's points once the game is over."""
    totals = {seat: side.total for side in table.result.sides for seat in side.seats} if table.result else {}
    names = (seat.name or unnamed(seat, language) for seat in table.seats)
    return tuple(
        f"{name}: {write_figure(totals[n], 'd', language)}" if n in totals else name
        for n, name in enumerate(names)
    )


def unnamed(seat: Seat, language: Language) -> str:
    """What a seat is called that nobody gave a name; bots as in the browser."""
    if seat.bot:
        return ENGINES[seat.number % len(ENGINES)]
    return PlainNaming().seat(seat.number + 1, language)
