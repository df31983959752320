"""Boards that users design: checked, drawn and studied by workers within limits, and shared."""

import asyncio
from collections.abc import Awaitable
from functools import cache
from itertools import chain

import msgspec
from litestar import MediaType, Response, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, JSONBody

from semafor.boards import Board, all_board_names
from semafor.boards.write import format_board
from semafor.errors import SemaforError
from semafor.record import fingerprint
from semafor.server import clock
from semafor.server import workshop_messages as msg
from semafor.server.http.compressed_pages import (
    COMPRESSES,
    CompressedPage,
    compress_page,
    send_if_changed,
    send_page,
)
from semafor.server.http.identity import AnyRequest, address_of, browser_of
from semafor.server.services import DRAW_COST, TheServices
from semafor.server.storage.shared_boards import NewBoard
from semafor.server.table.keys import hash_key, new_id, new_key
from semafor.server.table.text import clean_name, is_plain
from semafor.server.workers.sketch_jobs import finish_sketch as finish_job
from semafor.server.workers.sketch_jobs import import_places as import_job
from semafor.server.workers.sketch_jobs import look_at_sketch as look_job
from semafor.server.workers.worker_pool import MEMORY, Limits, WorkerError

LOOK_COST = 0.5
"""Estimated processor seconds of a look."""
LOOK_LIMITS = Limits(seconds=20, timeout=60.0, memory=MEMORY)
FINISH_COST = 5.0
"""Estimated processor seconds of a finished drawing."""
FINISH_LIMITS = Limits(seconds=60, timeout=180.0, memory=MEMORY)
STUDY = {200: ResponseSpec(msg.StudyState, description="The study")}


@post("/api/sketches", status_code=200)
async def look_at_sketch(
    request: AnyRequest, data: JSONBody[msg.LookAtSketch], services: TheServices
) -> Response[bytes]:
    """Faults, advice, file and drawing of a board that is being designed."""
    charge = services.charge_work(request, LOOK_COST)
    return await _made(
        services.sketches.run(look_job, msgspec.json.encode(data), LOOK_LIMITS, address_of(request), charge)
    )


@post("/api/sketches/finished", status_code=200)
async def finish_sketch(
    request: AnyRequest, data: JSONBody[msg.FinishSketch], services: TheServices
) -> Response[bytes]:
    """The board as it will be at the table; this takes seconds, from a budget of its own."""
    services.check_limit(services.finishing_work, request, FINISH_COST)
    owner, encoded = address_of(request), msgspec.json.encode(data)

    def charge(seconds: float) -> None:
        services.finishing_work.spend(owner, seconds - FINISH_COST)

    return await _made(services.finishing.run(finish_job, encoded, FINISH_LIMITS, owner, charge))


@post("/api/sketches/places", status_code=200)
async def import_places(
    request: AnyRequest, data: JSONBody[msg.ImportPlaces], services: TheServices
) -> Response[bytes]:
    """Return the places and lines of a CSV or GeoJSON file."""
    charge = services.charge_work(request, LOOK_COST)
    return await _made(
        services.sketches.run(import_job, msgspec.json.encode(data), LOOK_LIMITS, address_of(request), charge)
    )


@get("/api/gazetteer", opt={COMPRESSES: True})
async def show_gazetteer(request: AnyRequest) -> Response[bytes]:
    """Return the positions of the larger cities of the world."""
    return send_if_changed(request, await asyncio.to_thread(_gazetteer))


@cache
def _gazetteer() -> CompressedPage:
    from semafor.workshop.gazetteer import cities

    rows = [(city.name.en, city.name.pl, city.lat, city.lon, city.country) for city in cities()]
    lines = [f"{en},{pl if pl != en else ''},{lat},{lon},{country}" for en, pl, lat, lon, country in rows]
    return compress_page(msgspec.json.encode(msg.Gazetteer("\n".join(lines))))


async def _made(work: Awaitable[bytes]) -> Response[bytes]:
    try:
        return Response(await work, media_type=MediaType.JSON)
    except WorkerError:
        raise SemaforError("set-aside") from None


@post("/api/studies", status_code=202)
async def begin_study(
    request: AnyRequest, data: JSONBody[msg.StudyBoard], services: TheServices
) -> msg.StudyState:
    """Start a study of a playable board; only the requester learns its id."""
    board = await services.read_board(request, data.board_file)
    if not board.has_map:
        raise SemaforError("no-routes-to-study")
    services.check_limit(services.new_studies, request)
    return services.studies.begin(address_of(request), board, data.games)


