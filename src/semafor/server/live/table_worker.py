"""The process in which games on own boards are played: `python -m semafor.server.live.table_worker`.

What a stranger's board makes of the rules runs here, with little memory and little time for each change, and
never in the server itself. It reads tasks and writes what came of them, each with its length before it.
The board itself does not travel: both sides have it, and a pickle only says where it belongs.
"""

from __future__ import annotations

import io
import math
import os
import pickle
import signal
import sys
from collections.abc import Callable, Iterable
from typing import Any, BinaryIO

import msgspec

from semafor.boards.model import Board
from semafor.errors import SemaforError
from semafor.events import Viewer
from semafor.server.asked_process import framed, next_message
from semafor.server.limited import limit_memory, limit_time
from semafor.server.live.loading import rebuild
from semafor.server.messages import Replay, TableCard
from semafor.server.storage.store import Stored
from semafor.server.table.journal import Written
from semafor.server.table.progress import progress_of
from semafor.server.table.replay import make_replay
from semafor.server.table.setup import Setup
from semafor.server.table.table import Sights, Table
from semafor.server.warming import warm_up

READY = b"+"
"""Written once everything is loaded and compiled."""


class Task(msgspec.Struct, frozen=True):
    """What to do, and how much processor time there is for it."""

    name: str
    setup: Setup
    seconds: int


# ---- what can be asked for ----------------------------------------------------------------------


def read_board(setup: Setup) -> Board:
    """The board of a setup, in full."""
    return setup.load_board()


def advance(table: Table, entries: Iterable[Written]) -> Table:
    """The table with more entries, and what everybody sees of it."""
    for written in entries:
        table.apply(written)
    look(table)
    return table


def look(table: Table) -> Sights:
    """What all seats and spectators see, the progress of tickets included."""
    if table.game is not None:
        table.look()
        for seat in range(0 if table.game.over else len(table.seats)):
            progress_of(table, seat)
    return table.sights


def load(stored: Stored, until: float = math.inf) -> Table:
    """The table of a journal."""
    table = rebuild(stored, until)
    look(table)
    return table


def replay(table: Table, card: TableCard, viewer: Viewer, first: int, count: int) -> Replay:
    """Steps of a game that is over."""
    return make_replay(table, card, viewer, first, count)


TASKS: dict[str, Callable[..., Any]] = {
    one.__name__: one for one in (read_board, advance, look, load, replay)
}


# ---- the way there and back ---------------------------------------------------------------------


class _Pickler(pickle.Pickler):
    """Leaves the board out."""

    def persistent_id(self, thing: Any) -> str | None:
        return "board" if isinstance(thing, Board) else None


class _Unpickler(pickle.Unpickler):
    """Puts the board in again."""

    def __init__(self, source: BinaryIO, board: Board | None) -> None:
        super().__init__(source)
        self._board = board

    def persistent_load(self, _name: str) -> Board:
        assert self._board is not None, "it was sent in full"
        return self._board


def packed(thing: Any) -> bytes:
    """Something to be sent, without its board."""
    out = io.BytesIO()
    _Pickler(out, pickle.HIGHEST_PROTOCOL).dump(thing)
    return out.getvalue()


def unpacked(data: bytes, board: Board | None) -> Any:
    """Something that was sent, with the board where it belongs."""
    return _Unpickler(io.BytesIO(data), board).load()


# ---- the process --------------------------------------------------------------------------------


def carry_out(task: Task, body: bytes) -> bytes:
    """What comes of a task, packed: its result, or the error."""
    try:
        if task.name == read_board.__name__:
            return pickle.dumps((read_board(task.setup), None))
        arguments = unpacked(body, task.setup.load_board())
        return packed((TASKS[task.name](*arguments), None))
    except (SemaforError, OverflowError, MemoryError) as error:
        return pickle.dumps((None, error))
    except Exception as error:  # our own mistake: told there, where it is logged
        return pickle.dumps((None, RuntimeError(repr(error))))


def _read(source: BinaryIO) -> bytes:
    message = next_message(source)
    if message is None:  # the server is gone
        os._exit(0)
    return message


def main() -> None:
    """Carry out tasks until the server is gone."""
    for ignored in (signal.SIGINT, signal.SIGTERM):  # meant for the server, which ends this process
        signal.signal(ignored, signal.SIG_IGN)
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb", buffering=0)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    warm_up()
    limit_memory()
    answers.write(framed(READY))
    while True:
        task = pickle.loads(_read(sys.stdin.buffer))
        body = _read(sys.stdin.buffer)
        limit_time(task.seconds)
        out = io.BufferedWriter(answers, 1 << 20)
        out.write(framed(carry_out(task, body)))
        out.detach()


if __name__ == "__main__":
    main()
