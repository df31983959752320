"""The process that reads and draws somebody's own board: `python -m semafor.server.http.board_worker`.

A board file is a stranger's program for our checks and for the drawing: it runs here, with little memory
and little time, and never in the server itself. It reads one task and writes one answer.
"""

from __future__ import annotations

import os
import sys

import msgspec

from semafor.boards.faults import BoardError, Fault
from semafor.boards.load import parse_board
from semafor.boards.model import Board

MEMORY = 3 * 2**30
"""Bytes of addresses; NumPy alone reserves a good part of one."""


class Task(msgspec.Struct, frozen=True):
    """What to do: read a file, or draw a board."""

    text: str | None = None
    board: Board | None = None
    seconds: int = 10
    """Of processor time."""


class Answer(msgspec.Struct, frozen=True):
    """What came of it."""

    board: Board | None = None
    faults: tuple[Fault, ...] = ()
    """Where the file is no board."""
    geometry: bytes = b""
    """As JSON."""


def carry_out(task: Task) -> Answer:
    """Read or draw."""
    if task.text is not None:
        return read(task.text)
    from semafor.picture.geometry import geometry

    assert task.board is not None
    return Answer(geometry=msgspec.json.encode(geometry(task.board)))


def read(text: str) -> Answer:
    """The board of a file, or its faults."""
    try:
        return Answer(board=parse_board(text, "the board file"))
    except BoardError as error:
        return Answer(faults=tuple(error.faults))


def limit(seconds: int) -> None:
    """Take no more than this from the machine, and only what players leave over."""
    try:
        import resource
    except ImportError:  # a system without such limits
        return
    os.nice(5)
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def main() -> None:
    """Carry out the one task."""
    task = msgspec.msgpack.decode(sys.stdin.buffer.read(), type=Task)
    limit(task.seconds)
    sys.stdout.buffer.write(msgspec.msgpack.encode(carry_out(task)))


if __name__ == "__main__":
    main()