@get("/api/studies/{study_id:str}", opt={COMPRESSES: True}, responses=STUDY)
async def show_study(request: AnyRequest, study_id: FromPath[str], services: TheServices) -> Response[bytes]:
    """Return the progress and results of a study."""
    return send_page(request, services.studies.page(study_id))


@post("/api/studies/{study_id:str}/stop", status_code=200, opt={COMPRESSES: True}, responses=STUDY)
async def stop_study(request: AnyRequest, study_id: FromPath[str], services: TheServices) -> Response[bytes]:
    """Stop a study."""
    await services.studies.stop(study_id)
    return send_page(request, services.studies.page(study_id))


@get("/api/shelf")
async def list_shelf(services: TheServices) -> msg.SharedBoardList:
    """Boards that were shared here."""
    return msg.SharedBoardList(tuple(await services.shared_boards.cards()))


@post("/api/shelf")
async def share_board(
    request: AnyRequest, data: JSONBody[msg.ShareBoard], services: TheServices
) -> Response[msg.Shared]:
    """Share a board; the answer has the key with which it can be taken back."""
    board = await services.read_board(request, data.board_file)
    check_plain(board)
    by = clean_name(data.name) if data.name.strip() else ""
    if not is_plain(by):
        raise SemaforError("not-plain")
    study = short_study(data.study) if data.study else None
    services.check_limit(services.new_shared, request)
    browser, key = await browser_of(request, services), new_key()
    card = shelf_card(board, by, study)
    file = await asyncio.to_thread(format_board, board)
    await services.shared_boards.put(NewBoard(card, browser.person, hash_key(key), fingerprint(board), file))
    services.pages.begin(board, address_of(request))  # charged to the author, not to the first reader
    services.own_board_work.spend(address_of(request), DRAW_COST)
    return Response(msg.Shared(card, key), status_code=201, cookies=browser.cookies)


@get("/api/shelf/{board_id:str}", opt={COMPRESSES: True})
async def show_shared(request: AnyRequest, board_id: FromPath[str], services: TheServices) -> Response[bytes]:
    """Return a shared board with its map, which is drawn on the first request."""
    owner = address_of(request)
    board = await services.own_boards.read(await services.shared_boards.file(board_id), owner)
    if not services.pages.knows(board):
        services.check_limit(services.own_board_work, request, DRAW_COST)
    return send_if_changed(request, await services.pages.page(board, owner))


@get("/api/shelf/{board_id:str}/file")
async def show_shared_file(board_id: FromPath[str], services: TheServices) -> msg.SharedFile:
    """The file of a shared board."""
    return msg.SharedFile(await services.shared_boards.file(board_id))


@post("/api/shelf/{board_id:str}/remove", status_code=200, media_type=MediaType.JSON)
async def take_back(
    board_id: FromPath[str], data: JSONBody[msg.UnshareBoard], services: TheServices
) -> msg.SharedBoardList:
    """Withdraw a shared board; needs its author's key."""
    await services.shared_boards.take_back(board_id, hash_key(data.key))
    return msg.SharedBoardList(tuple(await services.shared_boards.cards()))


def check_plain(board: Board) -> None:
    """Refuse names with markup or hidden characters, and the names of built-in boards."""
    names = chain(
        [board.title],
        (place.name for place in board.places),
        (festival.name for festival in board.festivals),
    )
    if not all(is_plain(text) for name in names for text in (name.en, name.pl)):
        raise SemaforError("not-plain")
    if board.board in all_board_names():
        raise SemaforError("our-name", name=board.board)


def shelf_card(board: Board, by: str, study: msg.ShortStudy | None) -> msg.ShelfCard:
    """Return the list entry of a board."""
    return msg.ShelfCard(
        id=new_id(),
        title=board.title,
        by=by,
        players=board.options.players,
        places=len(board.places),
        routes=len(board.routes),
        tickets=len(board.tickets),
        shared=clock.now(),
        plays=0,
        study=study,
    )


def short_study(text: str) -> msg.ShortStudy:
    """Return three figures of a study; refused if the text is not a study."""
    from semafor.workshop.study.findings import Study

    try:
        study = msgspec.json.decode(text, type=Study)
    except (msgspec.MsgspecError, UnicodeError):
        raise SemaforError("no-study") from None
    if not study.tables:
        raise SemaforError("no-study")
    largest = max(study.tables, key=lambda table: table.players)
    return msg.ShortStudy(study.games, round(largest.turns.mean, 1), round(largest.margin.mean, 1))
