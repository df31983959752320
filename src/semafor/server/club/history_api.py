"""HTTP routes of the leaderboard and of a player's history."""

from typing import Annotated

from litestar import get
from litestar.params import FromPath, QueryParameter
from sqlalchemy import select

from semafor.errors import SemaforError
from semafor.server.club.account_api import member_of
from semafor.server.club.history_messages import ClubTable, MemoryPage, PairPage
from semafor.server.http.requester import AnyRequest
from semafor.server.services import TheServices
from semafor.server.storage.database_schema import members

Short = Annotated[str, QueryParameter(max_length=64)]


@get("/api/me/memory")
async def show_memory(request: AnyRequest, services: TheServices) -> MemoryPage:
    """Show my history."""
    who, member = await member_of(request, services)
    name = (await services.store.read(select(members.c.name).where(members.c.id == member)))[0].name
    return await services.history.page(name, member, who.persons)


@get("/api/me/with/{friend:str}")
async def show_pair(request: AnyRequest, friend: FromPath[str], services: TheServices) -> PairPage:
    """Show my games with a friend."""
    who, member = await member_of(request, services)
    found = await services.history.pair(member, who.persons, friend)
    if found is None:
        raise SemaforError("not-found")
    return found


@get("/api/club")
async def show_club(services: TheServices, season: Short = "", board: Short = "") -> ClubTable:
    """Show the leaderboard."""
    return await services.history.leaderboard.page(season, board)


ROUTES = (show_memory, show_pair, show_club)
