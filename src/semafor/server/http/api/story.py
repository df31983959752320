"""The story of a finished game."""

from __future__ import annotations

from litestar import get
from litestar.params import FromPath

from semafor.errors import SemaforError
from semafor.server.http.asking import AnyRequest
from semafor.server.http.identity import address_of
from semafor.server.messages import Story
from semafor.server.services import TheServices


@get("/api/tables/{table_id:str}/story")
async def show_story(request: AnyRequest, table_id: FromPath[str], services: TheServices) -> Story:
    """As much of the story as has been told by now; not before the game is over."""
    table = (await services.tables.find(table_id)).table
    if table.status != "over":
        raise SemaforError("not-over")
    assert table.game is not None
    return await services.stories.story(table.id, table.game.record(), address_of(request))
