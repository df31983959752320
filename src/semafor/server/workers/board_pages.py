"""Pages of boards: drawn once by a worker, then cached in memory and on disk.

Placing every label takes seconds, and for a user's board up to a minute.
"""

import asyncio
import hashlib
import os
import threading
import time
from collections import OrderedDict
from contextlib import suppress
from functools import cache
from pathlib import Path

import msgspec
import structlog

import semafor
from semafor.boards import Board, all_board_names, load_board
from semafor.errors import SemaforError
from semafor.picture.shapes import MapGeometry
from semafor.record import board_to_record
from semafor.server.http.compressed_pages import CompressedPage, compress_page
from semafor.server.resources import drop_oldest, mark_used
from semafor.server.server_errors import Restarting
from semafor.server.workers.board_jobs import DrawnBoard, draw_map, make_page
from semafor.server.workers.worker_pool import MEMORY, Limits, WorkerError, WorkerPool

USUAL_BOARD = "europe"
"""Drawn first, since most people open it first."""
CACHED_PAGES = 32
CACHED_FILES = 1_000
"""Maps in files, of a few hundred kilobytes each."""
MAP_LIMITS = Limits(seconds=120, timeout=400.0, memory=MEMORY)
PAGE_LIMITS = Limits(seconds=20, timeout=400.0, memory=MEMORY)
"""For the page of a user's board whose map is drawn."""
FAILED_SECONDS = 3600.0
"""Time for which a map that could not be drawn is not tried again."""
log = structlog.get_logger("semafor.pages")


@cache
def drawing_version() -> bytes:
    """A hash over everything that determines how maps are drawn."""
    folder = Path(semafor.__file__).parent / "picture"
    files = sorted(path for path in folder.rglob("*") if path.suffix in (".py", ".json", ".toml"))
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).digest()


def page_name(board: bytes) -> str:
    """The name under which the page of an encoded board is cached."""
    return hashlib.sha256(drawing_version() + board).hexdigest()[:32]


def map_name(board: Board) -> str:
    """The name under which the map of a board is stored; it does not depend on the options."""
    drawn = {name: getattr(board, name) for name in board.__struct_fields__ if name != "options"}
    return page_name(msgspec.json.encode(drawn))


