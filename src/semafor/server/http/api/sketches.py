"""Boards in the making: looked at while they are drawn, each address within its share."""

from __future__ import annotations

from typing import Any

from litestar import MediaType, Request, Response, post
from litestar.params import JSONBody

from semafor.errors import SemaforError
from semafor.server.http.board_worker import Task
from semafor.server.http.identity import address_of
from semafor.server.services import TheServices
from semafor.server.workshop_messages import LookAtSketch

LOOK_COST = 0.5
"""Seconds of work that a look takes at least; what it takes beyond them is counted afterwards."""
LOOK_SECONDS = 20
"""Of processor time, at most."""


@post("/api/sketches", status_code=200)
async def look_at_sketch(
    request: Request[Any, Any, Any], data: JSONBody[LookAtSketch], services: TheServices
) -> Response[bytes]:
    """Faults, advice, file and drawing of a board in the making."""
    services.check_share(services.own_board_work, request, LOOK_COST)
    answer = await services.sketches.run(Task(sketch=data, seconds=LOOK_SECONDS), 3 * LOOK_SECONDS)
    taken = LOOK_SECONDS if answer is None else answer.seconds
    services.own_board_work.spend(address_of(request), max(0.0, taken - LOOK_COST))
    if answer is None:
        raise SemaforError("set-aside")
    return Response(answer.page, media_type=MediaType.JSON)
