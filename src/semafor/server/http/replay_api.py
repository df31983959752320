"""Finished games, step by step, as any seat or a spectator saw them, and their stories."""

from typing import Annotated, Literal

from litestar import Response, get
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, FromQuery, QueryParameter

from semafor.errors import SemaforError
from semafor.events import Viewer
from semafor.server.http.identity import address_of
from semafor.server.http.packed_pages import PACKS, send_page
from semafor.server.http.picture_api import finished_table
from semafor.server.http.requester import AnyRequest
from semafor.server.messages import Replay, Story
from semafor.server.services import Services, TheServices
from semafor.server.table.table import Table
from semafor.server.table.updates import card_of
from semafor.server.workers.pictures import ReplayOrder

MOST_STEPS = 100
STEP_SECONDS = 0.004
"""Estimated processor time of one step."""
Eyes = Literal["all", "spectator", "0", "1", "2", "3", "4", "5"]


@get(
    "/api/tables/{table_id:str}/replay",
    opt={PACKS: True},
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