class Pages:
    """Makes and caches pages."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._pages: OrderedDict[str, CompressedPage] = OrderedDict()
        self._making: dict[str, asyncio.Task[CompressedPage]] = {}
        self._built_in = WorkerPool(1)
        self._own = WorkerPool(1)  # separate: the front page does not wait for users' boards
        self._failed: OrderedDict[str, float] = OrderedDict()
        """When drawing a map failed."""
        self._closed = False

    async def page(self, board: Board, owner: str = "") -> CompressedPage:
        """Return the page of a board; requests for a page that is being made wait for the same one."""
        encoded = msgspec.json.encode(board)
        name = page_name(encoded)
        if name in self._pages:
            self._pages.move_to_end(name)
            return self._pages[name]
        if self._closed:
            raise Restarting
        return await self._made(self._begin(name, board, owner))

    def begin(self, board: Board, owner: str) -> None:
        """Start to make a page that will be needed soon."""
        if not self._closed and not self.knows(board):
            self._begin(page_name(msgspec.json.encode(board)), board, owner)

    def _begin(self, name: str, board: Board, owner: str) -> asyncio.Task[CompressedPage]:
        if name not in self._making:
            task = asyncio.create_task(self._make(name, board, owner))
            self._making[name] = task
            task.add_done_callback(lambda _: self._ended(name))
        return self._making[name]

    def _ended(self, name: str) -> None:
        """Remove a task; its exception, if any, was raised to the requests that waited for it."""
        task = self._making.pop(name)
        if not task.cancelled():
            task.exception()

    def knows(self, board: Board) -> bool:
        """Whether the map of a board is drawn or being drawn."""
        return self.has_drawn(board) or page_name(msgspec.json.encode(board)) in self._making

    def has_drawn(self, board: Board) -> bool:
        """Whether the map of a board is drawn."""
        drawn = (self._folder / f"{map_name(board)}.json").is_file()
        return drawn or page_name(msgspec.json.encode(board)) in self._pages

    async def _made(self, task: asyncio.Task[CompressedPage]) -> CompressedPage:
        """Wait for the page that a task makes; a request that is cancelled does not stop the task."""
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            if self._closed:
                raise Restarting from None
            raise

    async def prepare(self) -> None:
        """Make the pages of all built-in boards."""
        for name in dict.fromkeys((USUAL_BOARD, *all_board_names())):
            await self.page(load_board(name))

    async def close(self) -> None:
        """Stop all work; later requests raise Restarting."""
        self._closed = True
        tasks = list(self._making.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for pool in (self._built_in, self._own):
            await pool.close()

    async def _make(self, name: str, board: Board, owner: str) -> CompressedPage:
        drawn = await self._geometry(map_name(board), board, owner) if board.has_map else b""
        page = await asyncio.to_thread(compress_page, await self._encode(board, drawn, owner))
        if drawn or not board.has_map:
            self._pages[name] = page
        while len(self._pages) > CACHED_PAGES:
            self._pages.popitem(last=False)
        return page

    async def _encode(self, board: Board, drawn: bytes, owner: str) -> bytes:
        """The page as JSON; a user's board whose page takes too much work is shown without a map."""
        if not is_own(board):
            return await asyncio.to_thread(make_page, DrawnBoard(board, drawn))
        for tried in dict.fromkeys((drawn, b"")):
            try:
                return await self._own.run(make_page, DrawnBoard(board, tried), PAGE_LIMITS, owner)
            except WorkerError as error:
                log.error("page not made", error=repr(error))
        raise SemaforError("set-aside")

    async def drawn(self, board: Board) -> DrawnBoard | None:
        """Return a board with its stored map; None if the map is not drawn."""
        if not board.has_map:
            return DrawnBoard(board, b"")
        stored = await asyncio.to_thread(kept_drawing, self._folder / f"{map_name(board)}.json")
        return DrawnBoard(board, stored) if stored else None

    async def _geometry(self, name: str, board: Board, owner: str) -> bytes:
        """The map of a board as JSON, stored or new; empty if it cannot be drawn."""
        file = self._folder / f"{name}.json"
        if time.monotonic() - self._failed.get(name, -FAILED_SECONDS) < FAILED_SECONDS:
            return b""
        if kept := await asyncio.to_thread(kept_drawing, file):
            return kept
        try:
            drawn = await self._draw(board, owner)
            msgspec.json.decode(drawn, type=MapGeometry)
        except (WorkerError, OSError, msgspec.MsgspecError) as error:
            log.error("board not drawn", error=type(error).__name__)
            self._failed[name] = time.monotonic()
            while len(self._failed) > CACHED_PAGES:
                self._failed.popitem(last=False)
            return b""
        await asyncio.to_thread(keep_drawing, file, drawn)
        return drawn

    async def _draw(self, board: Board, owner: str) -> bytes:
        pool, owner = (self._own, owner) if is_own(board) else (self._built_in, board.board)
        return await pool.run(draw_map, board, MAP_LIMITS, owner)


def is_own(board: Board) -> bool:
    """Whether a board is not built in."""
    return board_to_record(board).file is not None


def kept_drawing(file: Path) -> bytes:
    """Return the map in a file; empty if there is none, or if it is damaged, in which case it is deleted."""
    try:
        drawn = file.read_bytes()
        msgspec.json.decode(drawn, type=MapGeometry)
    except OSError:
        return b""
    except (msgspec.MsgspecError, UnicodeError):
        log.warning("damaged map deleted")
        with suppress(OSError):
            file.unlink()
        return b""
    mark_used(file)
    return drawn


def keep_drawing(file: Path, drawn: bytes) -> None:
    """Store a map for the next start, atomically; a map that cannot be stored is drawn again then."""
    new = file.with_suffix(f".{os.getpid()}-{threading.get_ident()}")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with new.open("wb") as writing:
            writing.write(drawn)
            writing.flush()
            os.fsync(writing.fileno())  # otherwise a power cut may leave an empty file
        new.replace(file)
        drop_oldest(file.parent, CACHED_FILES)
    except OSError as error:
        log.warning("map not stored", error=type(error).__name__)
