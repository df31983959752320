"""Boards in the making: looked at while they are drawn, each address within its share."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Any

import msgspec
from litestar import MediaType, Request, Response, get, post
from litestar.params import JSONBody

from semafor.errors import SemaforError
from semafor.server.http.board_worker import Answer, Task
from semafor.server.http.identity import address_of
from semafor.server.http.lasting import PACKS, LastingPage, lasting, pack
from semafor.server.services import TheServices
from semafor.server.workshop_messages import FinishSketch, Gazetteer, LookAtSketch

LOOK_COST = 0.5
"""Seconds of work that a look takes at least; what it takes beyond them is counted afterwards."""
LOOK_SECONDS = 20
"""Of processor time, at most."""

FINISH_COST = 5.0
"""Seconds that must be left to begin; what it took is counted afterwards, and the rest given back."""
FINISH_SECONDS = 60
"""Of processor time, at most: for more than that a designer waits in vain."""


@post("/api/sketches", status_code=200)
async def look_at_sketch(
    request: Request[Any, Any, Any], data: JSONBody[LookAtSketch], services: TheServices
) -> Response[bytes]:
    """Faults, advice, file and drawing of a board in the making."""
    services.check_share(services.own_board_work, request, LOOK_COST)
    task, who = Task(sketch=data, seconds=LOOK_SECONDS), address_of(request)
    answer = await services.sketches.run(task, 3 * LOOK_SECONDS, who)
    taken = LOOK_SECONDS if answer is None else answer.seconds
    services.own_board_work.spend(who, max(0.0, taken - LOOK_COST))
    return _told(answer)


@post("/api/sketches/finished", status_code=200)
async def finish_sketch(
    request: Request[Any, Any, Any], data: JSONBody[FinishSketch], services: TheServices
) -> Response[bytes]:
    """A board in the making as it will lie at the table; this takes seconds, of a share of their own."""
    services.check_share(services.finishing_work, request, FINISH_COST)
    task, who = Task(unfinished=data, seconds=FINISH_SECONDS), address_of(request)
    answer = await services.finishing.run(task, 3 * FINISH_SECONDS, who)
    taken = FINISH_SECONDS if answer is None else answer.seconds
    services.finishing_work.spend(who, taken - FINISH_COST)
    return _told(answer)


@get("/api/gazetteer", opt={PACKS: True})
async def show_gazetteer(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Where the larger cities of the world lie."""
    return lasting(request, await asyncio.to_thread(_gazetteer))


@cache
def _gazetteer() -> LastingPage:
    from semafor.workshop.gazetteer import cities_text

    return pack(msgspec.json.encode(Gazetteer(cities_text())))


def _told(answer: Answer | None) -> Response[bytes]:
    if answer is None:
        raise SemaforError("set-aside")
    return Response(answer.page, media_type=MediaType.JSON)
