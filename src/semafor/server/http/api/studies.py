"""Studies of boards in the making: begun, asked for until they are found, and stopped."""

from __future__ import annotations

from litestar import get, post
from litestar.params import FromPath, JSONBody

from semafor.errors import SemaforError
from semafor.server.http.asking import AnyRequest
from semafor.server.http.identity import address_of
from semafor.server.services import TheServices
from semafor.server.workshop_messages import StudyBoard, StudyState


@post("/api/studies", status_code=202)
async def begin_study(request: AnyRequest, data: JSONBody[StudyBoard], services: TheServices) -> StudyState:
    """Begin a study of a board that can be played; its id is known to nobody else."""
    board = await services.read_board(request, data.board_file)
    if not board.has_map:
        raise SemaforError("no-routes-to-study")
    services.check_share(services.new_studies, request)
    return services.studies.begin(address_of(request), board, data.games)


@get("/api/studies/{study_id:str}")
async def show_study(study_id: FromPath[str], services: TheServices) -> StudyState:
    """How far a study has come, and what it found."""
    return services.studies.state(study_id)


@post("/api/studies/{study_id:str}/stop", status_code=200)
async def stop_study(study_id: FromPath[str], services: TheServices) -> StudyState:
    """Stop a study."""
    return await services.studies.stop(study_id)
