"""The process that studies somebody's own board: `python -m semafor.server.study_worker`.

It reads a board and writes lines of JSON: how many games are played, and all figures at the end. A stranger's
board is played here, with little memory and time, and on one core, which players need more.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy: players' games need the other cores

import msgspec

from semafor.boards.model import Board
from semafor.server.limited import limit_memory, limit_time
from semafor.server.workshop_messages import StudyFound, StudyState, StudyTable, StudyTold

if TYPE_CHECKING:
    from semafor.words import Language
    from semafor.workshop.study import Study

SECONDS = 600
"""Of processor time: 5,000 games on a large board take a third of it, the first compiling a tenth."""


class Task(msgspec.Struct, frozen=True):
    """What to study."""

    board: Board
    games: int


def write(state: StudyState) -> None:
    """One line."""
    sys.stdout.buffer.write(msgspec.json.encode(state) + b"\n")
    sys.stdout.buffer.flush()


def carry_out(task: Task) -> None:
    """Play, tell how far it is, and tell what was found."""
    from semafor.workshop.study import study

    done = 0

    def count(more: int) -> None:
        nonlocal done
        done += more
        write(StudyState("", min(done, task.games), task.games))

    found = study(task.board, task.games, cores=1, progress=count)
    write(StudyState("", task.games, task.games))  # now it is drawn
    write(StudyState("", task.games, task.games, tell(task.board, found)))


def tell(board: Board, found: Study) -> StudyFound:
    """A study as one reads it."""
    text = msgspec.json.encode(found).decode()
    return StudyFound(text, tell_in(board, found, "en"), tell_in(board, found, "pl"))


def tell_in(board: Board, found: Study, language: Language) -> StudyTold:
    """The same in one language: the parts of the page that `semafor study --report` writes."""
    from semafor.workshop.study.study_page import (
        StudyTables,
        draw_figures,
        figure_names,
        scale_ends,
        study_lead,
    )

    return StudyTold(
        lead=study_lead(found, language),
        figures=figure_names(language),
        scale=scale_ends(language),
        map=draw_figures(board, found, language, "page"),
        tables=tuple(
            StudyTable(table.title, table.told, table.headings, tuple(table.rows))
            for table in StudyTables(board, found, language).all()
        ),
    )


def main() -> None:
    """Carry out the one task."""
    task = msgspec.msgpack.decode(sys.stdin.buffer.read(), type=Task)
    limit_memory()
    limit_time(SECONDS)
    carry_out(task)


if __name__ == "__main__":
    main()
