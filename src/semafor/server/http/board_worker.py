"""The process that reads and draws somebody's own board: `python -m semafor.server.http.board_worker`.

A board file is a stranger's program for our checks and for the drawing: it runs here, with little memory
and little time, and never in the server itself. It reads one task and writes one answer.
"""

from __future__ import annotations

import sys
import time

import msgspec

from semafor.boards.faults import BoardError, Fault
from semafor.boards.load import parse_board
from semafor.boards.model import Board
from semafor.server.limited import limit_memory, limit_time
from semafor.server.workshop_messages import FinishSketch, LookAtSketch


class Task(msgspec.Struct, frozen=True):
    """What to do: read a file, draw a board, make its page once it is drawn, look at or finish a sketch."""

    text: str | None = None
    board: Board | None = None
    drawn: bytes | None = None
    """The geometry of the board; empty where it has no map."""
    sketch: LookAtSketch | None = None
    unfinished: FinishSketch | None = None
    seconds: int = 10
    """Of processor time."""


class Answer(msgspec.Struct, frozen=True):
    """What came of it."""

    board: Board | None = None
    faults: tuple[Fault, ...] = ()
    """Where the file is no board."""
    geometry: bytes = b""
    """As JSON."""
    page: bytes = b""
    """As JSON; of a sketch, all that is said of it."""
    seconds: float = 0.0
    """Of processor time, as far as sketches are concerned."""


def carry_out(task: Task) -> Answer:
    """Read, draw or write."""
    if task.text is not None:
        return read(task.text)
    if task.sketch is not None:
        return look(task.sketch)
    if task.unfinished is not None:
        return finished(task.unfinished)
    assert task.board is not None
    if task.drawn is not None:
        return Answer(page=encode_page(task.board, task.drawn))
    from semafor.picture.geometry import geometry

    return Answer(geometry=msgspec.json.encode(geometry(task.board)))


def read(text: str) -> Answer:
    """The board of a file, or its faults."""
    try:
        return Answer(board=parse_board(text, "the board file"))
    except BoardError as error:
        return Answer(faults=tuple(error.faults))


def look(sketch: LookAtSketch) -> Answer:
    """All that can be said of a sketch, and what work that was."""
    from semafor.server.http.sketching import look_at

    page = msgspec.json.encode(look_at(sketch))
    return Answer(page=page, seconds=time.process_time())


def finished(sketch: FinishSketch) -> Answer:
    """The drawing of a sketch as at the table, and what work that was."""
    from semafor.server.http.sketching import finish

    return Answer(page=msgspec.json.encode(finish(sketch)), seconds=time.process_time())


def encode_page(board: Board, drawn: bytes) -> bytes:
    """The page of a board as JSON; without a drawing it has no map."""
    from semafor.picture.shapes import MapGeometry
    from semafor.picture.svg.board_picture import page_layers
    from semafor.picture.tokens import tokens
    from semafor.server.catalogue_messages import BoardPage

    shape = msgspec.json.decode(drawn, type=MapGeometry) if drawn else None
    layers = page_layers(board, shape) if shape else None
    played = shape.of_the_game() if shape else None
    return msgspec.json.encode(
        BoardPage(board, board.route_names, board.ticket_names, played, layers, tokens())
    )


def main() -> None:
    """Carry out the one task."""
    task = msgspec.json.decode(sys.stdin.buffer.read(), type=Task)  # whose numbers may have any size
    limit_memory()
    limit_time(task.seconds)
    sys.stdout.buffer.write(msgspec.json.encode(carry_out(task)))


if __name__ == "__main__":
    main()
