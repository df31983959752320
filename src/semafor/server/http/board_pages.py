"""Pages of boards: drawn once by a process of its own, then kept in memory and on disk.

Finding room for every label takes seconds, and for a designer's board up to a minute: too long for
the event loop, and too long to do it twice.
"""

from __future__ import annotations

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
from semafor.server.http.board_worker import Task, encode_page
from semafor.server.http.lasting import LastingPage, pack
from semafor.server.http.own_boards import BoardWorkers
from semafor.server.kept_files import drop_oldest, mark_used
from semafor.server.restarting import Restarting

USUAL_BOARD = "europe"
"""Drawn first, since most people open it first."""
REMEMBERED = 32
MOST_KEPT = 1_000
"""Drawings in files, of a few hundred kilobytes each; others are drawn again."""
DRAW_SECONDS = 120
"""Of processor time for one map."""
PAGE_SECONDS = 20
"""Of processor time for the page of an own board that is drawn."""
PATIENCE = 400.0
"""Seconds after which a board is shown without a map, whatever the machine is busy with."""
FAILED_SECONDS = 3600.0
"""A map that could not be drawn is not tried again for so long."""
log = structlog.get_logger("semafor.pages")


@cache
def drawing_version() -> bytes:
    """Changes whenever something changes by which pictures are drawn."""
    folder = Path(semafor.__file__).parent / "picture"
    files = sorted(path for path in folder.rglob("*") if path.suffix in (".py", ".json", ".toml"))
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).digest()


def page_name(board: bytes) -> str:
    """The name under which a page is remembered."""
    return hashlib.sha256(drawing_version() + board).hexdigest()[:32]


def map_name(board: Board) -> str:
    """The name under which the geometry of a board is kept: other options leave the map as it is."""
    drawn = {name: getattr(board, name) for name in board.__struct_fields__ if name != "options"}
    return page_name(msgspec.json.encode(drawn))


class Pages:
    """Makes and keeps pages."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._pages: OrderedDict[str, LastingPage] = OrderedDict()
        self._making: dict[str, asyncio.Task[LastingPage]] = {}
        self._built_in = BoardWorkers(1)
        self._own = BoardWorkers(1)  # apart: nobody waits for a stranger's board to see the front page
        self._failed: OrderedDict[str, float] = OrderedDict()
        """When which maps could not be drawn."""
        self._closed = False

    async def page(self, board: Board, who: str = "") -> LastingPage:
        """The page of a board for an address; who asks while it is being made waits for the same one."""
        encoded = msgspec.json.encode(board)
        name = page_name(encoded)
        if name in self._pages:
            self._pages.move_to_end(name)
            return self._pages[name]
        if self._closed:
            raise Restarting
        return await self._made(self._begin(name, board, who))

    def begin(self, board: Board, who: str) -> None:
        """Have a page made that somebody will soon ask for; nobody waits for it."""
        if not self._closed and not self.knows(board):
            self._begin(page_name(msgspec.json.encode(board)), board, who)

    def _begin(self, name: str, board: Board, who: str) -> asyncio.Task[LastingPage]:
        if name not in self._making:
            task = asyncio.create_task(self._make(name, board, who))
            self._making[name] = task
            task.add_done_callback(lambda _: self._ended(name))
        return self._making[name]

    def _ended(self, name: str) -> None:
        """Forget a task; what went wrong is told to those who wait for it, and there may be none."""
        task = self._making.pop(name)
        if not task.cancelled():
            task.exception()

    def knows(self, board: Board) -> bool:
        """Whether the page of a board costs no work, or no more than is done already."""
        return self.has_drawn(board) or page_name(msgspec.json.encode(board)) in self._making

    def has_drawn(self, board: Board) -> bool:
        """Whether the map of a board is drawn: one that is being drawn by a worker is not."""
        drawn = (self._folder / f"{map_name(board)}.json").is_file()
        return drawn or page_name(msgspec.json.encode(board)) in self._pages

    async def _made(self, task: asyncio.Task[LastingPage]) -> LastingPage:
        """What a task makes for all who wait for it; who goes does not stop it."""
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
        """Stop what is being made, and make nothing more."""
        self._closed = True
        tasks = list(self._making.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _make(self, name: str, board: Board, who: str) -> LastingPage:
        drawn = await self._geometry(map_name(board), board, who) if board.has_map else b""
        page = await asyncio.to_thread(pack, await self._encode(board, drawn, who))
        if drawn or not board.has_map:
            self._pages[name] = page
        while len(self._pages) > REMEMBERED:
            self._pages.popitem(last=False)
        return page

    async def _encode(self, board: Board, drawn: bytes, who: str) -> bytes:
        """The page: of an own board in a process with limits, and without a map where that was too much."""
        if not is_own(board):
            return await asyncio.to_thread(encode_page, board, drawn)
        for tried in dict.fromkeys((drawn, b"")):
            answer = await self._own.run(Task(board=board, drawn=tried, seconds=PAGE_SECONDS), PATIENCE, who)
            if answer is not None:
                return answer.page
        raise SemaforError("set-aside")

    async def _geometry(self, name: str, board: Board, who: str) -> bytes:
        """The drawing of a board, kept or new; nothing where it cannot be drawn."""
        file = self._folder / f"{name}.json"
        if time.monotonic() - self._failed.get(name, -FAILED_SECONDS) < FAILED_SECONDS:
            return b""
        if kept := await asyncio.to_thread(kept_drawing, file):
            return kept
        try:
            drawn = await self._draw(board, who)
            msgspec.json.decode(drawn, type=MapGeometry)
        except (OSError, TimeoutError, msgspec.MsgspecError) as error:
            log.error("board not drawn", error=type(error).__name__)
            self._failed[name] = time.monotonic()
            while len(self._failed) > REMEMBERED:
                self._failed.popitem(last=False)
            return b""
        await asyncio.to_thread(keep_drawing, file, drawn)
        return drawn

    async def _draw(self, board: Board, who: str) -> bytes:
        """A new drawing; what everybody plays on is drawn for nobody, one board after the other."""
        workers, owner = (self._own, who) if is_own(board) else (self._built_in, board.board)
        answer = await workers.run(Task(board=board, seconds=DRAW_SECONDS), PATIENCE, owner)
        if answer is None:
            raise TimeoutError
        return answer.geometry


def is_own(board: Board) -> bool:
    """Whether a board is not one of ours."""
    return board_to_record(board).file is not None


def kept_drawing(file: Path) -> bytes:
    """The drawing in a file; nothing where there is none, or a broken one, which makes room for a new one."""
    try:
        drawn = file.read_bytes()
        msgspec.json.decode(drawn, type=MapGeometry)
    except OSError:
        return b""
    except (msgspec.MsgspecError, UnicodeError):
        log.warning("broken drawing thrown away")
        with suppress(OSError):
            file.unlink()
        return b""
    mark_used(file)
    return drawn


def keep_drawing(file: Path, drawn: bytes) -> None:
    """Keep it for the next start, whole or not at all; without a place for it, it is drawn again then."""
    new = file.with_suffix(f".{os.getpid()}-{threading.get_ident()}")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with new.open("wb") as writing:
            writing.write(drawn)
            writing.flush()
            os.fsync(writing.fileno())  # else a power cut may leave the name without the bytes
        new.replace(file)
        drop_oldest(file.parent, MOST_KEPT)
    except OSError as error:
        log.warning("drawing not kept", error=type(error).__name__)
