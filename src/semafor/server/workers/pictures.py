"""Pictures and replays of tables: made by workers, compressed off the event loop, and cached."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from functools import partial

import msgspec

from semafor.errors import SemaforError
from semafor.events import Viewer
from semafor.game import Game
from semafor.record import Record
from semafor.results import Result
from semafor.server.http.compressed_pages import CompressedPage, compress_page
from semafor.server.messages import Replay, ReplayStep, TableCard
from semafor.server.warming import prepare_rules
from semafor.server.workers.board_jobs import PictureOrder, draw_picture
from semafor.server.workers.worker_pool import MEMORY, Charge, Limits, WorkerError, WorkerPool

PICTURE_LIMITS = Limits(seconds=20, timeout=120.0, memory=MEMORY)
REPLAY_LIMITS = Limits(seconds=20, timeout=120.0, memory=MEMORY)
CACHED_BYTES = 64 * 2**20


class ReplayOrder(msgspec.Struct, frozen=True):
    """Steps of a finished game."""

    record: Record
    card: TableCard
    result: Result
    viewer: Viewer
    first: int
    count: int


# ---- in the worker -------------------------------------------------------------------------------


def make_replay(order: ReplayOrder) -> bytes:
    """Play a game again and return the steps that were asked for, as JSON."""
    decisions = order.record.decisions()
    game = Game.replay(order.record, steps=max(0, order.first - 1))
    seen = len(game.events()) if order.first else 0
    shown: list[ReplayStep] = []
    for step in range(order.first, min(order.first + order.count, len(decisions) + 1)):
        if step:
            seat, move = decisions[step - 1]
            game.play(move, seat)
        shown.append(_step(game, step, decisions, order.viewer, seen))
        seen += len(shown[-1].events)
    return msgspec.json.encode(Replay(order.card, len(decisions), order.result, tuple(shown)))


def _step(game: Game, step: int, decisions: list[tuple[int, str]], viewer: Viewer, seen: int) -> ReplayStep:
    seat, move = decisions[step - 1] if step else (None, None)
    viewers = range(game.players) if viewer == "all" else (viewer,)
    return ReplayStep(
        step=step,
        seat=seat,
        move=move,
        events=tuple(game.events(seen, viewer)),
        views=tuple(game.views(viewers)),
    )


# ---- in the server -------------------------------------------------------------------------------


class PageCache:
    """Pages by key, each made once; the least recently used are dropped."""

    def __init__(self, size: int = CACHED_BYTES) -> None:
        self._free = size
        self._pages: OrderedDict[Hashable, CompressedPage] = OrderedDict()
        self._making: dict[Hashable, asyncio.Task[CompressedPage]] = {}

    async def find(self, key: Hashable) -> CompressedPage | None:
        """Return the page of a key, also one that is being made; None if there is none."""
        if key in self._making:
            return await asyncio.shield(self._making[key])
        if key in self._pages:
            self._pages.move_to_end(key)
        return self._pages.get(key)

    async def add(
        self, key: Hashable, make: Callable[[], Awaitable[bytes]], text: bool = True
    ) -> CompressedPage:
        """Return a new page; requests for it meanwhile wait for the same one. A `text` is also compressed."""
        if key not in self._making:  # another request may have found no page, too, and come first
            self._making[key] = asyncio.create_task(self._make(key, make, text))
            self._making[key].add_done_callback(lambda _: self._made(key))
        return await asyncio.shield(self._making[key])

    def _made(self, key: Hashable) -> None:
        """Remove a task; its exception, if any, was raised to the requests that waited for it."""
        task = self._making.pop(key)
        if not task.cancelled():
            task.exception()

    async def _make(self, key: Hashable, make: Callable[[], Awaitable[bytes]], text: bool) -> CompressedPage:
        try:
            body = await make()
        except WorkerError:
            raise SemaforError("set-aside") from None
        page = await asyncio.to_thread(compress_page, body) if text else CompressedPage(body, b"", "")
        if key in self._pages:
            self._free += _size(self._pages.pop(key))
        self._pages[key] = page
        self._free -= _size(page)
        while self._free < 0:
            self._free += _size(self._pages.popitem(last=False)[1])
        return page


def _size(page: CompressedPage) -> int:
    return len(page.body) + len(page.packed)


class Pictures:
    """Makes and caches pictures and replays."""

    def __init__(self) -> None:
        self.cache = PageCache()
        self._drawing = WorkerPool(1)
        self._replaying = WorkerPool(1, prepare=prepare_rules)  # separate: replays do not wait for pictures

    async def picture(self, key: Hashable, order: PictureOrder, owner: str, charge: Charge) -> CompressedPage:
        """Make a picture."""
        make = partial(self._drawing.run, draw_picture, order, PICTURE_LIMITS, owner, charge)
        return await self.cache.add(key, make, text=not order.pixels_wide)

    async def replay(self, key: Hashable, order: ReplayOrder, owner: str, charge: Charge) -> CompressedPage:
        """Make steps of a replay, as JSON."""
        make = partial(self._replaying.run, make_replay, order, REPLAY_LIMITS, owner, charge)
        return await self.cache.add(key, make)

    async def close(self) -> None:
        """End all processes."""
        await self._drawing.close()
        await self._replaying.close()
