"""Boards, rules and bots: pages that are the same for everyone."""

import asyncio
from functools import cache

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, JSONBody

from semafor.boards import Board, all_board_names, board_names, load_board, more_board_names
from semafor.boards.model import Language, Name
from semafor.boards.write import format_board
from semafor.bots import LEVELS
from semafor.errors import SemaforError
from semafor.rulebook import FAMILIES, all_rules
from semafor.server.http.compressed_pages import (
    COMPRESSES,
    CompressedPage,
    compress_page,
    send_if_changed,
    send_page,
)
from semafor.server.http.identity import AnyRequest, address_of
from semafor.server.messages import BoardCard, Boards, BotLevel, Bots, OwnBoard, Rules
from semafor.server.services import DRAW_COST, TheServices
from semafor.server.workshop_messages import SharedFile
from semafor.words import say


def bot_levels() -> tuple[BotLevel, ...]:
    """Return the levels of bots with their names."""
    return tuple(
        BotLevel(level.id, _words("named", level.id), _words("about", level.id))  # type: ignore[arg-type]  # levels have the ids that the protocol names
        for level in LEVELS
    )


def _words(form: str, level: str) -> Name:
    """A text about a level, in both languages."""
    key = f"level.{form}.{level}"
    return Name(say(key, {}, "en"), say(key, {}, "pl"))


def board_card(board: Board) -> BoardCard:
    """A board in a list."""
    return BoardCard(
        board=board.board,
        title=board.title,
        players=board.options.players,
        teams=board.options.teams,
        options=board.options,
        rules=board.rules,
        provenance=board.provenance,
        places=len(board.places),
        routes=len(board.routes),
        tickets=len(board.tickets),
    )


@cache
def _rules(language: Language) -> CompressedPage:
    return compress_page(msgspec.json.encode(Rules(language, FAMILIES, all_rules(language))))


@get("/api/boards", sync_to_thread=False)
def list_boards() -> Boards:
    """All boards."""
    games, more = (
        tuple(board_card(load_board(name)) for name in names) for names in (board_names(), more_board_names())
    )
    return Boards(games, more)


@get("/api/boards/{name:str}", opt={COMPRESSES: True})
async def show_board(request: AnyRequest, name: FromPath[str], services: TheServices) -> Response[bytes]:
    """Return a board with its map."""
    if name not in all_board_names():
        raise SemaforError("unknown-board")
    return send_if_changed(request, await services.pages.page(load_board(name)))


@get("/api/boards/{name:str}/file")
async def show_board_file(name: FromPath[str]) -> SharedFile:
    """Return the file of a board."""
    if name not in all_board_names():
        raise SemaforError("unknown-board")
    return SharedFile(await asyncio.to_thread(_board_file, name))


@cache
def _board_file(name: str) -> str:
    return format_board(load_board(name))


@post("/api/boards", status_code=200)
async def check_own_board(request: AnyRequest, data: JSONBody[OwnBoard], services: TheServices) -> BoardCard:
    """Check a user's board; return a summary or its faults."""
    return board_card(await services.read_board(request, data.board_file))


@post("/api/drawings", status_code=200, opt={COMPRESSES: True})
async def draw_own_board(
    request: AnyRequest, data: JSONBody[OwnBoard], services: TheServices
) -> Response[bytes]:
    """Return a user's board with its map, which is drawn on the first request."""
    board = await services.read_board(request, data.board_file)
    if not services.pages.knows(board):
        services.check_limit(services.own_board_work, request, DRAW_COST)
    return send_page(request, await services.pages.page(board, address_of(request)))


@get("/api/rules/{language:str}", opt={COMPRESSES: True})
async def show_rules(request: AnyRequest, language: FromPath[str]) -> Response[bytes]:
    """All rules in English (en) or Polish (pl)."""
    if language not in ("en", "pl"):
        raise SemaforError("not-found", case="language")
    return send_if_changed(request, await asyncio.to_thread(_rules, "en" if language == "en" else "pl"))


@get("/api/bots", sync_to_thread=False)
def list_bots() -> Bots:
    """The levels of bots."""
    return Bots(bot_levels())
