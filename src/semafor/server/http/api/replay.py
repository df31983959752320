"""Finished games, step by step, through anybody's eyes."""

from __future__ import annotations

from typing import Annotated, Literal

from litestar import get
from litestar.params import FromPath, FromQuery, QueryParameter

from semafor.errors import SemaforError
from semafor.events import Viewer
from semafor.server.messages import Replay
from semafor.server.services import TheServices
from semafor.server.table.updates import card_of

MOST_STEPS = 100
Eyes = Literal["all", "spectator", "0", "1", "2", "3", "4", "5"]


@get("/api/tables/{table_id:str}/replay")
async def show_replay(
    table_id: FromPath[str],
    services: TheServices,
    viewer: FromQuery[Eyes] = "spectator",
    first: Annotated[int, QueryParameter(ge=0, le=100_000)] = 0,
    count: Annotated[int, QueryParameter(ge=1, le=MOST_STEPS)] = 50,
) -> Replay:
    """Steps of a game that is over: as a seat or a spectator saw them, or with all cards open."""
    table = (await services.tables.find(table_id)).table
    if table.status != "over":
        raise SemaforError("not-over")
    eyes: Viewer = None if viewer == "spectator" else "all" if viewer == "all" else int(viewer)
    if isinstance(eyes, int) and eyes >= len(table.seats):
        raise SemaforError("no-such-seat", seat_number=eyes)
    card = card_of(table, table.updated)
    return await services.tables.replay(table, card, eyes, first, count)
