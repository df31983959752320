"""Boards that are being designed: checked and drawn by workers, within the budget of each address."""

import asyncio
from collections.abc import Awaitable
from functools import cache
from typing import Any

import msgspec
from litestar import MediaType, Request, Response, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, JSONBody

from semafor.errors import SemaforError
from semafor.server.http.identity import address_of
from semafor.server.http.packed_pages import PACKS, PackedPage, pack, send_if_changed, send_page
from semafor.server.http.requester import AnyRequest
from semafor.server.services import TheServices
from semafor.server.workers.sketch_jobs import finish_sketch as finish_job
from semafor.server.workers.sketch_jobs import look_at_sketch as look_job
from semafor.server.workers.worker_pool import MEMORY, Limits, WorkerError
from semafor.server.workshop_messages import FinishSketch, Gazetteer, LookAtSketch, StudyBoard, StudyState

LOOK_COST = 0.5
"""Estimated processor seconds of a look."""
LOOK_LIMITS = Limits(seconds=20, timeout=60.0, memory=MEMORY)
FINISH_COST = 5.0
"""Estimated processor seconds of a finished drawing."""
FINISH_LIMITS = Limits(seconds=60, timeout=180.0, memory=MEMORY)
STUDY = {200: ResponseSpec(StudyState, description="The study")}


@post("/api/sketches", status_code=200)
async def look_at_sketch(
    request: Request[Any, Any, Any], data: JSONBody[LookAtSketch], services: TheServices
) -> Response[bytes]:
    """Faults, advice, file and drawing of a board that is being designed."""
    charge = services.charge_work(request, LOOK_COST)
    return await _made(
        services.sketches.run(look_job, msgspec.json.encode(data), LOOK_LIMITS, address_of(request), charge)
    )


@post("/api/sketches/finished", status_code=200)
async def finish_sketch(
    request: Request[Any, Any, Any], data: JSONBody[FinishSketch], services: TheServices
) -> Response[bytes]:
    """The board as it will be at the table; this takes seconds, from a budget of its own."""
    services.check_share(services.finishing_work, request, FINISH_COST)
    owner, encoded = address_of(request), msgspec.json.encode(data)

    def charge(seconds: float) -> None:
        services.finishing_work.spend(owner, seconds - FINISH_COST)

    return await _made(services.finishing.run(finish_job, encoded, FINISH_LIMITS, owner, charge))


@get("/api/gazetteer", opt={PACKS: True})
async def show_gazetteer(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Return the positions of the larger cities of the world."""
    return send_if_changed(request, await asyncio.to_thread(_gazetteer))


@cache
def _gazetteer() -> PackedPage:
    from semafor.workshop.gazetteer import cities_text

    return pack(msgspec.json.encode(Gazetteer(cities_text())))


async def _made(work: Awaitable[bytes]) -> Response[bytes]:
    try:
        return Response(await work, media_type=MediaType.JSON)
    except WorkerError:
        raise SemaforError("set-aside") from None


@post("/api/studies", status_code=202)
async def begin_study(request: AnyRequest, data: JSONBody[StudyBoard], services: TheServices) -> StudyState:
    """Start a study of a playable board; only the requester learns its id."""
    board = await services.read_board(request, data.board_file)
    if not board.has_map:
        raise SemaforError("no-routes-to-study")
    services.check_share(services.new_studies, request)
    return services.studies.begin(address_of(request), board, data.games)


@get("/api/studies/{study_id:str}", opt={PACKS: True}, responses=STUDY)
async def show_study(request: AnyRequest, study_id: FromPath[str], services: TheServices) -> Response[bytes]:
    """Return the progress and results of a study."""
    return send_page(request, services.studies.page(study_id))


@post("/api/studies/{study_id:str}/stop", status_code=200, opt={PACKS: True}, responses=STUDY)
async def stop_study(request: AnyRequest, study_id: FromPath[str], services: TheServices) -> Response[bytes]:
    """Stop a study."""
    await services.studies.stop(study_id)
    return send_page(request, services.studies.page(study_id))
