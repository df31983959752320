"""Finished games: pictures, replays and stories; and pictures of boards."""

from typing import Annotated, Literal

from litestar import Response, get
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, FromQuery, QueryParameter

from semafor.boards.model import Language
from semafor.errors import SemaforError
from semafor.events import Viewer
from semafor.picture.tokens import ThemeName
from semafor.server.http.compressed_pages import COMPRESSES, CompressedPage, send_page
from semafor.server.http.identity import AnyRequest, address_of
from semafor.server.messages import Replay, Story
from semafor.server.services import Services, TheServices
from semafor.server.table.table import Seat, Table
from semafor.server.table.updates import card_of
from semafor.server.workers.board_jobs import DrawnBoard, PictureOrder
from semafor.server.workers.pictures import ReplayOrder
from semafor.words import PlainNaming
from semafor.words.languages import write_figure

CACHED_A_DAY = {"Cache-Control": "public, max-age=86400"}
PIXELS_WIDE = 1200
"""The width that previews of links show well."""
DRAW_SECONDS, PAINT_SECONDS = 0.1, 0.6
"""Estimated processor time of an SVG and of a PNG."""
ENGINES = ("Rocket", "Mallard", "Luxtorpeda", "Zephyr", "Crocodile", "Pacific")
"""Names of bots, as in `web/src/lib/people.ts`."""


@get("/api/tables/{table_id:str}/picture.svg", opt={COMPRESSES: True})
async def show_picture(
    request: AnyRequest,
    table_id: FromPath[str],
    services: TheServices,
    language: Annotated[Language, QueryParameter()] = "en",
    theme: Annotated[ThemeName, QueryParameter()] = "paper",
) -> Response[bytes]:
    """The map at the end of a game, with names and scores; refused before the game is over."""
    table = await finished_table(services, table_id)
    page = await draw_ending(request, services, table, language, theme, pixels_wide=0)
    return send_page(request, page, CACHED_A_DAY, "image/svg+xml")


@get("/api/tables/{table_id:str}/picture.png", opt={COMPRESSES: True})
async def show_pixels(
    request: AnyRequest,
    table_id: FromPath[str],
    services: TheServices,
    language: Annotated[Language, QueryParameter()] = "en",
) -> Response[bytes]:
    """The same as PNG, for previews of links."""
    table = await finished_table(services, table_id)
    page = await draw_ending(request, services, table, language, "paper", PIXELS_WIDE)
    return Response(page.body, media_type="image/png", headers=CACHED_A_DAY)


@get("/api/tables/{table_id:str}/board.png", opt={COMPRESSES: True})
async def show_board_pixels(
    request: AnyRequest,
    table_id: FromPath[str],
    services: TheServices,
    language: Annotated[Language, QueryParameter()] = "en",
) -> Response[bytes]:
    """The board before the first turn, for previews of links until the game is over."""
    table = (await services.tables.find(table_id)).table
    key, pictures = ("board", table.setup.board.fingerprint, language), services.pictures
    page = await pictures.cache.find(key)
    if page is None:
        order = PictureOrder(await drawn_board(services, table), None, (), language, "paper", PIXELS_WIDE)
        charge = services.charge_work(request, PAINT_SECONDS)
        page = await pictures.picture(key, order, address_of(request), charge)
    return Response(page.body, media_type="image/png", headers=CACHED_A_DAY)


async def finished_table(services: Services, table_id: str) -> Table:
    """Return a table whose game is over; refuse any other."""
    table = (await services.tables.find(table_id)).table
    if table.status != "over":
        raise SemaforError("not-over")
    return table


async def drawn_board(services: Services, table: Table) -> DrawnBoard:
    """Return the board of a table with its map; refuse if the map is not drawn."""
    drawn = await services.pages.drawn(table.board)
    if drawn is None:
        raise SemaforError("not-found")
    return drawn


async def draw_ending(
    request: AnyRequest,
    services: Services,
    table: Table,
    language: Language,
    theme: ThemeName,
    pixels_wide: int,
) -> CompressedPage:
    """Return the picture of a finished game."""
    names = names_and_points(table, language)
    key, pictures = ("game", table.id, names, language, theme, pixels_wide), services.pictures
    page = await pictures.cache.find(key)
    if page is None:
        drawn = await drawn_board(services, table)
        charge = services.charge_work(request, PAINT_SECONDS if pixels_wide else DRAW_SECONDS)
        await services.tables.look(table)
        order = PictureOrder(drawn, table.view(None), names, language, theme, pixels_wide)
        page = await pictures.picture(key, order, address_of(request), charge)
    return page


def names_and_points(table: Table, language: Language) -> tuple[str, ...]:
    """Return the names of all seats, with the points of their sides once the game is over."""
    totals = {seat: side.total for side in table.result.sides for seat in side.seats} if table.result else {}
    names = (seat.name or unnamed(seat, language) for seat in table.seats)
    return tuple(
        f"{name}: {write_figure(totals[n], 'd', language)}" if n in totals else name
        for n, name in enumerate(names)
    )


def unnamed(seat: Seat, language: Language) -> str:
    """Return the name of a seat without one; bots have the same names as in the browser."""
    if seat.bot:
        return ENGINES[seat.number % len(ENGINES)]
    return PlainNaming().seat(seat.number + 1, language)


MOST_STEPS = 100
STEP_SECONDS = 0.004
"""Estimated processor time of one step."""
Eyes = Literal["all", "spectator", "0", "1", "2", "3", "4", "5"]


@get(
    "/api/tables/{table_id:str}/replay",
    opt={COMPRESSES: True},
    responses={200: ResponseSpec(Replay, description="The steps that were asked for")},
)
async def show_replay(
    request: AnyRequest,
    table_id: FromPath[str],
    services: TheServices,
    viewer: FromQuery[Eyes] = "spectator",
    first: Annotated[int, QueryParameter(ge=0, le=100_000)] = 0,
    count: Annotated[int, QueryParameter(ge=1, le=MOST_STEPS)] = 50,
) -> Response[bytes]:
    """Steps of a game that is over: as a seat or a spectator saw them, or with all cards open."""
    table = await finished_table(services, table_id)
    eyes: Viewer = None if viewer == "spectator" else "all" if viewer == "all" else int(viewer)
    if isinstance(eyes, int) and eyes >= len(table.seats):
        raise SemaforError("no-such-seat", seat_number=eyes)
    key, pictures = ("replay", table.id, table.version, viewer, first, count), services.pictures
    page = await pictures.cache.find(key)
    if page is None:
        charge = services.charge_work(request, STEP_SECONDS * count)
        order = await order_replay(services, table, eyes, first, count)
        page = await pictures.replay(key, order, address_of(request), charge)
    return send_page(request, page)


async def order_replay(
    services: Services, table: Table, viewer: Viewer, first: int, count: int
) -> ReplayOrder:
    """Return what a worker needs to replay steps of a game."""
    await services.tables.look(table)
    assert table.game is not None
    assert table.result is not None
    card = card_of(table, table.updated)
    return ReplayOrder(table.game.record(), card, table.result, viewer, first, count)


@get("/api/tables/{table_id:str}/story")
async def show_story(request: AnyRequest, table_id: FromPath[str], services: TheServices) -> Story:
    """As much of the story of a game as there is by now; refused before the game is over."""
    table = await finished_table(services, table_id)
    assert table.game is not None
    return await services.stories.story(table.id, table.game.record(), address_of(request))
